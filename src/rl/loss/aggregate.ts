/** How per-token losses become one number: a weight for every token, so that loss and derivative use the same sum. */

import { sum } from '../../core/stats.ts';

/**
 * - `token-mean`: Σ loss / number of tokens of the whole minibatch (DAPO; TRL `dapo`, veRL `token-mean`).
 * - `sequence-mean`: mean over completions of the mean over their tokens (GRPO; TRL `grpo`).
 * - `sequence-sum`: mean over completions of the sum over their tokens (veRL `seq-mean-token-sum`).
 * - `constant-length`: Σ loss / (completions · length), with a length that does not depend on the batch (Dr. GRPO).
 */
export type Aggregation =
  | { readonly type: 'token-mean' | 'sequence-mean' | 'sequence-sum' }
  | { readonly type: 'constant-length'; readonly length: number };

/**
 * Weight of every token, `[B, T]`; masked slots have 0, and an entirely masked table gives all zeros, never NaN.
 *
 * The table must be the whole minibatch of one optimiser step: its rows may then go through the model in any number of
 * pieces without changing the gradient. A completion that shall not count at all is left out of the table; an empty row
 * stays in the denominator of the two kinds that count rows.
 *
 * @param mask `[B, T]` row-major
 * @param width T
 */
export function tokenWeights(mask: Uint8Array, width: number, aggregation: Aggregation): Float64Array {
  const rows = width === 0 ? 0 : mask.length / width;
  const lengths = Array.from({ length: rows }, (_, b) => sum(mask.subarray(b * width, (b + 1) * width)));
  const total = sum(lengths);
  return Float64Array.from(mask, (real, i) => {
    if (real === 0) return 0;
    switch (aggregation.type) {
      case 'token-mean':
        return 1 / total;
      case 'sequence-mean':
        return 1 / (rows * lengths[Math.floor(i / width)]!);
      case 'sequence-sum':
        return 1 / rows;
      case 'constant-length':
        return 1 / (rows * aggregation.length);
      default:
        return aggregation satisfies never;
    }
  });
}

/** Σ weight · value over `[B, T]`; slots of weight 0 do not count even when they hold junk or NaN. */
export function weightedSum(values: ArrayLike<number>, weights: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < weights.length; i++) if (weights[i] !== 0) total += weights[i]! * values[i]!;
  return total;
}
