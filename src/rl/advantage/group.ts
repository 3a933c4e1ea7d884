/** Group-relative advantages (GRPO, DeepSeekMath arXiv:2402.03300 §4.1.2; without the division, Dr. GRPO arXiv:2503.20783). */

import { mean, standardDeviation } from '../../core/stats.ts';

export interface AdvantageOptions {
  /** `group-std` divides by (std + δ), `group-mean` only subtracts the mean. */
  readonly scale: 'group-std' | 'group-mean';
  /** δ of the denominator; 1e-8 when absent. */
  readonly delta?: number;
  /** 0 is the population deviation (ours, rLLM), 1 the sample deviation (TRL, veRL); 0 when absent. */
  readonly ddof?: 0 | 1;
}

export interface GroupAdvantages {
  /** `[G]`, in the order of the rewards. */
  readonly advantages: readonly number[];
  /** Mean and deviation over the scored rewards; null when none was scored. */
  readonly mean: number | null;
  readonly std: number | null;
  /** Every scored reward is the same number (or none was scored): the group carries no gradient. */
  readonly zeroVariance: boolean;
}

/**
 * Advantages of one group.
 *
 * A reward of null (the verdict failed through our fault) is left out of mean and deviation and gets 0. Equal rewards
 * give exactly 0: max == min is asked first, because the mean of eight 0.2 is not 0.2 in floating point and the residue
 * divided by δ would push a whole dead group down (TRL and veRL show it).
 *
 * @param rewards `[G]`
 */
export function groupAdvantages(rewards: readonly (number | null)[], options: AdvantageOptions): GroupAdvantages {
  const scored = rewards.filter((reward) => reward !== null);
  const zeros = rewards.map(() => 0);
  if (scored.length === 0) return { advantages: zeros, mean: null, std: null, zeroVariance: true };
  if (scored.every((reward) => reward === scored[0])) {
    return { advantages: zeros, mean: scored[0]!, std: 0, zeroVariance: true };
  }
  const center = mean(scored);
  const std = standardDeviation(scored, options.ddof ?? 0);
  const scale = options.scale === 'group-std' ? 1 / (std + (options.delta ?? 1e-8)) : 1;
  const advantages = rewards.map((reward) => (reward === null ? 0 : (reward - center) * scale));
  return { advantages, mean: center, std, zeroVariance: false };
}
