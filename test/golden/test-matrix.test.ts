/** Solutions against written tests on the real engine: one that hangs or crashes on a test spoils no other cell. */

import { expect, test } from 'vitest';
import type { JudgedSample } from '../../src/core/measuring.ts';
import type { Problem } from '../../src/core/types.ts';
import { agreementOf } from '../../src/eval/agreement/consensus.ts';
import { pickByAgreement } from '../../src/eval/agreement/pick.ts';
import { readAssertLines } from '../../src/problems/assert-line.ts';
import { createNodeJudge } from '../../src/sandbox/node.ts';
import { runMatrix } from '../../src/trainer/measuring/test-matrix.ts';

const problem: Problem = {
  id: 'double',
  text: 'Double a number',
  entryPoint: 'solution',
  tests: { public: [], reward: [], hidden: [] },
  compare: 'python',
  limits: { ticksPerTest: 2000, fuelPerTest: 200_000 },
  reference: 'def solution(n):\n    return 2 * n\n',
};

const LINES = [
  'assert solution(1) == 2',
  'assert solution(2) == 4',
  'assert solution(3) == 6',
  'assert solution(3) == 7',
  "assert solution('a') == 'aa'",
  'assert solution([]) == []',
  'assert not solution(0)',
];

/** Programs and the tests that they pass, in order. */
const PROGRAMS: readonly (readonly [string, string])[] = [
  ['def solution(n):\n    return n + n\n', 'xxx.xxx'],
  ['def solution(n):\n    while n == 1:\n        pass\n    return 2 * n\n', '.xx.xxx'],
  ['def solution(n):\n    while True:\n        pass\n', '.......'],
  ['def solution(n):\n    if n == 2:\n        raise SystemExit(0)\n    return 2 * n\n', 'x.x.xxx'],
  ['def solution(n):\n    return solution(n)\n', '.......'],
  ['def solution(n):\n    return [0] * 10 ** 12 if n == 3 else 2 * n\n', 'xx..xxx'],
  ['def solution(n)\n    return 2 * n\n', '.......'],
  ['raise ValueError\n', '.......'],
  ['def other(n):\n    return 2 * n\n', '.......'],
  ['def solution(n):\n    return 7 if n == 3 else n * 2\n', 'xx.xxxx'],
];

/** What it returns depends on how often its module was asked. */
const REMEMBERS = 'seen = []\ndef solution(n):\n    seen.append(n)\n    return 2 * n if len(seen) == 1 else None\n';

const judged: JudgedSample = { outcome: 'passed', public: true, visible: true, correct: true, missingImport: false };

const programOf = (code: string) => ({ code, truncated: false, logProb: 0, tokens: 1, judged });
const shown = (row: readonly boolean[] | null) => row?.map((passed) => (passed ? 'x' : '.')).join('');
const { tests } = readAssertLines(LINES.join('\n'), { entryPoint: 'solution', most: LINES.length, truncated: false });

test('every cell says what this program does on this test', async () => {
  expect(tests).toHaveLength(LINES.length);
  const programs = PROGRAMS.map(([code]) => programOf(code));
  const cutOff = { ...programs[0]!, truncated: true };
  const { rows, reference, run } = (await runMatrix(createNodeJudge(), problem, [...programs, cutOff], tests))!;
  expect(rows.map(shown)).toEqual([...PROGRAMS.map(([, passes]) => passes), '.......']);
  expect(shown(reference)).toBe('xxx.xxx');
  expect(run).toBe(PROGRAMS.length);

  // Alone, each program does the same on each test: no cell depends on another.
  for (const [i, each] of tests.entries()) {
    const alone = (await runMatrix(createNodeJudge(), problem, programs, [each]))!;
    expect(alone.rows.map(shown), LINES[i]).toEqual(PROGRAMS.map(([, passes]) => passes[i]));
  }

  const matrix = {
    passes: rows.map((row) => row!),
    solutionCounts: rows.map(() => 1),
    testCounts: tests.map(() => 1),
  };
  expect(agreementOf(matrix).passingNothing).toEqual([2, 4, 6, 7, 8, 10]);
  expect(pickByAgreement(matrix, 'product')).toEqual({
    pick: { solutions: 1, tests: 6, score: 6, tied: 2 },
    solutions: [0, 9],
  });
});

test('module state is shared between tests as the problem has it', async () => {
  const rowUnder = async (given: Problem) =>
    shown((await runMatrix(createNodeJudge(), given, [programOf(REMEMBERS)], tests))!.rows[0]!);
  expect(await rowUnder(problem)).toBe('x......');
  expect(await rowUnder({ ...problem, undo: 'test' })).toBe('xxx.xxx');
});
