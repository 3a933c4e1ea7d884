/** What changes over a run by plan: the step size, the longest completion, and the size of each group. */

import type { RunConfig } from '../../core/config.ts';

/** Step size of step `step` (0-based): up over the warm-up, then constant, or down to 0 at the end of the run. */
export function learningRateAt({ optimizer, epochs }: Pick<RunConfig, 'optimizer' | 'epochs'>, step: number): number {
  const { learningRate, schedule, warmup } = optimizer;
  if (step < warmup) return (learningRate * (step + 1)) / (warmup + 1);
  const gone = epochs > warmup ? (step - warmup) / (epochs - warmup) : 0;
  switch (schedule) {
    case 'constant':
      return learningRate;
    case 'linear':
      return learningRate * (1 - gone);
    case 'cosine':
      return (learningRate * (1 + Math.cos(Math.PI * gone))) / 2;
    default:
      return schedule satisfies never;
  }
}

/** Longest completion of step `step`: iterative context lengthening (DeepCoder, 2025) in two stages. */
export function maxNewTokensAt({ sampling }: Pick<RunConfig, 'sampling'>, step: number): number {
  const { firstMaxNewTokens, lengthenAt, maxNewTokens } = sampling;
  return firstMaxNewTokens > 0 && step < lengthenAt ? firstMaxNewTokens : maxNewTokens;
}

type Sizes = Pick<RunConfig, 'groupSize' | 'rollout'>;

/** Largest group that a step of this run may have. */
export const largestGroup = ({ groupSize, rollout }: Sizes): number => Math.max(groupSize, rollout.hardGroupSize);

/**
 * Rollouts for a problem (seed 003 §5: larger groups for harder problems): `groupSize` where it is always solved or was
 * never seen, `hardGroupSize` where it is never solved, in proportion between.
 */
export function groupSizeFor({ groupSize, rollout: { hardGroupSize } }: Sizes, solved: number | undefined): number {
  if (hardGroupSize === 0 || solved === undefined) return groupSize;
  return Math.round(groupSize + (hardGroupSize - groupSize) * (1 - solved));
}
