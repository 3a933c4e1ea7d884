/** Further attempts of a rollout (Gehring et al. 2024, arXiv:2410.02089, §2): a public test that failed goes back into the prompt. */

import type { PromptCodec } from '../../core/codec.ts';
import { repr } from '../../core/repr.ts';
import { assertLines, countOf } from '../../core/tests.ts';
import type { AssertSuite, Completion, Problem, TestCase, Verdict } from '../../core/types.ts';
import type { TestedRollout } from './judging.ts';
import { programOf, type SampledRollout, type Turn } from './sampling.ts';

export interface TryAgainOptions {
  readonly codec: PromptCodec;
  /** Longest completion of the next attempt. */
  readonly maxNewTokens: number;
  /** One completion per prompt, in order; `indices` are the places of their rollouts in what was given. */
  readonly sample: (
    prompts: readonly (readonly number[])[],
    indices: readonly number[],
  ) => Promise<readonly Completion[]>;
  /** Judges the new attempts as the first ones were. */
  readonly test: (sampled: readonly SampledRollout[]) => Promise<readonly TestedRollout[]>;
}

/** What the next attempt is asked with. */
export interface RepairRequest {
  /** The public test that failed, as Python. */
  readonly feedback: string;
  readonly prompt: readonly number[];
}

/**
 * One more attempt for every rollout whose last one fails a public test, cut-off programs included (the paper gives
 * invalid code another turn). The others are done and stay as they are: those that pass their public tests, those of
 * which nothing is known (a failure of ours, two runs that disagree), and those whose next prompt leaves no room for
 * `maxNewTokens`. The prompt says nothing but the problem, the attempt and the public test: no reward, no other test.
 *
 * @returns the rollouts in order, the last attempt of each on top and those before it in `earlier`
 */
export async function tryAgain(
  tested: readonly TestedRollout[],
  { codec, maxNewTokens, sample, test }: TryAgainOptions,
): Promise<readonly TestedRollout[]> {
  const open = tested.flatMap((rollout, index) => {
    const request = repairRequest(rollout, codec, maxNewTokens);
    return request === null ? [] : [{ rollout, index, request }];
  });
  if (open.length === 0) return tested;
  const completions = await sample(
    open.map(({ request }) => request.prompt),
    open.map(({ index }) => index),
  );
  const again = await test(
    open.map(({ rollout, request }, i) => nextAttempt(rollout, request, completions[i]!, codec)),
  );
  const rollouts = [...tested];
  open.forEach(({ index }, i) => {
    rollouts[index] = again[i]!;
  });
  return rollouts;
}

/** Null for a program that is done: it fails no public test, or its next prompt leaves no room for a completion. */
export function repairRequest(
  { problem, code, verdict }: Pick<TestedRollout, 'problem' | 'code' | 'verdict'>,
  codec: PromptCodec,
  maxNewTokens: number,
): RepairRequest | null {
  const feedback = feedbackOf(problem, verdict);
  if (feedback === null) return null;
  const prompt = codec.encodeRepair(problem, asAttempt(code), feedback);
  return prompt.length + maxNewTokens > codec.contextLength ? null : { feedback, prompt };
}

function nextAttempt(
  { problem, group, prompt, completion, code, verdict, earlier = [] }: TestedRollout,
  request: RepairRequest,
  next: Completion,
  codec: PromptCodec,
): SampledRollout {
  const turn: Turn = { prompt, completion, code, verdict, feedback: request.feedback };
  return {
    problem,
    group,
    prompt: request.prompt,
    completion: next,
    code: programOf(next, codec),
    earlier: [...earlier, turn],
  };
}

/**
 * The first public test that a program fails, null where it fails none or nothing is known of it.
 *
 * @param verdict on tests that begin with the public ones; where nothing ran (bad syntax, a module body that raises, a
 *   program that was cut off) the first of them stands for all
 */
export function failedPublicTest({ tests }: Problem, verdict: Verdict): TestCase | null {
  const { outcome, perTest, flaky } = verdict;
  if (outcome === 'passed' || outcome === 'infra_error' || flaky) return null;
  if (perTest.length === 0) return tests.public[0] ?? null;
  return tests.public.find((_, i) => perTest[i]?.outcome !== 'passed') ?? null;
}

/** Tests longer than this, the input of a whole program for one, are cut in what a model is told of them. */
const MAX_SHOWN = 400;

/** A public test that a program fails, as Python; null where it fails none that could be told. */
export function feedbackOf(problem: Problem, verdict: Verdict): string | null {
  const { asserts } = problem;
  if (asserts !== undefined) return failedAssert(asserts, verdict);
  const failed = failedPublicTest(problem, verdict);
  if (failed === null) return null;
  return problem.call === 'stdin' ? exchangeOf(failed) : assertOf(problem, failed);
}

/** Results of asserts stand once for the public tests, and where reward tests were judged too, once more. */
function failedAssert(asserts: AssertSuite, { outcome, perTest, flaky }: Verdict): string | null {
  if (outcome === 'passed' || outcome === 'infra_error' || flaky) return null;
  const isOnce = perTest.length === countOf(asserts) && asserts.type === 'asserts';
  const count = perTest.length === 0 ? countOf(asserts) : isOnce ? perTest.length : perTest.length / 2;
  return assertLines(asserts, count).find((_, i) => perTest[i]?.outcome !== 'passed') ?? null;
}

/** What a program reads and what it must print, as Python that does nothing. */
function exchangeOf({ args: [input], expected }: TestCase): string {
  const told = [
    ['standard input', input],
    ['expected output', expected],
  ] as const;
  return told.map(([what, text]) => `# ${what}:\n${commented(text?.type === 'str' ? text.value : '')}`).join('\n');
}

function commented(text: string): string {
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  return shown.trimEnd().replaceAll(/^/gm, '# ');
}

/** `assert solution(1, [2]) == 3`, as the corpus writes it. */
export function assertOf({ entryPoint }: Problem, { args, expected }: TestCase): string {
  return `assert ${entryPoint}(${args.map(repr).join(', ')}) == ${repr(expected)}`;
}

/** The line after an attempt begins a line of its own, as in the corpus, wherever the attempt was cut off. */
function asAttempt(code: string): string {
  return code.endsWith('\n') ? code : `${code}\n`;
}
