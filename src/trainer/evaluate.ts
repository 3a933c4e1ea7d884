/** Measures a policy on a set of problems: samples, judges visible and hidden tests, counts. Never trains, never touches training's random numbers. */

import type { PromptCodec } from '../core/codec.ts';
import type { Judge, Verdicts } from '../core/judge.ts';
import type { Policy, SampleOptions } from '../core/policy.ts';
import { PROBLEM_SETS, type ProblemCounts, type ProblemSetName, type SetEvaluation } from '../core/records.ts';
import type { Completion, Outcome, Problem, TestKind } from '../core/types.ts';
import { summarizeSet } from '../eval/evaluate.ts';
import { type PlannedSample, planBatches } from '../eval/plan.ts';
import { programOf } from '../rl/rollout.ts';
import { EVALUATION_STREAMS, MAX_PROMPTS } from '../rl/sampling.ts';
import { combineVerdicts, VISIBLE } from '../verify/reward.ts';

/** pass@k means that all three kinds pass. */
const ALL: readonly TestKind[] = ['public', 'reward', 'hidden'];

/** Streams that one set may use: 2³¹ of them are shared by the sets. */
const STREAMS_PER_SET = 2 ** 28;

export interface EvaluateOptions {
  readonly policy: Policy;
  readonly judge: Judge;
  readonly set: ProblemSetName;
  readonly problems: readonly Problem[];
  readonly codec: PromptCodec;
  /** Samples per problem. */
  readonly n: number;
  readonly temperature: number;
  readonly maxNewTokens: number;
  /** 1 when absent. */
  readonly topP?: number;
  /** 0 (off) when absent. */
  readonly topK?: number;
  /**
   * Evaluations of one run share it: each sample then meets the same random numbers before, during and after training,
   * and differences between them are due to the weights.
   */
  readonly seed: number;
  /** Also judge the greedy completion of every problem. */
  readonly greedy?: boolean;
  /** Samples judged so far, greedy ones included. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** What became of one sample. */
interface Judged {
  readonly outcome: Outcome;
  readonly visible: boolean;
  readonly correct: boolean;
}

/**
 * Evaluates `n` samples per problem, and the greedy completions if asked for. While one batch is judged, the next is
 * sampled. Samples that could not be judged are left out of their problem's n.
 */
export async function evaluatePolicy(options: EvaluateOptions): Promise<SetEvaluation> {
  const { problems, n, set, temperature, seed } = options;
  const total = problems.length * (n + (options.greedy ? 1 : 0));
  const report = (done: number) => options.onProgress?.(done, total);
  const sampled = await judgeSamples(options, n, temperature, report);
  const greedy = options.greedy
    ? await judgeSamples(options, 1, 0, (done) => report(problems.length * n + done))
    : undefined;
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
  return summarizeSet({ set, temperature, n, problems: counts, outcomes, seed });
}

/** `samples` judged samples for each problem, in the order of the problems. */
async function judgeSamples(
  options: EvaluateOptions,
  samples: number,
  temperature: number,
  report: (done: number) => void,
): Promise<Judged[][]> {
  const { problems, policy, codec } = options;
  const prompts = problems.map((problem) => codec.encodePrompt(problem));
  const results: Judged[][] = problems.map(() => []);
  let done = 0;
  let judging: Promise<void> = Promise.resolve();
  try {
    for (const batch of planBatches(problems.length, samples, MAX_PROMPTS)) {
      const completions = await policy.sample(
        batch.map(({ problem }) => prompts[problem]!),
        sampleOptions(options, batch, samples, temperature),
      );
      await judging;
      judging = judgeBatch(options, batch, completions).then((judged) => {
        batch.forEach(({ problem }, i) => {
          results[problem]!.push(judged[i]!);
        });
        done += batch.length;
        report(done);
      });
      // A failure is met at the next await; until then it must not count as unhandled.
      judging.catch(() => undefined);
    }
  } finally {
    await judging;
  }
  return results;
}

/** Every set has its own part of the evaluation streams, every sample its own stream. */
function sampleOptions(
  { set, problems, n, topP, topK, seed, maxNewTokens }: EvaluateOptions,
  batch: readonly PlannedSample[],
  samples: number,
  temperature: number,
): SampleOptions {
  if (problems.length * n > STREAMS_PER_SET) {
    throw new Error(`evaluate: expected at most ${STREAMS_PER_SET} samples of a set, got ${problems.length * n}`);
  }
  const first = EVALUATION_STREAMS + PROBLEM_SETS.indexOf(set) * STREAMS_PER_SET;
  const streams = batch.map(({ problem, sample }) => first + problem * samples + sample);
  return { temperature, topP: topP ?? 1, topK: topK ?? 0, maxNewTokens, seed, streams };
}

/** Truncated completions are not run: they are wrong. */
async function judgeBatch(
  { judge, problems, codec }: EvaluateOptions,
  batch: readonly PlannedSample[],
  completions: readonly Completion[],
): Promise<Judged[]> {
  const finished = completions.flatMap((completion, i) => (completion.truncated ? [] : [i]));
  const verdicts = await judge.judge(
    finished.map((i) => ({
      problem: problems[batch[i]!.problem]!,
      code: programOf(completions[i]!, codec),
      kinds: ALL,
    })),
  );
  const judged: Judged[] = completions.map(() => ({ outcome: 'truncated', visible: false, correct: false }));
  finished.forEach((i, at) => {
    judged[i] = judgedOf(verdicts[at]!);
  });
  return judged;
}

function judgedOf(verdicts: Verdicts): Judged {
  const all = combineVerdicts(verdicts, ALL);
  const visible = combineVerdicts(verdicts, VISIBLE);
  return { outcome: all.outcome, visible: visible.outcome === 'passed', correct: all.outcome === 'passed' };
}
