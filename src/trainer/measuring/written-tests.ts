/** Lets a policy write tests for problems: assert lines after the tests prompt, read as data. */

import type { PromptCodec } from '../../core/codec.ts';
import type { AgreementRequest } from '../../core/measuring.ts';
import type { Policy } from '../../core/policy.ts';
import type { ProblemSetName } from '../../core/records.ts';
import { sum } from '../../core/stats.ts';
import type { Problem, TestCase } from '../../core/types.ts';
import { planBatches } from '../../eval/plan.ts';
import { type AssertLines, type AssertRefusal, countTests, readAssertLines } from '../../problems/assert-line.ts';
import { MAX_PROMPTS, programOf } from '../../rl/rollout/sampling.ts';
import { checkStreams, firstStreamOf, SAMPLES_PER_PROBLEM } from './streams.ts';

export interface WriteOptions {
  readonly policy: Policy;
  readonly codec: PromptCodec;
  readonly set: ProblemSetName;
  readonly problems: readonly Problem[];
  readonly request: AgreementRequest;
  readonly maxNewTokens: number;
  readonly seed: number;
}

/** Tests that a model wrote for one problem. */
export interface WrittenTests {
  /** Assert lines, and those of them that can be run. */
  readonly written: number;
  readonly valid: number;
  /** Each different valid test once, and how often it was written, `[distinct]`. */
  readonly tests: readonly TestCase[];
  readonly counts: readonly number[];
  /** Why the other lines cannot be run. */
  readonly refused: Readonly<Partial<Record<AssertRefusal, number>>>;
}

/**
 * Draws `testSamples` completions of the tests prompt for each problem, each with a stream of its own that no program
 * uses. Null when `proceed`, which is told between batches how many completions are there, said no.
 */
export async function writeTests(
  { policy, codec, set, problems, request, maxNewTokens, seed }: WriteOptions,
  proceed: (done: number) => Promise<boolean>,
): Promise<WrittenTests[] | null> {
  const { testSamples, testsPerSample, temperature } = request;
  checkStreams(problems.length, testSamples);
  const first = firstStreamOf(set, 'tests');
  const prompts = problems.map((problem) => codec.encodeTests(problem));
  const lines = problems.map((): AssertLines[] => []);
  const none = problems.map(() => 0);
  let done = 0;
  for (const batch of planBatches(none, testSamples, MAX_PROMPTS)) {
    if (!(await proceed(done))) return null;
    const completions = await policy.sample(
      batch.map(({ problem }) => prompts[problem]!),
      {
        temperature,
        topP: 1,
        topK: 0,
        maxNewTokens,
        seed,
        streams: batch.map(({ problem, sample }) => first + problem * SAMPLES_PER_PROBLEM + sample),
      },
    );
    batch.forEach(({ problem }, i) => {
      const completion = completions[i]!;
      const { entryPoint } = problems[problem]!;
      const { truncated } = completion;
      lines[problem]!.push(
        readAssertLines(programOf(completion, codec), { entryPoint, most: testsPerSample, truncated }),
      );
    });
    done += batch.length;
  }
  return (await proceed(done)) ? lines.map(together) : null;
}

function together(completions: readonly AssertLines[]): WrittenTests {
  const valid = completions.flatMap(({ tests }) => tests);
  const refused: Partial<Record<AssertRefusal, number>> = {};
  for (const [why, count] of completions.flatMap((one) => Object.entries(one.refused))) {
    refused[why as AssertRefusal] = (refused[why as AssertRefusal] ?? 0) + count;
  }
  const written = sum(completions.map((one) => one.written));
  return { written, valid: valid.length, ...countTests(valid), refused };
}
