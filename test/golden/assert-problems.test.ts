/** Problems whose tests stay Python, judged as in training: published rows with their own solutions, and mutants that must fail as in `grade`. */

import { beforeAll, describe, expect, test } from 'vitest';
import type { AssertSuite, Problem } from '../../src/core/types.ts';
import { parseGradeFile } from '../../src/problems/grade-file.ts';
import { readAnyProblem } from '../../src/problems/importers/rows.ts';
import { parseJson } from '../../src/problems/lossless.ts';
import type { Engine } from '../../src/sandbox/judging/engine.ts';
import { createNodeJudge, nodeEngine } from '../../src/sandbox/node.ts';
import { isMissing, sharedCase } from '../support/shared-cases.ts';

let engine: Engine;
const judge = createNodeJudge();
beforeAll(async () => {
  engine = await nodeEngine();
});

const KINDS = ['public', 'reward', 'hidden'] as const;
const verdictsOf = async (problem: Problem, code: string) => (await judge.judge([{ problem, code, kinds: KINDS }]))[0]!;

const linesOf = (path: string): string[] => (sharedCase(path) ?? '').trim().split('\n').filter(Boolean);

/** The rows of a published file as problems; null where a row cannot be one. */
const problemsOf = (path: string): (Problem | null)[] =>
  linesOf(path).map((line) => {
    try {
      return readAnyProblem(parseJson(line), { file: path, path: '' }).problem;
    } catch {
      return null;
    }
  });

const SUITE: AssertSuite = {
  ...{ type: 'asserts', setup: 'two = 2', called: 'double' },
  asserts: ['assert double(1) == two', 'assert double([3]) == [3, 3]', 'assert double(two) == 4'],
};
const DOUBLE: Problem = {
  ...{ id: 'double', text: 'Double it.', entryPoint: 'solution', compare: 'python' },
  tests: { public: [], reward: [], hidden: [] },
  asserts: SUITE,
};

describe('a problem of asserts', () => {
  test('is public and reward both, and has no hidden tests', async () => {
    const right = await verdictsOf(DOUBLE, 'def solution(x):\n    return 2 * x\n');
    for (const kind of ['public', 'reward'] as const) {
      expect(right[kind]).toMatchObject({ outcome: 'passed', passed: 3, total: 3, integrity: 'node' });
    }
    expect(right.hidden).toMatchObject({ passed: 0, total: 0 });
  });

  test('tells each assert by itself', async () => {
    const { public: wrong } = await verdictsOf(DOUBLE, 'def solution(x):\n    return x + 1\n');
    expect(wrong!.perTest.map(({ outcome }) => outcome)).toEqual(['passed', 'runtime_error', 'wrong_answer']);
    expect(wrong).toMatchObject({ outcome: 'runtime_error', passed: 1, total: 3, line: 2 });
  });

  test('does not run where only hidden tests are asked for', async () => {
    const [verdicts] = await judge.judge([{ problem: DOUBLE, code: 'def solution(x): return 0', kinds: ['hidden'] }]);
    expect(verdicts!.hidden).toMatchObject({ total: 0, perTest: [] });
  });

  test('knows no weak harness', async () => {
    const job = { problem: DOUBLE, code: '', kinds: ['public'], harness: 'weak-exit' } as const;
    expect((await judge.judge([job]))[0]!.public!.error).toBe(
      'harness: expected sealed for assert tests, got weak-exit',
    );
  });
});

describe.each([
  // The others need a class of the program, whose objects are no plain data.
  ['data/HumanEval.jsonl', 164, []],
  ['data/mbpp.jsonl', 974, [367, 601, 927]],
])('%s', (path, count, refused) => {
  test.skipIf(isMissing(path))(
    'rows that cannot be told as values can be trained on all the same, and their own solutions pass',
    { timeout: 600_000 },
    async () => {
      const problems = problemsOf(path);
      expect(problems).toHaveLength(count);
      const failing: number[] = [];
      for (const [i, problem] of problems.entries()) {
        if (problem !== null && problem.asserts === undefined) continue;
        const limits = { ...problem?.limits, wallMs: 300_000 };
        const verdicts = problem && (await verdictsOf({ ...problem, limits }, problem.reference!));
        if (verdicts?.public?.outcome !== 'passed' || verdicts.reward?.outcome !== 'passed') failing.push(i + 1);
      }
      expect(failing).toEqual(refused);
    },
  );
});

describe.each(['mutants_humaneval.jsonl', 'mutants_mbpp.jsonl'])('%s', (path) => {
  const limits = { wallMs: 300_000, ticksPerTest: 10_000, fuelPerTest: 500_000 };
  test.skipIf(isMissing(path))('fail in training as in grade, under either name', { timeout: 300_000 }, async () => {
    const records = parseGradeFile(sharedCase(path)!, path).filter((_, i) => i % 5 === 0);
    for (const record of records) {
      if (record.tests.type !== 'asserts' && record.tests.type !== 'check') throw new Error('expected asserts');
      const graded = engine.judge({ ...record, limits });
      const problem: Problem = {
        ...DOUBLE,
        id: record.problem,
        asserts: { ...record.tests, called: record.entryPoint },
        limits,
      };
      const trained = await verdictsOf(problem, `${record.code}\n\nsolution = ${record.entryPoint}\n`);
      for (const kind of ['public', 'reward'] as const) {
        const { outcome, passed, total } = trained[kind]!;
        expect([record.id, outcome, passed, total]).toEqual([record.id, graded.outcome, graded.passed, graded.total]);
      }
    }
  });
});
