/** Which random numbers measurements use: every sample of every problem has a stream of its own that training never touches. */

import { PROBLEM_SETS, type RunSetName } from '../../core/records.ts';
import { EVALUATION_STREAMS } from '../../rl/rollout/sampling.ts';

/** Streams that one set may use for one purpose: 2³¹ of them are shared by the sets. */
const STREAMS_PER_SET = 2 ** 28;

/** Streams between one problem and the next: a pool that grows goes on with the streams after those that it used. */
export const SAMPLES_PER_PROBLEM = 2 ** 20;

/** Problems that have all the streams to the next for themselves; more problems share them. */
const PLACES = STREAMS_PER_SET / SAMPLES_PER_PROBLEM;

/** What is sampled for the problems of a set: programs, or tests. */
export type SampledWhat = 'programs' | 'tests';

/** The sets in the order of their streams: whatever joins them comes last, so that what was measured before stays the same. */
const REGIONS: readonly `${RunSetName} ${SampledWhat}`[] = [
  ...PROBLEM_SETS.map((set) => `${set} programs` as const),
  ...PROBLEM_SETS.map((set) => `${set} tests` as const),
  'own programs',
  'own tests',
];

/** Where the streams of a set begin: those of its first problem. */
export function firstStreamOf(set: RunSetName, what: SampledWhat = 'programs'): number {
  const region = REGIONS.indexOf(`${set} ${what}`);
  return EVALUATION_STREAMS + region * STREAMS_PER_SET;
}

/**
 * Where the streams of a problem begin, counted from those of its set. The first 256 lie 2²⁰ apart. Each further 256 begin
 * in the middle of a widest gap that those before have left: it depends on nothing but the problem's place in the set, so
 * that a set that grows keeps its numbers.
 */
export function streamOffsetOf(problem: number): number {
  const place = problem % PLACES;
  return place * SAMPLES_PER_PROBLEM + shareOfGap(Math.floor(problem / PLACES)) * SAMPLES_PER_PROBLEM;
}

/** 0, 1/2, 1/4, 3/4, 1/8, …: the number's bits, mirrored at the point (van der Corput). */
function shareOfGap(round: number): number {
  let share = 0;
  for (let [left, half] = [round, 1 / 2]; left > 0; left = Math.floor(left / 2), half /= 2) share += (left % 2) * half;
  return share;
}

/** Samples that each of so many problems may have before it would come to the streams of another. */
function roomFor(problems: number): number {
  const rounds = Math.max(1, Math.ceil(problems / PLACES));
  return Math.floor(SAMPLES_PER_PROBLEM / 2 ** Math.ceil(Math.log2(rounds)));
}

/** @throws Error where problems of a set would share random numbers */
export function checkStreams(problems: number, samples: number): void {
  const most = roomFor(problems);
  if (samples <= most) return;
  throw new Error(`evaluate: expected at most ${most} samples of each of ${problems} problems, got ${samples}`);
}
