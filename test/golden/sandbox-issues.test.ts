/** Public bug reports about running and comparing programs, reduced to small inputs (test/cases/issues). */

import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { TestCase, Verdict } from '../../src/core/types.ts';
import { py } from '../../src/core/value-make.ts';
import type { Engine } from '../../src/sandbox/judging/engine.ts';
import { nodeEngine } from '../../src/sandbox/node.ts';

interface IssueCase {
  readonly id: string;
  readonly minimal_input: Readonly<Record<string, unknown>>;
}

const cases = JSON.parse(
  readFileSync(new URL('../cases/issues/issue_cases.json', import.meta.url), 'utf8'),
) as readonly IssueCase[];

function input<T>(id: string): T {
  const found = cases.find((c) => c.id === id);
  if (found === undefined) throw new Error(`issue cases: expected ${id}, got ${cases.map((c) => c.id).join(', ')}`);
  return found.minimal_input as T;
}

let engine: Engine;
beforeAll(async () => {
  engine = await nodeEngine();
});

const limits = { ticksPerTest: 50_000, fuelPerTest: 500_000, wallMs: 120_000 };
const judge = (code: string, tests: readonly TestCase[]): Verdict =>
  engine.judge({ code, entryPoint: 'solution', tests: { type: 'values', tests, compare: 'python' }, limits });
const sum: readonly TestCase[] = [{ args: [py(1), py(2)], expected: py(3) }];

test('tests are really run, and one that fails lowers the reward', () => {
  const { entry_point, code, tests } = input<{ entry_point: string; code: string; tests: string[] }>('tests-not-run');
  const passed = (asserts: readonly string[]) => {
    const verdict = engine.judge({
      code,
      entryPoint: entry_point,
      tests: { type: 'asserts', asserts, setup: '' },
      limits,
    });
    return [verdict.passed, verdict.total];
  };
  expect(passed(tests)).toEqual([tests.length, tests.length]);
  const [first = ''] = tests;
  expect(passed([first, `assert ${entry_point}([1.0, 2.0, 3.0], 0.5) == False`])).toEqual([1, 2]);
});

test('the fraction comes from all tests, also after a failure', () => {
  const { code } = input<{ code: string }>('second-pass-differs');
  const tests = Array.from({ length: 12 }, (_, i) => ({ args: [py(i + 1)], expected: py(i + 1) }));
  expect(judge(code, tests)).toMatchObject({ passed: 10, total: 12, outcome: 'wrong_answer' });
});

test('a no-break space is a syntax error whose message names the character', () => {
  const { code } = input<{ code: string }>('nbsp-in-code');
  expect(judge(code, sum)).toMatchObject({ outcome: 'syntax_error', error: expect.stringContaining('U+00A0') });
});

test('a loop that prints without end stops, and the next program is judged normally', () => {
  const { code } = input<{ code: string }>('interrupt-with-print-loop');
  expect(judge(code, sum).outcome).toBe('output_limit');
  expect(judge('def solution(a, b):\n    return a + b\n', sum).outcome).toBe('passed');
});

test('tight loops end at the same limit', () => {
  const { codes } = input<{ codes: string[] }>('tight-loop-not-interrupted');
  const ran = codes.map((code) => judge(code, [{ args: [], expected: py(null) }]));
  expect(ran.map(({ outcome }) => outcome)).toEqual(codes.map(() => 'timeout'));
  // The loop over a range runs out of iterator steps instead of ticks.
  expect(ran.slice(0, 2).map(({ ticks }) => ticks)).toEqual([50_001, 50_001]);
});

test('after a runaway recursion imports still work', () => {
  const { first, then } = input<{ first: string; then: string }>('recursion-is-fatal');
  expect(judge(first, sum)).toMatchObject({
    outcome: 'runtime_error',
    error: expect.stringContaining('RecursionError'),
  });
  expect(judge(then, sum).outcome).toBe('passed');
});
