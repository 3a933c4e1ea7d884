/** Measures a policy on a set of problems: samples, judges visible and hidden tests, counts. Never trains, never touches training's random numbers. */

import type { PromptCodec } from '../../core/codec.ts';
import type { Judge, Verdicts } from '../../core/judge.ts';
import { judgeOnce } from '../../core/judge-once.ts';
import type { Policy, SampleOptions, SamplingRule } from '../../core/policy.ts';
import { PROBLEM_SETS, type ProblemCounts, type ProblemSetName, type SetEvaluation } from '../../core/records.ts';
import type { Outcome, Problem } from '../../core/types.ts';
import { summarizeSet } from '../../eval/evaluate.ts';
import { isMissingImport } from '../../eval/missing-import.ts';
import { type PlannedSample, planBatches } from '../../eval/plan.ts';
import { judgeEnded, type Program } from '../../rl/rollout/judging.ts';
import { EVALUATION_STREAMS, MAX_PROMPTS, programOf } from '../../rl/rollout/sampling.ts';
import { ALL_KINDS, combineVerdicts, VISIBLE } from '../../verify/verdicts.ts';

/** Streams that one set may use: 2³¹ of them are shared by the sets. */
const STREAMS_PER_SET = 2 ** 28;

export interface EvaluateOptions {
  readonly policy: Policy;
  readonly judge: Judge;
  readonly set: ProblemSetName;
  readonly problems: readonly Problem[];
  readonly codec: PromptCodec;
  /** Per problem. */
  readonly samples: number;
  readonly sampling: SamplingRule;
  /**
   * Evaluations of one run share it: each sample then meets the same random numbers before, during and after training,
   * and differences between them are due to the weights.
   */
  readonly seed: number;
  /** Also judge the greedy completion of every problem. */
  readonly greedy?: boolean;
  /**
   * Told between batches how many samples are judged, greedy ones included. Waiting in it pauses the evaluation, false
   * ends it.
   */
  readonly onProgress?: (done: number, total: number) => Promise<boolean> | boolean;
}

/** What became of one sample. */
export interface Judged {
  readonly outcome: Outcome;
  readonly visible: boolean;
  readonly correct: boolean;
  readonly missingImport: boolean;
}

const CUT_OFF: Judged = { outcome: 'truncated', visible: false, correct: false, missingImport: false };

/**
 * Evaluates `samples` completions per problem, and the greedy ones if asked for. While one batch is judged, the next is
 * sampled; equal programs of one problem are judged once. Samples that could not be judged are left out of their
 * problem's n. Null when `onProgress` ended it.
 */
export async function evaluatePolicy(given: EvaluateOptions): Promise<SetEvaluation | null> {
  const options = { ...given, judge: judgeOnce(given.judge) };
  const { problems, samples, set, sampling, seed } = options;
  const sampleTotal = problems.length * samples;
  const total = sampleTotal + (options.greedy ? problems.length : 0);
  const proceed = async (done: number) => (await options.onProgress?.(done, total)) ?? true;
  const sampled = await judgeSamples(options, samples, sampling.temperature, proceed);
  if (sampled === null) return null;
  const greedy = options.greedy ? await judgeSamples(options, 1, 0, (done) => proceed(sampleTotal + done)) : undefined;
  if (greedy === null) return null;
  const outcomes: Partial<Record<Outcome, number>> = {};
  for (const { outcome } of sampled.flat()) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  const counts = problems.map((problem, p): ProblemCounts => {
    const judged = sampled[p]!.filter((sample) => sample.outcome !== 'infra_error');
    const best = greedy?.[p]?.[0];
    return {
      id: problem.id,
      n: judged.length,
      correct: judged.filter((sample) => sample.correct).length,
      visible: judged.filter((sample) => sample.visible).length,
      ...(best === undefined || best.outcome === 'infra_error' ? {} : { greedy: best.correct }),
    };
  });
  return summarizeSet({
    set,
    temperature: sampling.temperature,
    n: samples,
    problems: counts,
    outcomes,
    missingImports: sampled.flat().filter(({ missingImport }) => missingImport).length,
    seed,
  });
}

/** `samples` judged samples for each problem, in the order of the problems; null when `proceed` said no. */
async function judgeSamples(
  options: EvaluateOptions,
  samples: number,
  temperature: number,
  proceed: (done: number) => Promise<boolean>,
): Promise<Judged[][] | null> {
  const { problems, policy, judge, codec } = options;
  const prompts = problems.map((problem) => codec.encodePrompt(problem));
  const results: Judged[][] = problems.map(() => []);
  let done = 0;
  let judging: Promise<void> = Promise.resolve();
  try {
    for (const batch of planBatches(problems.length, samples, MAX_PROMPTS)) {
      if (!(await proceed(done))) {
        await judging;
        return null;
      }
      const completions = await policy.sample(
        batch.map(({ problem }) => prompts[problem]!),
        sampleOptions(options, batch, samples, temperature),
      );
      await judging;
      const programs = completions.map((completion, i) => {
        return { problem: problems[batch[i]!.problem]!, completion, code: programOf(completion, codec) };
      });
      judging = judgePrograms(judge, programs).then((judged) => {
        batch.forEach(({ problem }, i) => {
          results[problem]!.push(judged[i]!);
        });
        done += batch.length;
      });
      // A failure is met at the next await; until then it must not count as unhandled.
      judging.catch(() => undefined);
    }
    await judging;
  } catch (error) {
    // Nothing goes on once this is over; but the first failure is the one that tells what to do.
    await judging.catch(() => undefined);
    throw error;
  }
  return (await proceed(done)) ? results : null;
}

/** Where the streams of a set begin. */
export function firstStreamOf(set: ProblemSetName): number {
  return EVALUATION_STREAMS + PROBLEM_SETS.indexOf(set) * STREAMS_PER_SET;
}

/** Every set has its own part of the evaluation streams, every sample its own stream. */
function sampleOptions(
  { set, problems, sampling, seed }: EvaluateOptions,
  batch: readonly PlannedSample[],
  samples: number,
  temperature: number,
): SampleOptions {
  if (problems.length * samples > STREAMS_PER_SET) {
    throw new Error(`evaluate: expected at most ${STREAMS_PER_SET} samples of a set, got ${problems.length * samples}`);
  }
  const first = firstStreamOf(set);
  const streams = batch.map(({ problem, sample }) => first + problem * samples + sample);
  return { ...sampling, temperature, seed, streams };
}

/** Judges with all tests. Truncated completions are not run: they are wrong. */
export async function judgePrograms(judge: Judge, programs: readonly Program[]): Promise<Judged[]> {
  const verdicts = await judgeEnded(judge, programs, { kinds: ALL_KINDS });
  return verdicts.map((seen) => (seen === null ? CUT_OFF : judgedOf(seen)));
}

function judgedOf(verdicts: Verdicts): Judged {
  const all = combineVerdicts(verdicts, ALL_KINDS);
  const visible = combineVerdicts(verdicts, VISIBLE);
  return {
    outcome: all.outcome,
    visible: visible.outcome === 'passed',
    correct: all.outcome === 'passed',
    missingImport: isMissingImport(all.error),
  };
}
