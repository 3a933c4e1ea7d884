/** Between numbers per completion token `[B, T]` and numbers per pair of a plan: a row and a token that it predicts. */

import type { RowPlan } from './plan.ts';

/** Numbers `[B, T]` gathered by pair; those of tokens that share one add up. Nothing is all zeros. */
export function sumByPair(values: Float32Array | undefined, plan: RowPlan): Float32Array<ArrayBuffer> {
  const sums = new Float32Array(plan.headRows.length);
  if (values === undefined) return sums;
  plan.slots.forEach((slot, i) => {
    sums[plan.heads[i]!]! += values[slot]!;
  });
  return sums;
}

/** Puts the number of each pair where its tokens stand in `[B, T]`. */
export function spreadPairs(pairs: (pair: number) => number, plan: RowPlan, into: Float32Array): void {
  plan.slots.forEach((slot, i) => {
    into[slot] = pairs(plan.heads[i]!);
  });
}
