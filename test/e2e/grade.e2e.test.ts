/** `grade` in the sealed sandbox of the built page: outcomes, order, and the canonical solutions of public sets. */

import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { GradeResult } from '../../src/core/grade.ts';
import { finish, greenbar, ROOT, startGreenbar, succeed } from '../support/greenbar.ts';
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

test('rows that their own test code makes unjudgeable are named, and the command does not call it done', async () => {
  const code = 'def solution(x):\n    return x\n';
  const rows = [
    { id: 'good', code, tests: ['assert solution(1) == 1'] },
    { id: 'syntax', code, tests: ['assert solution(1) == = 1'] },
    { id: 'endless', code, entry_point: 'solution', tests: 'def check(candidate):\n    while True: pass\n' },
    { id: 'name', code: `${code}N = 1\n`, tests: ['assert solution(N) == 1'] },
    { id: 'unclear', code, tests: ['assert True'] },
  ];
  const path = join(folder, 'unjudged.jsonl');
  writeFileSync(path, rows.map((row) => JSON.stringify(row)).join('\n'));
  const { status, stderr, json } = await greenbar('grade', path);
  expect(json.map((row) => (row as GradeResult).outcome)).toEqual([
    'passed',
    'infra_error',
    'infra_error',
    'infra_error',
    'infra_error',
  ]);
  expect(stderr).toContain('unjudged.jsonl, line 5: entry_point: expected the name of the tested function');
  expect(stderr).toContain('1 graded\n4 of 5 could not be judged: syntax, endless, name, unclear\n');
  expect(status).toBe(1);
});

test('a file of several batches, and a row that fits into no message, twice', async () => {
  const code = 'def solution(n):\n    return list(range(n))\n';
  // 200,000 integers take more than one message of the browser, 50,000 a batch of their own.
  const rows = [50_000, 200_000, 3, 4, 50_000].map((n, id) => {
    const expected = Array.from({ length: n }, (_, i) => (id === 3 ? -i : i));
    return { id, code, tests: [{ args: [n], expected }] };
  });
  const path = join(folder, 'large.jsonl');
  writeFileSync(path, rows.map((row) => JSON.stringify(row)).join('\n'));
  const { results } = await grade(path, '--twice');
  expect(results.map(({ id, outcome }) => [id, outcome])).toEqual([
    ['0', 'passed'],
    ['1', 'passed'],
    ['2', 'passed'],
    ['3', 'wrong_answer'],
    ['4', 'passed'],
  ]);
});

test('grade pays for public and reward tests, and not for hidden ones', async () => {
  const on = (x: number, expected: number) => ({ args: [x], expected });
  const tests = { public: [on(1, 1)], reward: [on(2, 2), on(3, 0)], hidden: [on(4, 0)] };
  const path = join(folder, 'kinds.jsonl');
  const row = { id: 'a', code: 'def solution(x):\n    return x\n', problem: { id: 'p', text: 'x', tests } };
  writeFileSync(path, JSON.stringify(row));
  expect((await grade(path)).results[0]).toMatchObject({ passed: 2, total: 4, reward: 2 / 3 });
});

test('twice: two orders, one verdict each; grants and undo come from the row', async () => {
  const counter = 'n = 0\ndef solution(x):\n    global n\n    n += x\n    print(n)\n    return n\n';
  const tests = [
    { args: [1], expected: 1 },
    { args: [2], expected: 2 },
  ];
  const rows = [
    { id: 'kept', code: counter, tests },
    { id: 'undone', code: counter, tests, undo: 'test', allow: ['stdout'] },
    { id: 'raises', code: 'def solution(x):\n    return x / 0\n', tests },
    {
      id: 'file',
      code: 'def solution(x):\n    return int(open("numbers.txt").read()) * x\n',
      tests,
      allow: [{ file: 'numbers.txt', text: '1\n' }],
    },
  ];
  const path = join(folder, 'twice.jsonl');
  writeFileSync(path, rows.map((row) => JSON.stringify(row)).join('\n'));
  const { stderr, results } = await grade(path, '--twice');
  expect(stderr).toContain('4 graded');
  expect(results.map(({ id, outcome, flaky }) => [id, outcome, flaky])).toEqual([
    ['kept', 'wrong_answer', undefined],
    ['undone', 'passed', undefined],
    ['raises', 'runtime_error', undefined],
    ['file', 'passed', undefined],
  ]);
  expect(results[1]!.stdout).toBe('1\n2\n');
  expect(results[2]).toMatchObject({ line: 2, traceback: [{ line: 2, name: 'solution' }] });
  expect(results[3]!.ledger).toEqual([{ kind: 'file', detail: 'open numbers.txt', count: 2, refused: false }]);
  for (const one of results) expect(one.wall_ms).toBeGreaterThan(0);
});

test('a reader that has enough ends the command quietly', async () => {
  const row = { code: 'def solution(x):\n    return x\n', tests: [{ args: [1], expected: 1 }] };
  const path = join(folder, 'many.jsonl');
  writeFileSync(path, Array.from({ length: 200 }, (_, id) => JSON.stringify({ id, ...row })).join('\n'));
  const child = startGreenbar(['grade', path]);
  child.stdout!.once('data', () => child.stdout!.destroy());
  const { status, stderr } = await finish(child);
  expect(stderr).not.toMatch(/Error|EPIPE| at /);
  expect(status).toBe(1);
});

test.skipIf(!existsSync('/dev/full'))('a full device is one sentence', async () => {
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', '--help'], {
    cwd: ROOT,
    stdio: ['ignore', full, 'pipe'],
  });
  let stderr = '';
  child.stderr!.on('data', (chunk) => {
    stderr += chunk;
  });
  const status = await new Promise((resolve) => child.on('close', resolve));
  closeSync(full);
  expect(stderr).toBe('stdout: expected to write it, but the device is full\n');
  expect(status).toBe(1);
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
