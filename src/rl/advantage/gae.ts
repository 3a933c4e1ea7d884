/** Generalised advantage estimation over the tokens of one rollout, and what is made of its numbers over a batch. */

import { mean } from '../../core/stats.ts';

export interface GaeInput {
  /** Paid at each token, `[T]`. */
  readonly rewards: readonly number[];
  /** V before each token, `[T]`. */
  readonly values: readonly number[];
  /** γ, per token. */
  readonly gamma: number;
  readonly lambda: number;
  /** `[T]`: tokens of 0 are stepped over as if they were not there; all count when absent. */
  readonly mask?: readonly number[];
  /** `[T]`: 1 where an episode ends, so that nothing flows back over it; only the end when absent. */
  readonly done?: readonly number[];
  /** V after the last token, for an episode that was cut off there; 0 when absent. */
  readonly bootstrap?: number;
}

export interface Gae {
  /** `[T]`; 0 where masked. */
  readonly advantages: readonly number[];
  /** A + V: what the value should have been, `[T]`; 0 where masked. Never made of whitened advantages. */
  readonly returns: readonly number[];
}

/** δ_t = r_t + γV_{t+1} − V_t and A_t = δ_t + γλA_{t+1} (Schulman et al. 2016, arXiv:1506.02438 eq. 16). */
export function gae({ rewards, values, gamma, lambda, mask, done, bootstrap = 0 }: GaeInput): Gae {
  const advantages = rewards.map(() => 0);
  const returns = rewards.map(() => 0);
  let nextValue = bootstrap;
  let carried = 0;
  for (let t = rewards.length - 1; t >= 0; t--) {
    // Padding and environment text: its value must not leak, and what comes after it is carried across.
    if (mask?.[t] === 0) continue;
    const goesOn = done?.[t] === 1 ? 0 : 1;
    const error = rewards[t]! + gamma * nextValue * goesOn - values[t]!;
    carried = error + gamma * lambda * carried * goesOn;
    advantages[t] = carried;
    returns[t] = carried + values[t]!;
    nextValue = values[t]!;
  }
  return { advantages, returns };
}

/** Added to the variance, so that a batch of equal advantages stays 0. */
const WHITEN_EPSILON = 1e-8;

/**
 * (A − mean) / √(variance + 1e-8) over the numbers of all rows together, the variance with n − 1 (veRL `masked_whiten`,
 * TRL likewise). Rows hold trained tokens only, so that there is no mask. A single number becomes 0.
 */
export function whiten(rows: readonly (readonly number[])[]): number[][] {
  const all = rows.flat();
  if (all.length === 0) return rows.map(() => []);
  const center = mean(all);
  const squares = all.reduce((sum, one) => sum + (one - center) ** 2, 0);
  const scale = 1 / Math.sqrt(squares / Math.max(1, all.length - 1) + WHITEN_EPSILON);
  return rows.map((row) => row.map((one) => (one - center) * scale));
}

/**
 * 1 − Var(R − V) / Var(R): 1 for a perfect value function, 0 for a constant, below 0 for one that is worse than that.
 * null where the returns do not vary (veRL `critic/vf_explained_var`).
 */
export function explainedVariance(values: readonly number[], returns: readonly number[]): number | null {
  if (returns.length === 0 || returns.every((one) => one === returns[0])) return null;
  return 1 - variance(returns.map((one, i) => one - values[i]!)) / variance(returns);
}

function variance(values: readonly number[]): number {
  const center = mean(values);
  return mean(values.map((one) => (one - center) ** 2));
}
