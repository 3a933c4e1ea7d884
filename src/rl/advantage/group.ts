/** What each reward is worth beside the others of its group: the estimators of GRPO and its relatives. */

import { mean, standardDeviation } from '../../core/stats.ts';

/**
 * With r̄ and σ of the scored rewards of the group, A =
 * - `group-std`: (r − r̄) / (σ + δ) (GRPO, DeepSeekMath arXiv:2402.03300 §4.1.2).
 * - `group-mean`: r − r̄ (Dr. GRPO, arXiv:2503.20783 §3; nanochat, prime-rl).
 * - `rloo`: r − mean of the others = (r − r̄) · n / (n − 1) (leave one out, Ahmadian et al. 2024, arXiv:2402.14740 §2.2).
 * - `batch-std`: (r − r̄) / (σ of the whole batch + δ) (TRL, `scale_rewards="batch"`).
 * - `batch`: (r − mean of the whole batch) / (σ of the whole batch + δ), groups or no groups (REINFORCE++, Hu 2025,
 *   arXiv:2501.03262; veRL `compute_reinforce_plus_plus_outcome_advantage` whitens likewise, over tokens).
 * - `maxrl`: (r − r̄) / r̄ (maximum-likelihood RL for rewards of 0 and 1). Negative rewards are first lifted by the lowest
 *   of the group: a mean of 0 or below would blow up or turn the sign, and lifted, −1 and 1 mean what 0 and 1 do.
 * - `reward`: r itself (REINFORCE without a baseline).
 */
export type GroupScale = 'group-std' | 'group-mean' | 'rloo' | 'batch-std' | 'batch' | 'maxrl' | 'reward';

export interface AdvantageOptions {
  readonly scale: GroupScale;
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
  /** Every scored reward is the same number (or none was scored): compared within, the group carries no gradient. */
  readonly zeroVariance: boolean;
}

/** A spread below this, or below this share of a reward above 1, is rounding: no order among programs, never divided by. */
const ROUNDING = 1e-12;

/**
 * Advantages of every group of a batch.
 *
 * A reward of null (the verdict failed through our fault) is left out of mean and deviation and gets 0. Where all that is
 * compared is equal (a group; for `batch` the batch), a single reward included, every estimator but `reward` gives exactly
 * 0: max == min is asked first, because the mean of eight 0.2 is not 0.2 in floating point and the residue divided by δ
 * would push a whole dead group down (TRL and veRL show it). Above rounding no spread is too small to divide by: mean and
 * deviation come from the same two passes in f64, so that |A| ≤ √(G − 1) for `group-std` (Samuelson's inequality), of N
 * rewards √N for `batch-std` and √(N − 1) for `batch`, G − 1 for `maxrl`, and the range of the rewards for `group-mean` and
 * `rloo`.
 *
 * @param groups `[groups][G]`; groups may differ in size
 */
export function batchAdvantages(
  groups: readonly (readonly (number | null)[])[],
  options: AdvantageOptions,
): GroupAdvantages[] {
  const batch = spreadOf(groups.flatMap(scoredOf), options.ddof ?? 0);
  return groups.map((rewards) => advantagesOf(rewards, options, batch));
}

/** Advantages of one group by itself; for `batch-std` and `batch` it is the whole batch. */
export function groupAdvantages(rewards: readonly (number | null)[], options: AdvantageOptions): GroupAdvantages {
  return batchAdvantages([rewards], options)[0]!;
}

function advantagesOf(
  rewards: readonly (number | null)[],
  { scale, delta = 1e-8, ddof = 0 }: AdvantageOptions,
  batch: Spread | null,
): GroupAdvantages {
  const scored = scoredOf(rewards);
  const spread = spreadOf(scored, ddof);
  const zeroVariance = scored.every((reward) => reward === scored[0]);
  const summary = { mean: spread?.mean ?? null, std: spread?.std ?? null, zeroVariance };
  if (scale === 'reward') return { ...summary, advantages: rewards.map((reward) => reward ?? 0) };
  const compared = scale === 'batch' ? batch : spread;
  if (compared === null || batch === null || isRounding(compared)) {
    return { ...summary, advantages: rewards.map(() => 0) };
  }
  const divisor = divisorOf(scale, compared, scored.length, delta, batch.std);
  return {
    ...summary,
    advantages: rewards.map((reward) => (reward === null ? 0 : (reward - compared.mean) / divisor)),
  };
}

interface Spread {
  readonly mean: number;
  readonly std: number;
  readonly low: number;
  readonly high: number;
}

function isRounding({ low, high }: Spread): boolean {
  return high - low <= ROUNDING * Math.max(1, Math.abs(low), Math.abs(high));
}

/** null where nothing was scored. */
function spreadOf(scored: readonly number[], ddof: 0 | 1): Spread | null {
  if (scored.length === 0) return null;
  const low = Math.min(...scored);
  const high = Math.max(...scored);
  if (low === high) return { mean: low, std: 0, low, high };
  return { mean: mean(scored), std: standardDeviation(scored, ddof), low, high };
}

function divisorOf(
  scale: Exclude<GroupScale, 'reward'>,
  spread: Spread,
  count: number,
  delta: number,
  batchStd: number,
): number {
  switch (scale) {
    case 'group-std':
    case 'batch':
      return spread.std + delta;
    case 'group-mean':
      return 1;
    case 'rloo':
      return (count - 1) / count;
    case 'batch-std':
      return batchStd + delta;
    case 'maxrl':
      return spread.mean - Math.min(0, spread.low);
    default:
      return scale satisfies never;
  }
}

const scoredOf = (rewards: readonly (number | null)[]): number[] => rewards.filter((reward) => reward !== null);
