/** What settings owe each other: combinations that could not run, or in which a setting would silently do nothing. */

import type { AlgorithmConfig, RunConfig } from './config-schema.ts';
import { importedName } from './model-name.ts';

export interface Rule {
  /** The setting at which a breach is told. */
  readonly at: string;
  readonly expected: string;
  readonly got: (settings: RunConfig) => unknown;
  readonly holds: (settings: RunConfig) => boolean;
}

const WITHIN_GROUPS: ReadonlySet<AlgorithmConfig['advantage']> = new Set([
  'group-std',
  'group-mean',
  'rloo',
  'batch-std',
  'maxrl',
]);

/** Whether a program is compared with the others of its group, so that a group of equal rewards teaches nothing. */
export const comparesWithinGroups = ({ advantage }: AlgorithmConfig): boolean => WITHIN_GROUPS.has(advantage);

/** What settings owe each other; each alone is within its range by now. */
export const RULES: readonly Rule[] = [
  {
    at: 'lectureProblems',
    expected: 'lectureProblems, auxiliaryProblems or ownProblems above 0',
    got: () => '0 for all',
    holds: ({ lectureProblems, auxiliaryProblems, ownProblems }) =>
      lectureProblems + auxiliaryProblems + ownProblems > 0,
  },
  {
    at: 'algorithm.advantage',
    expected: 'another with an imported model, which is too large to be there twice',
    got: ({ algorithm }) => `"${algorithm.advantage}", whose critic is a second model`,
    holds: ({ algorithm, model }) => algorithm.advantage !== 'outcome-critic' || importedName(model) === null,
  },
  {
    at: 'algorithm.dualClip',
    expected: '0 or above 1, since it bounds ratios that have grown',
    got: ({ algorithm }) => algorithm.dualClip,
    holds: ({ algorithm }) => algorithm.dualClip === 0 || algorithm.dualClip > 1,
  },
  {
    at: 'algorithm.dualClip',
    expected: '0 with a surrogate other than clip, which alone has it',
    got: ({ algorithm }) => `${algorithm.dualClip} with "${algorithm.surrogate}"`,
    holds: ({ algorithm }) => algorithm.dualClip === 0 || algorithm.surrogate === 'clip',
  },
  {
    at: 'algorithm.ratio',
    expected: '"token" with the surrogate log-likelihood, which has no ratio',
    got: ({ algorithm }) => `"${algorithm.ratio}"`,
    holds: ({ algorithm }) => algorithm.ratio === 'token' || algorithm.surrogate !== 'log-likelihood',
  },
  {
    at: 'algorithm.klPlacement',
    expected: '"loss" with the advantage accepted, which no reward changes',
    got: ({ algorithm }) => `"${algorithm.klPlacement}"`,
    holds: ({ algorithm }) => algorithm.advantage !== 'accepted' || !taxed(algorithm),
  },
  {
    at: 'algorithm.klPlacement',
    expected:
      '"loss" unless algorithm.dropZeroVariance and algorithm.maskTruncated are false, since what is left out of the update pays no KL',
    got: ({ algorithm }) => `"${algorithm.klPlacement}"`,
    holds: ({ algorithm }) => !taxed(algorithm) || !(algorithm.dropZeroVariance || algorithm.maskTruncated),
  },
  {
    at: 'algorithm.klTarget',
    expected: '0 with algorithm.beta 0, which no controller moves',
    got: ({ algorithm }) => algorithm.klTarget,
    holds: ({ algorithm }) => algorithm.klTarget === 0 || algorithm.beta > 0,
  },
  {
    at: 'algorithm.dropZeroVariance',
    expected: 'false with an advantage that does not compare within groups and learns from equal rewards, too',
    got: ({ algorithm }) => `${algorithm.dropZeroVariance} with "${algorithm.advantage}"`,
    holds: ({ algorithm }) => !algorithm.dropZeroVariance || comparesWithinGroups(algorithm),
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
    at: 'rollout.overlongCache',
    expected: 'at most sampling.firstMaxNewTokens where that is set',
    got: ({ rollout, sampling }) => `${rollout.overlongCache} with ${sampling.firstMaxNewTokens}`,
    holds: ({ rollout, sampling }) =>
      sampling.firstMaxNewTokens === 0 || rollout.overlongCache <= sampling.firstMaxNewTokens,
  },
  {
    at: 'rollout.overlongCache',
    expected: '0 with the advantage accepted, which no reward changes',
    got: ({ rollout }) => rollout.overlongCache,
    holds: ({ rollout, algorithm }) => rollout.overlongCache === 0 || algorithm.advantage !== 'accepted',
  },
  {
    at: 'rollout.visibleTests',
    expected: '0 with freshTests above 0, which it would cut off again',
    got: ({ rollout, freshTests }) => `${rollout.visibleTests} with freshTests ${freshTests}`,
    holds: ({ rollout, freshTests }) => rollout.visibleTests === 0 || freshTests === 0,
  },
  {
    at: 'rollout.warmStart',
    expected: '0 without auxiliary problems, whose reference solutions it imitates',
    got: ({ rollout }) => rollout.warmStart,
    holds: ({ rollout, auxiliaryProblems }) => rollout.warmStart === 0 || auxiliaryProblems > 0,
  },
  {
    at: 'rollout.warmStart',
    expected: 'at most epochs, which are all imitation then',
    got: ({ rollout, epochs }) => `${rollout.warmStart} with epochs ${epochs}`,
    holds: ({ rollout, epochs }) => epochs === 0 || rollout.warmStart <= epochs,
  },
  {
    at: 'optimizer.warmup',
    expected: 'below epochs, so that the step size reaches its full value',
    got: ({ optimizer, epochs }) => `${optimizer.warmup} with epochs ${epochs}`,
    holds: ({ optimizer, epochs }) => optimizer.warmup === 0 || epochs === 0 || optimizer.warmup < epochs,
  },
  {
    at: 'sampling.firstMaxNewTokens',
    expected: 'at most sampling.maxNewTokens',
    got: ({ sampling }) => `${sampling.firstMaxNewTokens} with ${sampling.maxNewTokens}`,
    holds: ({ sampling }) => sampling.firstMaxNewTokens <= sampling.maxNewTokens,
  },
  {
    at: 'sampling.lengthenAt',
    expected: 'above 0 with sampling.firstMaxNewTokens, and 0 without',
    got: ({ sampling }) => `${sampling.lengthenAt} with ${sampling.firstMaxNewTokens}`,
    holds: ({ sampling }) => sampling.lengthenAt > 0 === sampling.firstMaxNewTokens > 0,
  },
];

/** Whether the KL is taken off rewards. */
function taxed({ klPlacement, beta }: AlgorithmConfig): boolean {
  return klPlacement === 'reward' && beta > 0;
}
