/** A decoder as everything that runs it sees it: our own, trained whole, and imported ones with adapters. */

import * as tf from '@tensorflow/tfjs-core';
import type { Heads, Inputs } from './inputs.ts';
import { attention as attentionOf, concatRows, MASKED, selectRows } from './ops.ts';

/** Turns query, key and value `[N, (Hq + 2 Hkv) D]` into `[N, Hq D]`. */
export type Attend = (qkv: tf.Tensor) => tf.Tensor;

/** A decoder with its weights. Operations are differentiable with respect to whatever of those is trained. */
export interface Network {
  readonly layers: number;
  readonly heads: Heads;
  embed(inputs: Inputs): tf.Tensor;
  block(layer: number, x: tf.Tensor, inputs: Inputs, attend: Attend): tf.Tensor;
  /** The last norm of hidden states `[N, C]`: what the heads see. */
  finish(x: tf.Tensor): tf.Tensor;
  /** Logits `[N, V]` of finished states. */
  logits(normal: tf.Tensor): tf.Tensor;
  /** `[2, N]`: log-probability of each target and entropy of each distribution. */
  scores(normal: tf.Tensor, targets: tf.Tensor1D, temperature: number): tf.Tensor;
  /** Values `[1, N]`, where there is a value head. */
  values?(normal: tf.Tensor): tf.Tensor;
}

/** Sees the keys and values `[B, Hkv, L, D]` of a layer as they are made. */
export type KeyValueSink = (layer: number, key: tf.Tensor, value: tf.Tensor) => void;

/** Additive mask `[1, 1, G L, L]` that hides what comes later from the G heads of queries that share keys. */
function causalMask(length: number, groups: number): tf.Tensor {
  const rows = groups * length;
  const mask = new Float32Array(rows * length);
  for (let i = 0; i < rows; i++) mask.fill(MASKED, i * length + (i % length) + 1, (i + 1) * length);
  return tf.tensor(mask, [1, 1, rows, length]);
}

/** Attention of sequences from their start on. */
export function causalAttention({ heads }: Network, length: number): (layer: number, sink?: KeyValueSink) => Attend {
  const mask = causalMask(length, heads.query / heads.keyValue);
  return (layer, sink) => (qkv) => attentionOf(qkv, heads, length, mask, (key, value) => sink?.(layer, key, value));
}

/** Hidden states `[B * L, C]` of right-padded ids, before the last norm. */
export function trunk(network: Network, inputs: Inputs, sink?: KeyValueSink): tf.Tensor {
  const attention = causalAttention(network, inputs.length);
  let x = network.embed(inputs);
  for (let layer = 0; layer < network.layers; layer++) {
    x = tf.tidy(() => network.block(layer, x, inputs, attention(layer, sink)));
  }
  return x;
}

/** The completion tokens of a padded batch as tensors; N is padded to few sizes. */
export interface TokenTensors {
  readonly inputs: Inputs;
  readonly rows: tf.Tensor1D;
  readonly origins: tf.Tensor1D;
  readonly targets: tf.Tensor1D;
}

/**
 * Log-probability and entropy `[2, N]` of the completion tokens, with a value head their values too `[3, N]`; the heads
 * see only the rows of the hidden states that predict them.
 */
export function headScores(network: Network, hidden: tf.Tensor, tokens: TokenTensors, temperature: number): tf.Tensor {
  const normal = network.finish(selectRows(hidden, tokens.rows, tokens.origins));
  const scores = network.scores(normal, tokens.targets, temperature);
  return network.values ? concatRows(scores, network.values(normal)) : scores;
}

export function score(network: Network, tokens: TokenTensors, temperature: number): tf.Tensor {
  return headScores(network, trunk(network, tokens.inputs), tokens, temperature);
}
