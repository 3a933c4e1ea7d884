/** `grade` in the sealed sandbox of the built page: outcomes, order, and the canonical solutions of public sets. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { GradeResult } from '../../src/core/grade.ts';
import { ROOT, succeed } from '../support/greenbar.ts';
import { isMissing } from '../support/shared-cases.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenbar-grade-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function grade(path: string, ...flags: string[]) {
  const ran = await succeed('grade', path, ...flags);
  return { ...ran, results: ran.json as readonly GradeResult[] };
}

test('every outcome, in the order of the file, with ids that repeat', async () => {
  const double = [
    { args: [1], expected: 2 },
    { args: [5], expected: 10 },
  ];
  const body = (code: string) => ({
    id: 'same',
    problem: 'double',
    code: `def solution(x):\n    ${code}\n`,
    tests: double,
  });
  const rows = [
    body('while True: pass'),
    body('return 2 * x'),
    body('return x + 1'),
    body('return 1 / 0'),
    body('return ('),
    { ...body('return 2 * x'), id: 'assert', tests: ['assert solution(1) == 2', 'assert solution(2) == 5'] },
    {
      id: 'check',
      entry_point: 'f',
      code: 'def f(x):\n    return {x}\n',
      tests: 'def check(candidate):\n    assert candidate(1) == {1}\n',
    },
    { id: 'known', problem: 'sum-two-numbers', code: 'def solution(a, b):\n    return a + b\n' },
    { id: 'surrogate', code: "def solution():\n    return '\\ud800'\n", tests: [{ args: [], expected: '\ud800' }] },
    {
      id: 'big',
      code: 'def solution(n):\n    return n + 1\n',
      tests: [{ args_python: `[${10n ** 20n}]`, expected_python: `${10n ** 20n + 1n}` }],
    },
  ];
  const path = join(folder, 'programs.jsonl');
  writeFileSync(path, rows.map((row) => JSON.stringify(row)).join('\n'));
  const { stderr, results } = await grade(path, '--workers', '2');
  expect(stderr).toContain('10 graded');
  const got = results.map(({ id, outcome, passed, total, reward }) => [id, outcome, passed, total, reward]);
  expect(got.filter(([id]) => id !== 'known')).toEqual([
    ['same', 'timeout', 0, 2, 0],
    ['same', 'passed', 2, 2, 1],
    ['same', 'wrong_answer', 1, 2, 0.5],
    ['same', 'runtime_error', 0, 2, 0],
    ['same', 'syntax_error', 0, 2, 0],
    ['assert', 'wrong_answer', 1, 2, 0.5],
    ['check', 'passed', 1, 1, 1],
    ['surrogate', 'passed', 1, 1, 1],
    ['big', 'passed', 1, 1, 1],
  ]);
  const known = results.find(({ id }) => id === 'known')!;
  expect(known.outcome).toBe('passed');
  expect(known.total).toBe(28);
  expect(results.every(({ integrity }) => integrity === 'sealed')).toBe(true);
  expect(results[3]).toMatchObject({ error: expect.stringContaining('ZeroDivisionError'), line: 2 });
});

const CANONICAL = [
  ['data/HumanEval.jsonl', 164],
  ['data/sanitized-mbpp.json', 427],
] as const;

for (const [path, count] of CANONICAL) {
  test.skipIf(isMissing(path))(`the canonical solutions of ${path} pass`, async () => {
    const { results } = await grade(join(ROOT, '../shared/cases', path));
    expect(results).toHaveLength(count);
    expect(results.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  });
}
