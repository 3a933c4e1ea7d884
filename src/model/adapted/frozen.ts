/** Brings the weights of an imported decoder onto the device, one tensor after another, laid out as they are used. */

import * as tf from '@tensorflow/tfjs-core';
import type { OnProgress } from '../choose.ts';
import { HEAD_PIECE } from './budget.ts';
import { codegenRows, inverseOrder } from './codegen-rows.ts';
import { blockNorms, blockPath, projections, surroundings } from './modules.ts';
import type { FrozenHead, FrozenLinear, FrozenNorm, RowOrder } from './ops.ts';
import type { Decoder } from './spec.ts';
import type { TensorSource } from './tensor-source.ts';

export interface FrozenBlock {
  readonly norms: ReadonlyMap<string, FrozenNorm>;
  readonly projections: ReadonlyMap<string, FrozenLinear>;
}

export interface FrozenDecoder {
  /** `[V, C]`, where the ids are too: on the CPU. */
  readonly embeddings: Float32Array;
  /** `[P, C]`, where positions are learned. */
  readonly positions: Float32Array | undefined;
  readonly blocks: readonly FrozenBlock[];
  readonly finalNorm: FrozenNorm;
  readonly head: FrozenHead;
  dispose(): void;
}

/**
 * To be called while the backend is held.
 *
 * @param onProgress hears of bytes of the files
 * @throws Error when a tensor is missing, has another shape, or cannot be read; nothing stays on the device then
 */
export async function loadFrozen(
  decoder: Decoder,
  tensors: TensorSource,
  onProgress: OnProgress = () => {},
): Promise<FrozenDecoder> {
  const held: tf.Tensor[] = [];
  try {
    const frozen = await load(decoder, reader(tensors, onProgress), held);
    return { ...frozen, dispose: () => tf.dispose(held) };
  } catch (error) {
    tf.dispose(held);
    throw error;
  }
}

type Read = (name: string, shape: readonly number[]) => Promise<Float32Array>;

/** Reads tensors of an expected shape and says how many bytes are through. */
function reader(source: TensorSource, onProgress: OnProgress): Read {
  const total = [...source.tensors.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  return async (name, shape) => {
    const info = source.tensors.get(name);
    const wanted = `[${shape.join(', ')}]`;
    if (info === undefined) throw new Error(`model: ${name}: expected ${wanted}, got no such tensor`);
    if (info.shape.join() !== shape.join()) {
      throw new Error(`model: ${name}: expected ${wanted}, got [${info.shape.join(', ')}]`);
    }
    const values = await source.read(name);
    done += info.bytes;
    onProgress(done, total, 'loading weights');
    return values;
  };
}

async function load(decoder: Decoder, read: Read, held: tf.Tensor[]): Promise<Omit<FrozenDecoder, 'dispose'>> {
  const { width, vocabSize } = decoder;
  const around = surroundings(decoder);
  const put = <T extends tf.Tensor>(tensor: T): T => {
    held.push(tensor);
    sendOff(tensor);
    return tensor;
  };
  const vector = async (name: string, size: number) => put(tf.tensor1d(await read(name, [size])));
  const norm = async (name: string): Promise<FrozenNorm> => ({
    gain: await vector(`${name}.weight`, width),
    bias: around.centredNorms ? await vector(`${name}.bias`, width) : undefined,
  });
  const order = rowOrder(decoder);
  const rows: RowOrder | undefined = order && {
    order: put(tf.tensor1d(order, 'int32')),
    inverse: put(tf.tensor1d(inverseOrder(order), 'int32')),
  };

  const embeddings = await read(around.embeddings, [vocabSize, width]);
  const positions = around.positions && (await read(around.positions, [decoder.contextLength, width]));
  const blocks: FrozenBlock[] = [];
  for (let layer = 0; layer < decoder.layers; layer++) {
    const path = blockPath(decoder, layer);
    const norms = new Map<string, FrozenNorm>();
    for (const name of blockNorms(decoder)) norms.set(name, await norm(`${path}${name}`));
    const linears = new Map<string, FrozenLinear>();
    for (const { name, inputs, outputs, bias, reordered } of projections(decoder)) {
      const shape = around.inputsFirst ? [inputs, outputs] : [outputs, inputs];
      const values = await read(`${path}${name}.weight`, shape);
      const outputsFirst = around.inputsFirst ? transposed(values, inputs, outputs) : values;
      const ordered = reordered && order ? inOrder(outputsFirst, order, inputs) : outputsFirst;
      linears.set(name, {
        weight: put(tf.tensor2d(ordered, [outputs, inputs])),
        bias: bias ? await vector(`${path}${name}.bias`, outputs) : undefined,
        rows: reordered ? rows : undefined,
      });
    }
    blocks.push({ norms, projections: linears });
  }
  const finalNorm = await norm(around.finalNorm);
  const table = around.head ? await read(`${around.head}.weight`, [vocabSize, width]) : embeddings;
  const head: FrozenHead = {
    pieces: pieces(table, vocabSize, width).map(put),
    bias: around.headBias ? await vector(`${around.head}.bias`, vocabSize) : undefined,
  };
  return { embeddings, positions: positions || undefined, blocks, finalNorm, head };
}

/** Uploads now what the WebGPU backend would otherwise keep in memory until it is first used. */
function sendOff({ dataId }: tf.Tensor): void {
  const backend = tf.backend() as { uploadToGPU?: (id: object) => void };
  backend.uploadToGPU?.(dataId);
}

function rowOrder(decoder: Decoder): Int32Array | undefined {
  return decoder.architecture === 'codegen' ? codegenRows(decoder) : undefined;
}

/** `[rows, columns]` → `[columns, rows]` */
function transposed(values: Float32Array, rows: number, columns: number): Float32Array {
  const result = new Float32Array(values.length);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) result[j * rows + i] = values[i * columns + j]!;
  }
  return result;
}

function inOrder(values: Float32Array, order: Int32Array, width: number): Float32Array {
  const result = new Float32Array(values.length);
  order.forEach((from, to) => {
    result.set(values.subarray(from * width, (from + 1) * width), to * width);
  });
  return result;
}

function pieces(table: Float32Array, rows: number, width: number): tf.Tensor2D[] {
  const count = Math.ceil((rows * width) / HEAD_PIECE);
  const size = Math.ceil(rows / count);
  return Array.from({ length: count }, (_, i) => {
    const [from, to] = [i * size, Math.min(rows, (i + 1) * size)];
    return tf.tensor2d(table.subarray(from * width, to * width), [to - from, width]);
  });
}
