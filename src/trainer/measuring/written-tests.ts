/** Lets a policy write tests for problems: assert lines after the tests prompt, read as data. */

import type { AgreementRequest } from '../../core/measure-choices.ts';
import type { RunSetName } from '../../core/records.ts';
import { sum } from '../../core/stats.ts';
import type { TestCase } from '../../core/types.ts';
import { type AssertLines, type AssertRefusal, countTests, readAssertLines } from '../../problems/assert-line.ts';
import { fillKeptPools, type KeptFillOptions } from './kept-pools.ts';
import { firstStreamOf } from './streams.ts';

export interface WriteOptions
  extends Pick<
    KeptFillOptions,
    'policy' | 'codec' | 'problems' | 'seed' | 'store' | 'model' | 'inUse' | 'onNotice' | 'onProgress'
  > {
  readonly set: RunSetName;
  readonly request: AgreementRequest;
  readonly maxNewTokens: number;
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

export interface Written {
  /** Of each problem, `[problems]`. */
  readonly tests: readonly WrittenTests[];
  /** Completions that were drawn now, and those that were kept from earlier. */
  readonly sampled: number;
  readonly kept: number;
}

/**
 * Draws `testSamples` completions of the tests prompt for each problem, each with a stream of its own that no program
 * uses; they are kept as samples are. Null when `onProgress`, which is told between batches how many completions are there,
 * ended it.
 */
export async function writeTests(options: WriteOptions): Promise<Written | null> {
  const { policy, codec, set, problems, request, maxNewTokens, seed, store, model, inUse, onNotice, onProgress } =
    options;
  const { testSamples, testsPerSample, temperature } = request;
  const askable = problems.filter(({ call }) => call === undefined);
  if (askable.length < problems.length) {
    const left = problems.length - askable.length;
    onNotice?.(
      `agreement: no assert can ask ${left} of ${problems.length} problems, whose programs read standard input`,
    );
  }
  const filled = await fillKeptPools(
    {
      ...{ policy, codec, problems: askable, seed, store, model, inUse, onNotice },
      ...(onProgress && { onProgress }),
      // No judge: tests are read as they are, whoever judges programs.
      judgedBy: '',
      prompt: (problem) => codec.encodeTests(problem),
      sampling: { temperature, topP: 1, topK: 0, maxNewTokens },
      firstStream: firstStreamOf(set, 'tests'),
    },
    testSamples,
  );
  if (filled === null) return null;
  const pools = new Map(askable.map((problem, i) => [problem, filled.pools[i]!]));
  const tests = problems.map((problem) => {
    const pool = pools.get(problem);
    if (pool === undefined) return together([]);
    const { programs, draws } = pool;
    const { entryPoint } = problem;
    const read = programs.map(({ code, truncated }) =>
      readAssertLines(code, { entryPoint, most: testsPerSample, truncated }),
    );
    return together(draws.map((at) => read[at]!));
  });
  return { tests, sampled: filled.sampled, kept: filled.kept };
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
