/** Problems on standard input: the table of programs, budgets of each run, what a verdict tells, and what the analyses make of them. */

import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sameVerdict } from '../../src/core/same-verdict.ts';
import type { Problem, TestCase, Verdict } from '../../src/core/types.ts';
import { py } from '../../src/core/value-make.ts';
import type { Assignment } from '../../src/sandbox/judging/assignment.ts';
import { limitsOf } from '../../src/sandbox/judging/assignment.ts';
import type { Engine } from '../../src/sandbox/judging/engine.ts';
import { createNodeJudge, nodeEngine, nodeServices } from '../../src/sandbox/node.ts';
import { PROCESS_CASES } from '../browsers/cases/processes.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await nodeEngine();
});
afterEach(() => {
  expect(engine.sealed.isPristine()).toBe(true);
});

const runs = (...pairs: readonly (readonly [string, string])[]): TestCase[] =>
  pairs.map(([input, expected]) => ({ args: [py(input)], expected: py(expected) }));

const judge = (code: string, tests: readonly TestCase[], more: Partial<Assignment> = {}): Verdict =>
  engine.judge({ code, entryPoint: '', tests: { type: 'stdin', tests }, ...more });

describe('the table', () => {
  test.each(PROCESS_CASES.map((one) => [one.name, one] as const))('%s', (_, { assignment, check }) => {
    const verdict = engine.judge(assignment);
    expect(check(verdict)).toEqual([]);
    expect(sameVerdict(engine.judge(assignment), verdict)).toBe(true);
  });
});

describe('a verdict', () => {
  const DOUBLE = 'n = int(input())\nprint(2 * n)\n';

  test('shows what was printed, and where an error was raised', () => {
    const verdict = judge(DOUBLE, runs(['3', '6'], ['x', '0'], ['4', '9']));
    expect(verdict).toMatchObject({ outcome: 'runtime_error', passed: 1, total: 3, line: 1, integrity: 'node' });
    expect(verdict.error).toMatch(/^ValueError: invalid literal for int/);
    expect(verdict.perTest.map(({ outcome, got }) => [outcome, got])).toEqual([
      ['passed', "'6\\n'"],
      ['runtime_error', undefined],
      ['wrong_answer', "'8\\n'"],
    ]);
    expect(verdict.perTest[2]!.error).toBe('output: line 1 is not what was expected');
    expect(verdict.traceback).toEqual([{ line: 1, name: '<module>' }]);
  });

  test('a program that does not compile is not run', () => {
    expect(judge('print("x"', runs(['', 'x'], ['', 'y']))).toMatchObject({
      ...{ outcome: 'syntax_error', passed: 0, total: 2, perTest: [], line: 1 },
    });
  });

  test('ticks are those of the runs, the same wherever a run stands in the order', () => {
    const loop = 'for i in range(int(input())): pass\n';
    const alone = judge(loop, runs(['100000', ''])).perTest[0]!.ticks;
    const later = judge(loop, runs(['5', ''], ['400000', ''], ['100000', '']));
    expect(later.perTest[2]!.ticks).toBe(alone);
    expect(later.ticks).toBe(later.perTest.reduce((sum, { ticks }) => sum + ticks, 0));
  });

  test('output is kept for people where it is granted, exits are no refusals', () => {
    const verdict = judge('print(input())\nexit()', runs(['a', 'a'], ['b', 'b']), { allow: [{ type: 'stdout' }] });
    expect(verdict.stdout).toBe('a\nb\n');
    expect(verdict.ledger).toContainEqual({ kind: 'exit', detail: 'sys.exit', refused: false, count: 2 });
    expect(judge('print(1)', runs(['', '1'])).stdout).toBeUndefined();
  });

  test('a granted file is there beside standard input', () => {
    const allow = [{ type: 'file', path: 'words.txt', text: 'abc' }] as const;
    expect(judge('print(open("words.txt").read() + input())', runs(['d', 'abcd']), { allow }).outcome).toBe('passed');
  });
});

describe('budgets', () => {
  const PRINT = 'print("x" * int(input()))\n';

  test('a run may print twice what it must, and the usual budget on top; each run for itself', () => {
    const long = 'x'.repeat(300_000);
    expect(judge(PRINT, runs(['300000', long], ['300000', long])).outcome).toBe('passed');
    expect(judge(PRINT, runs(['300000', long], ['300000', 'x'])).perTest.map(({ outcome }) => outcome)).toEqual([
      'passed',
      'output_limit',
    ]);
    expect(judge(PRINT, runs(['600000', long])).outcome).toBe('wrong_answer');
  });

  test('what a problem says holds', () => {
    const limits = { outputBytes: 10 };
    expect(judge(PRINT, runs(['9', 'xxxxxxxxx'], ['10', 'xxxxxxxxxx']), { limits }).perTest[1]!.error).toBe(
      'output: more than 10 bytes',
    );
  });

  test('the wall clock grows with the number of runs', () => {
    const wall = (count: number) =>
      limitsOf({ code: '', entryPoint: '', tests: { type: 'stdin', tests: runs(...Array(count).fill(['', ''])) } })
        .wallMs;
    expect([wall(0), wall(100)]).toEqual([10_000, 210_000]);
  });

  test('a megabyte in and out', () => {
    const numbers = Array.from({ length: 150_000 }, (_, i) => String(i)).join(' ');
    const code = 'a = list(map(int, input().split()))\nprint(*a)\n';
    const verdict = judge(code, runs([numbers, numbers]), { limits: { wallMs: 120_000 } });
    expect(verdict).toMatchObject({ outcome: 'passed', passed: 1 });
  }, 60_000);
});

