/** How long a run will take: from the pace of steps that were taken on this device, or guessed from tokens a second. */

import type { RunConfig } from '../../core/config.ts';
import { valueAt } from '../controls/choice.ts';
import type { RunState } from '../state.ts';

/** Seconds, from … to. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

export interface TimeEstimate {
  readonly training: Range;
  readonly measuring: Range;
  readonly total: Range;
  readonly from: PaceSource;
}

/** `now`: steps of the run on the page; `earlier`: an earlier run on this device; `speed`: tokens a second. */
export type PaceSource = 'now' | 'earlier' | 'speed';

/** Seconds that one program costs, from sampling to the end of what is done with it. */
export interface Pace {
  readonly training: number;
  /** null where nothing was measured in that run. */
  readonly measuring: number | null;
}

/** Problems of the two held-out sets together. */
const HELD_OUT = 112;
const LECTURE = 10;

/** Programs that the steps of a run sample. */
export function trainedPrograms({ epochs, groupSize, rollout, ...config }: RunConfig): number {
  return epochs * (config.lectureProblems + config.auxiliaryProblems + config.ownProblems) * groupSize * rollout.turns;
}

/** Programs that are sampled to measure before, in between and after, at the training temperature and at a cooler one. */
export function measuredPrograms({ epochs, ownProblems, evaluation }: RunConfig): number {
  const { before, samples, heldOutSamples, everyEpochs, samplesDuring } = evaluation;
  const once = 1.5 * (LECTURE * samples + (HELD_OUT + ownProblems) * heldOutSamples);
  const between = everyEpochs === 0 ? 0 : Math.max(0, Math.ceil(epochs / everyEpochs) - 1);
  return (before ? 2 : 1) * once + between * LECTURE * samplesDuring;
}

/** What a program cost in a run; null before its second step, as the first one warms everything up. */
export function paceOf({ steps, before, during, after }: RunState): Pace | null {
  const recent = steps.slice(1).slice(-12);
  const programs = sum(recent.map(({ problems }) => sum(problems.map(({ of }) => of))));
  if (programs === 0) return null;
  const measured = [before, ...during, after].filter((one) => one?.seconds !== undefined);
  const samples = sum(measured.map((one) => sum(one!.sets.map((set) => set.problems.length * set.n))));
  return {
    training: sum(recent.map(({ seconds }) => seconds.total)) / programs,
    measuring: samples === 0 ? null : sum(measured.map((one) => one!.seconds!)) / samples,
  };
}

/**
 * The pace to expect of a device. What a program costs has two parts: the model's, which goes with its tokens a second, and
 * running the tests, which goes with the processor. Both are those of the recorded run: 4,969 tokens/s on two cores.
 */
export function guessedPace(tokensPerSecond: number): Pace {
  const slower = 4969 / tokensPerSecond;
  return { training: 0.0051 * slower + 0.0012, measuring: 0.0019 * slower + 0.0019 };
}

/** How far off an estimate may be: others use the machine too, and programs differ. */
const MARGIN: Readonly<Record<PaceSource, Range>> = {
  now: { low: 0.9, high: 1.2 },
  earlier: { low: 0.8, high: 1.4 },
  speed: { low: 0.6, high: 2 },
};

export function estimateRun(config: RunConfig, pace: Pace, from: PaceSource): TimeEstimate {
  const around = (seconds: number): Range => ({ low: seconds * MARGIN[from].low, high: seconds * MARGIN[from].high });
  const measuring = measuredPrograms(config) * (pace.measuring ?? pace.training);
  const training = trainedPrograms(config) * pace.training;
  return { training: around(training), measuring: around(measuring), total: around(training + measuring), from };
}

/** Settings on which the cost of a program depends, besides the device: a pace of other ones says nothing. */
const COSTLY = ['model', 'backend', 'algorithm.advantage', 'algorithm.innerEpochs', 'reward', 'sampling.maxNewTokens'];

/** Whether a program of one run costs about what it costs in the other. */
export const costAlike = (a: RunConfig, b: RunConfig): boolean =>
  COSTLY.every((path) => valueAt(a, path) === valueAt(b, path));

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
