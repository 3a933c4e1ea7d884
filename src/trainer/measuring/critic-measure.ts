/**
 * What critic sampling is worth: as many programs for each problem, drawn plainly or in two rounds of which the second is
 * steered (`rl/critic/sampling`), from the same streams of random numbers. Public tests steer; all tests judge.
 */

import { judgeOnce } from '../../core/judge-once.ts';
import type { Policy } from '../../core/policy.ts';
import type { CriticSamplingEvaluation, ProblemSetName, SampledRates, SecondRound } from '../../core/records.ts';
import { mean } from '../../core/stats.ts';
import { passCurve } from '../../eval/curve.ts';
import type { Tally } from '../../eval/pass-at-k.ts';
import { criticSampling } from '../../rl/critic/sampling.ts';
import { MAX_PROMPTS } from '../../rl/rollout/sampling.ts';
import { type EvaluateOptions, evaluatePolicy } from './evaluate.ts';
import { judgePrograms } from './pools.ts';
import { firstStreamOf, SAMPLES_PER_PROBLEM } from './streams.ts';

export interface CriticMeasureOptions extends Omit<EvaluateOptions, 'samples' | 'greedy' | 'set'> {
  readonly critic: Policy;
  readonly set: ProblemSetName;
  /** n: programs of each problem in one round; both ways draw 2n. */
  readonly perRound: number;
}

/** M: failed programs of a problem that are repaired where none passes the public tests. */
const REPAIRS = 4;

/** Measures both ways, or gives null when `onProgress` ended it. */
export async function measureCriticSampling(given: CriticMeasureOptions): Promise<CriticSamplingEvaluation | null> {
  // One memory for both: they begin with the same programs.
  const options = { ...given, judge: judgeOnce(given.judge) };
  const { problems, perRound, seed } = options;
  const samples = 2 * perRound;
  const total = 2 * problems.length * samples;
  const onProgress = async (done: number) => (await options.onProgress?.(done, total)) ?? true;
  const plain = await evaluatePolicy({ ...options, samples, onProgress });
  if (plain === null) return null;
  const guided = await guidedTallies(options, (done) => onProgress(problems.length * samples + done));
  return (
    guided && {
      samples,
      plain: ratesOf(plain.problems, seed),
      guided: ratesOf(guided.tallies, seed),
      ways: guided.ways,
    }
  );
}

/** As many problems at a time as one call of the sampler takes: a pause waits no longer than for one of them. */
async function guidedTallies(
  options: CriticMeasureOptions,
  proceed: (done: number) => Promise<boolean>,
): Promise<{ tallies: Tally[]; ways: Record<SecondRound, number> } | null> {
  const { problems, perRound, set } = options;
  const samples = 2 * perRound;
  const ways: Record<SecondRound, number> = { refine: 0, repair: 0, anew: 0 };
  const tallies: Tally[] = [];
  const atOnce = Math.max(1, Math.floor(MAX_PROMPTS / perRound));
  for (let from = 0; from < problems.length; from += atOnce) {
    if (!(await proceed(from * samples))) return null;
    const results = await criticSampling(problems.slice(from, from + atOnce), {
      ...options,
      samples: perRound,
      repairs: REPAIRS,
      firstStream: firstStreamOf(set) + from * SAMPLES_PER_PROBLEM,
      streamsPerProblem: SAMPLES_PER_PROBLEM,
    });
    const programs = results.flatMap(({ problem, first, second }) =>
      [...first, ...second].map((program) => ({ problem, ...program })),
    );
    const judged = await judgePrograms(options.judge, programs);
    results.forEach(({ way }, i) => {
      ways[way]++;
      const own = judged.slice(i * samples, (i + 1) * samples).filter(({ outcome }) => outcome !== 'infra_error');
      tallies.push({ n: own.length, correct: own.filter(({ correct }) => correct).length });
    });
  }
  return (await proceed(problems.length * samples)) ? { tallies, ways } : null;
}

/** A problem of which nothing could be judged says nothing. */
function ratesOf(tallies: readonly Tally[], seed: number): SampledRates {
  const judged = tallies.filter(({ n }) => n > 0);
  return {
    passAt1: passCurve(judged, { seed })[0]!.pass,
    solved: mean(judged.map(({ correct }) => Number(correct > 0))),
  };
}
