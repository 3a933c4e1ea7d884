/** What settings owe each other: combinations that could not run, or in which a setting would silently do nothing. */

import type { RunConfig } from './config-schema.ts';

export interface Rule {
  /** The setting at which a breach is told. */
  readonly at: string;
  readonly expected: string;
  readonly got: (settings: RunConfig) => unknown;
  readonly holds: (settings: RunConfig) => boolean;
}

/** What settings owe each other; each alone is within its range by now. */
export const RULES: readonly Rule[] = [
  {
    at: 'lectureProblems',
    expected: 'lectureProblems or auxiliaryProblems above 0',
    got: () => '0 for both',
    holds: ({ lectureProblems, auxiliaryProblems }) => lectureProblems + auxiliaryProblems > 0,
  },
  {
    at: 'algorithm.dualClip',
    expected: '0 or above 1, since it bounds ratios that have grown',
    got: ({ algorithm }) => algorithm.dualClip,
    holds: ({ algorithm }) => algorithm.dualClip === 0 || algorithm.dualClip > 1,
  },
  {
    at: 'algorithm.dropZeroVariance',
    expected: 'false with the advantage reward, which teaches from groups that are all solved, too',
    got: ({ algorithm }) => algorithm.dropZeroVariance,
    holds: ({ algorithm }) => algorithm.advantage !== 'reward' || !algorithm.dropZeroVariance,
  },
  {
    at: 'rollout.hardGroupSize',
    expected: '0 or at least groupSize, since harder problems get larger groups',
    got: ({ rollout, groupSize }) => `${rollout.hardGroupSize} with groupSize ${groupSize}`,
    holds: ({ rollout, groupSize }) => rollout.hardGroupSize === 0 || rollout.hardGroupSize >= groupSize,
  },
  {
    at: 'rollout.pipelined',
    expected:
      'false with rollout.dynamicRounds above 0 or rollout.turns above 1, since the next step is sampled before this one is judged',
    got: ({ rollout }) => rollout.pipelined,
    holds: ({ rollout }) => !rollout.pipelined || (rollout.dynamicRounds === 0 && rollout.turns === 1),
  },
  {
    at: 'rollout.overlongCache',
    expected: 'at most sampling.maxNewTokens',
    got: ({ rollout, sampling }) => `${rollout.overlongCache} with ${sampling.maxNewTokens}`,
    holds: ({ rollout, sampling }) => rollout.overlongCache <= sampling.maxNewTokens,
  },
  {
    at: 'rollout.warmStart',
    expected: '0 without auxiliary problems, whose reference solutions it imitates',
    got: ({ rollout }) => rollout.warmStart,
    holds: ({ rollout, auxiliaryProblems }) => rollout.warmStart === 0 || auxiliaryProblems > 0,
  },
  {
    at: 'sampling.firstMaxNewTokens',
    expected: 'at most sampling.maxNewTokens',
    got: ({ sampling }) => `${sampling.firstMaxNewTokens} with ${sampling.maxNewTokens}`,
    holds: ({ sampling }) => sampling.firstMaxNewTokens <= sampling.maxNewTokens,
  },
  {
    at: 'algorithm.klPlacement',
    expected: '"loss" with the advantage accepted, which no reward changes',
    got: ({ algorithm }) => `"${algorithm.klPlacement}"`,
    holds: ({ algorithm }) =>
      algorithm.advantage !== 'accepted' || algorithm.klPlacement === 'loss' || algorithm.beta === 0,
  },
];
