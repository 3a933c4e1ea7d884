/** Which random numbers measurements use: every sample of every problem has a stream of its own that training never touches. */

import { PROBLEM_SETS, type RunSetName } from '../../core/records.ts';
import { EVALUATION_STREAMS } from '../../rl/rollout/sampling.ts';

/** Streams that one set may use for one purpose: 2³¹ of them are shared by the sets. */
const STREAMS_PER_SET = 2 ** 28;

/** Samples that one problem may have: a pool that grows goes on with the streams after those that it used. */
export const SAMPLES_PER_PROBLEM = 2 ** 20;

/** What is sampled for the problems of a set: programs, or tests. */
export type SampledWhat = 'programs' | 'tests';

/** The sets in the order of their streams: whatever joins them comes last, so that what was measured before stays the same. */
const REGIONS: readonly `${RunSetName} ${SampledWhat}`[] = [
  ...PROBLEM_SETS.map((set) => `${set} programs` as const),
  ...PROBLEM_SETS.map((set) => `${set} tests` as const),
  'own programs',
  'own tests',
];

/** Where the streams of a set begin; problem p of it has `SAMPLES_PER_PROBLEM` of them from `p · SAMPLES_PER_PROBLEM` on. */
export function firstStreamOf(set: RunSetName, what: SampledWhat = 'programs'): number {
  const region = REGIONS.indexOf(`${set} ${what}`);
  return EVALUATION_STREAMS + region * STREAMS_PER_SET;
}

/** @throws Error for more than a set has streams for */
export function checkStreams(problems: number, samples: number): void {
  const most = STREAMS_PER_SET / SAMPLES_PER_PROBLEM;
  if (problems > most) throw new Error(`evaluate: expected at most ${most} problems in a set, got ${problems}`);
  if (samples > SAMPLES_PER_PROBLEM) {
    throw new Error(`evaluate: expected at most ${SAMPLES_PER_PROBLEM} samples of a problem, got ${samples}`);
  }
}