describe('what cannot be judged is refused by name', () => {
  test.each(['weak-equality', 'weak-exit'] as const)('%s', (harness) => {
    expect(judge('print(1)', runs(['', '1']), { harness })).toMatchObject({
      outcome: 'infra_error',
      error: `harness: expected sealed for tests on standard input, got ${harness}`,
    });
  });

  test.each<readonly [string, TestCase]>([
    ['two arguments', { args: [py('a'), py('b')], expected: py('a') }],
    ['a number to read', { args: [py(1)], expected: py('a') }],
    ['a number to print', { args: [py('1')], expected: py(1) }],
    ['a lone surrogate', { args: [py('\ud800')], expected: py('') }],
  ])('%s', (_, odd) => {
    const verdict = judge('print(1)', [...runs(['', '1']), odd]);
    expect(verdict.outcome).toBe('infra_error');
    expect(verdict.error).toMatch(/^tests: expected a text for standard input and one to be printed, got others at 1$/);
  });
});

describe('a problem on standard input', () => {
  const problem: Problem = {
    ...{ id: 'double', text: 'Double it.', entryPoint: 'solution', call: 'stdin', compare: 'python' },
    tests: { public: runs(['1', '2']), reward: runs(['2', '4'], ['3', '6']), hidden: runs(['5', '10']) },
    reference: 'print(2 * int(input()))',
    inputs: 'def inputs(random, size):\n    return [str(size) + "\\n"]\n',
  };

  test('is judged in one go, each kind for itself', async () => {
    await using judging = createNodeJudge();
    const [verdicts] = await judging.judge([
      { problem, code: 'n = int(input())\nprint(n * n if n > 4 else n + n)', kinds: ['public', 'reward', 'hidden'] },
    ]);
    expect(verdicts).toMatchObject({
      public: { outcome: 'passed', passed: 1, total: 1 },
      reward: { outcome: 'passed', passed: 2, total: 2 },
      hidden: { outcome: 'wrong_answer', passed: 0, total: 1 },
    });
  });

  test('gets fresh tests from its generator and its reference', async () => {
    const tests = await nodeServices.freshTests(problem, { seed: 1, count: 3, size: 3 });
    expect(tests).toEqual(runs(['1\n', '2\n'], ['2\n', '4\n'], ['3\n', '6\n']));
  });

  test.each([
    ['raises', 'print(1 // 0)', 'reference: ZeroDivisionError: division by zero, line 1 (seed 1, arguments'],
    ['prints no text', 'import sys\nsys.stdout.buffer.write(b"\\xff")', 'reference: printed bytes that are no UTF-8'],
  ])('says so when the reference %s', async (_, reference, why) => {
    const asked = nodeServices.freshTests({ ...problem, reference }, { seed: 1, count: 2, size: 2 });
    await expect(asked).rejects.toThrow(why);
  });

  test('says so when the generator gives no text', async () => {
    const asked = nodeServices.freshTests(
      { ...problem, inputs: 'def inputs(random, size): return [size]' },
      { seed: 1, count: 2, size: 2 },
    );
    await expect(asked).rejects.toThrow('expected one text for standard input');
  });

  test('its programs behave alike when they print the same as far as it counts', async () => {
    const settings = { seed: 1, count: 2, size: 2 };
    const codes = [
      'print(2 * int(input()))',
      'print(float(input()) * 2, " ")',
      'print(input())',
      'import sys\nsys.exit(1)',
    ];
    const results = await nodeServices.probe(
      codes.map((code) => ({ problem, code })),
      settings,
    );
    const outputs = results.map((one) => ('error' in one ? one.error : one.outputs));
    expect(outputs[1]).toEqual(outputs[0]);
    expect(outputs[2]).not.toEqual(outputs[0]);
    expect(outputs[3]).toEqual(['ERR:SystemExit', 'ERR:SystemExit']);
  });

  test('the growth of its programs is measured', async () => {
    const inputs = 'def inputs(random, size):\n    return [str(size)]\n';
    const of = (body: string) => ({ problem: { ...problem, inputs }, code: `n = int(input())\n${body}` });
    const [linear, square] = await nodeServices.growth([
      of('for i in range(100 * n): pass'),
      of('for i in range(n):\n    for j in range(n): pass'),
    ]);
    expect(linear!.exponent).toBeCloseTo(1, 0);
    expect(square!.exponent).toBeCloseTo(2, 0);
  });
});
