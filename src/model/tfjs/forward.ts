/** GPT-2 as a function: pre-layer-norm blocks, learned positions, output head tied to the token embeddings. */

import * as tf from '@tensorflow/tfjs-core';
import type { ModelSpec } from '../spec.ts';
import {
  attention,
  concatRows,
  embed,
  gelu,
  layerNorm,
  linear,
  product,
  relu,
  residual,
  scoreHead,
  selectRows,
  valueHead,
} from './ops.ts';
import type { BlockWeights, Weights } from './parameters.ts';

/** Large enough that exp(−x) is 0 in f32, small enough to stay finite. */
export const MASKED = -1e9;

/** Sees the keys and values `[B, H, L, C/H]` of a layer as they are made. */
export type KeyValueSink = (layer: number, key: tf.Tensor, value: tf.Tensor) => void;

/** Additive mask `[1, 1, L, L]` that hides what comes later. */
export function causalMask(length: number): tf.Tensor {
  const mask = new Float32Array(length * length);
  for (let i = 0; i < length; i++) mask.fill(MASKED, i * length + i + 1, (i + 1) * length);
  return tf.tensor(mask, [1, 1, length, length]);
}

/** One block on `x` `[N, C]`; `attend` turns query, key, value `[N, 3C]` into `[N, C]`. */
export function block(
  spec: ModelSpec,
  weights: BlockWeights,
  x: tf.Tensor,
  attend: (qkv: tf.Tensor) => tf.Tensor,
): tf.Tensor {
  const { ln1, ln2, attention, attentionOut, mlp, mlpOut } = weights;
  const norm1 = layerNorm(x, ln1.weight, ln1.bias, spec.layerNormEpsilon);
  const mixed = attend(linear(norm1, attention.weight, attention.bias));
  const middle = residual(x, linear(mixed, attentionOut.weight, attentionOut.bias));
  const norm2 = layerNorm(middle, ln2.weight, ln2.bias, spec.layerNormEpsilon);
  const activation = spec.activation === 'relu' ? relu : gelu;
  const inner = activation(linear(norm2, mlp.weight, mlp.bias));
  return residual(middle, linear(inner, mlpOut.weight, mlpOut.bias));
}

/** Final hidden states `[B * L, C]` of right-padded ids `[B * L]`, before the last layer norm. */
export function trunk(
  spec: ModelSpec,
  weights: Weights,
  ids: tf.Tensor1D,
  length: number,
  sink?: KeyValueSink,
): tf.Tensor {
  const mask = causalMask(length);
  return weights.blocks.reduce(
    (x, blockWeights, layer) =>
      block(spec, blockWeights, x, (qkv) =>
        attention(qkv, spec.heads, length, mask, (key, value) => sink?.(layer, key, value)),
      ),
    embed(weights.wte, weights.wpe, ids, length),
  );
}

/** Logits `[N, V]` of hidden rows `[N, C]`. */
export function logits(spec: ModelSpec, weights: Weights, hidden: tf.Tensor): tf.Tensor {
  const { lnF, wte } = weights;
  return product(layerNorm(hidden, lnF.weight, lnF.bias, spec.layerNormEpsilon), wte, false, true);
}

/** The completion tokens of a padded batch as tensors; N is padded to few sizes. */
export interface TokenTensors {
  readonly ids: tf.Tensor1D;
  readonly length: number;
  readonly rows: tf.Tensor1D;
  readonly origins: tf.Tensor1D;
  readonly targets: tf.Tensor1D;
}

/**
 * Log-probability and entropy `[2, N]` of the completion tokens, with a value head their values too `[3, N]`; the heads
 * see only the rows that predict them.
 */
export function score(spec: ModelSpec, weights: Weights, batch: TokenTensors, temperature: number): tf.Tensor {
  const hidden = selectRows(trunk(spec, weights, batch.ids, batch.length), batch.rows, batch.origins);
  const { lnF, wte, valueHead: head } = weights;
  const normal = layerNorm(hidden, lnF.weight, lnF.bias, spec.layerNormEpsilon);
  const scores = scoreHead(normal, wte, batch.targets, temperature);
  return head ? concatRows(scores, valueHead(normal, head.weight, head.bias)) : scores;
}
