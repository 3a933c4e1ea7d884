/** Moves weights between the packed vector that checkpoints share and the tensors that the model multiplies with. */

import * as tf from '@tensorflow/tfjs-core';
import { roundUp } from '../batch.ts';
import type { ParameterSlot } from '../spec.ts';

/** Packed vectors are padded with zeros to rows of this length, so that sums over them run in two short stages. */
const ROW = 512;

export interface BlockWeights {
  readonly ln1: Affine;
  readonly attention: Affine;
  readonly attentionOut: Affine;
  readonly ln2: Affine;
  readonly mlp: Affine;
  readonly mlpOut: Affine;
}

/** Weight `[in, out]` or gain `[C]`, and bias. */
export interface Affine {
  readonly weight: tf.Tensor;
  readonly bias: tf.Tensor;
}

export interface Weights {
  readonly wte: tf.Tensor;
  readonly wpe: tf.Tensor;
  readonly blocks: readonly BlockWeights[];
  readonly lnF: Affine;
  /** Weight `[C]` and bias `[1]`, where the spec has a value head. */
  readonly valueHead: Affine | undefined;
}

/** Where each parameter lies in the padded packed vector. */
export interface Packing {
  readonly slots: readonly ParameterSlot[];
  /** Number of parameters. */
  readonly size: number;
  /** `size` rounded up to whole rows. */
  readonly paddedSize: number;
}

export function createPacking(slots: readonly ParameterSlot[]): Packing {
  const size = slots.reduce((sum, slot) => sum + slot.size, 0);
  return { slots, size, paddedSize: roundUp(size, ROW) };
}

/** Uploads a packed vector of `packing.size` numbers. */
export function upload(packing: Packing, values: Float32Array): tf.Tensor1D {
  const padded = new Float32Array(packing.paddedSize);
  padded.set(values);
  return tf.tensor1d(padded);
}

/** Reads a packed vector back. */
export async function download(packing: Packing, packed: tf.Tensor1D): Promise<Float32Array> {
  return Float32Array.from((await packed.data()).subarray(0, packing.size));
}

/** 1 where weight decay applies, else 0. */
export function decayMask(packing: Packing): tf.Tensor1D {
  const mask = new Float32Array(packing.paddedSize);
  for (const slot of packing.slots) if (slot.decays) mask.fill(1, slot.offset, slot.offset + slot.size);
  return tf.tensor1d(mask);
}

/** Cuts a packed vector into one tensor per parameter, in layout order. */
export function unpack(packing: Packing, packed: tf.Tensor1D): tf.Tensor[] {
  return tf.tidy(() =>
    packing.slots.map(({ offset, size, shape }) => tf.reshape(tf.slice(packed, offset, size), [...shape])),
  );
}

/** Joins one tensor per parameter into a packed vector. */
export function pack(packing: Packing, tensors: readonly tf.Tensor[]): tf.Tensor1D {
  return tf.tidy(() => {
    const flat = tensors.map((tensor) => tf.reshape(tensor, [-1]) as tf.Tensor1D);
    return tf.concat1d([...flat, tf.zeros([packing.paddedSize - packing.size])]);
  });
}

/** Euclidean norm of a packed vector, a scalar tensor. */
export function norm(packed: tf.Tensor1D): tf.Tensor {
  return tf.tidy(() => tf.sqrt(tf.sum(tf.sum(tf.square(tf.reshape(packed, [-1, ROW])), 1))));
}

/** Names the tensors of `unpack`, which come in the order of `parameterLayout`. */
export function arrange(tensors: readonly tf.Tensor[]): Weights {
  const [wte, wpe, ...rest] = tensors as [tf.Tensor, tf.Tensor, ...tf.Tensor[]];
  const pairs: Affine[] = [];
  for (let i = 0; i < rest.length; i += 2) pairs.push({ weight: rest[i]!, bias: rest[i + 1]! });
  const blocks: BlockWeights[] = [];
  // One pair or two are left over: the last norm and perhaps the value head.
  for (let i = 0; i + 6 < pairs.length; i += 6) {
    const [ln1, attention, attentionOut, ln2, mlp, mlpOut] = pairs.slice(i, i + 6);
    blocks.push({
      ln1: ln1!,
      attention: attention!,
      attentionOut: attentionOut!,
      ln2: ln2!,
      mlp: mlp!,
      mlpOut: mlpOut!,
    });
  }
  const [lnF, valueHead] = pairs.slice(6 * blocks.length);
  return { wte, wpe, blocks, lnF: lnF!, valueHead };
}
