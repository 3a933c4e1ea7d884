/** Unbiased pass@k (Chen et al. 2021, "Evaluating Large Language Models Trained on Code", eq. 1). */

import { mean } from '../core/stats.ts';

/** `correct` of `n` samples of one problem. */
export interface Tally {
  readonly n: number;
  readonly correct: number;
}

/**
 * Probability that k samples drawn without replacement from n hold at least one of the c correct ones:
 * 1 − C(n−c, k)/C(n, k), as the product 1 − ∏ (1 − k/i) over i = n−c+1 … n, which never overflows.
 *
 * Throws for n < k: with fewer samples nothing is known of pass@k (the formula would say 1 even for c = 0).
 */
export function passAtK({ n, correct }: Tally, k: number): number {
  if (!(Number.isInteger(n) && n >= 1)) throw new Error(`pass@k: expected n to be a whole number from 1, got ${n}`);
  if (!(Number.isInteger(correct) && correct >= 0 && correct <= n)) {
    throw new Error(`pass@k: expected correct samples between 0 and n = ${n}, got ${correct}`);
  }
  if (!(Number.isInteger(k) && k >= 1)) throw new Error(`pass@k: expected k to be a whole number from 1, got ${k}`);
  if (k > n) throw new Error(`pass@k: expected at least k = ${k} samples per problem, got ${n}`);
  if (n - correct < k) return 1;
  let allWrong = 1;
  for (let i = n - correct + 1; i <= n; i++) allWrong *= 1 - k / i;
  return 1 - allWrong;
}

/** Mean over problems of each one's pass@k; samples are never pooled over problems. */
export function meanPassAtK(tallies: readonly Tally[], k: number): number {
  return mean(tallies.map((tally) => passAtK(tally, k)));
}
