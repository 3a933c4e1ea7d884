/** RLEF: one value and one advantage per turn (Gehring et al. 2024, arXiv:2410.02089 §2 and App. A). */

import { sum } from '../../core/stats.ts';

export interface TurnEstimate {
  /** Of every token of the turn. */
  readonly advantage: number;
  /** What the value before the turn's first token should have been: everything paid from this turn on. */
  readonly return: number;
}

/**
 * A_t = −V(c_t) + Σ_{i ≥ t} R_i without a discount, where V(c_t) is read at the last token of the turn's prompt and R_i is
 * everything that turn i is paid.
 *
 * @param values V(c_t), `[turns]`
 * @param rewards `[turns][T]`
 */
export function turnEstimates(values: readonly number[], rewards: readonly (readonly number[])[]): TurnEstimate[] {
  const paid = rewards.map(sum);
  return values.map((value, t) => {
    const total = sum(paid.slice(t));
    return { advantage: total - value, return: total };
  });
}
