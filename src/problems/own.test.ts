/** A problem on its way: every field says what is wrong with it, and nothing that was typed or imported is lost. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Problem, TestCase } from '../core/types.ts';
import { py } from '../core/value-make.ts';
import { anyValue } from './arbitrary.testing.ts';
import {
  EMPTY_FORM,
  type ExampleRow,
  formOf,
  freeName,
  nameFrom,
  type ProblemForm,
  readForm,
  setSomeApart,
} from './own.ts';
import { writeProblem } from './write.ts';

const NONE: ReadonlySet<string> = new Set();
const row = (args: string, expected: string, kind: ExampleRow['kind'] = 'public'): ExampleRow => ({
  args,
  expected,
  kind,
});
const form = (changes: Partial<ProblemForm> = {}): ProblemForm => ({
  ...EMPTY_FORM,
  text: 'Write a function that returns the sum of a list',
  tests: [row('[1, 2]', '3'), row('[]', '0', 'reward'), row('[5]', '5', 'hidden')],
  ...changes,
});

const anySuite: fc.Arbitrary<readonly TestCase[]> = fc.uniqueArray(
  fc.record({ args: fc.array(anyValue, { maxLength: 3 }), expected: anyValue }),
  { minLength: 1, maxLength: 5, selector: ({ args }) => writeProblem(problemOf([{ args, expected: py(0) }])) },
);

function problemOf(tests: readonly TestCase[]): Problem {
  const [first, ...others] = tests;
  const half = Math.ceil(others.length / 2);
  const suite = { public: [first!], reward: others.slice(0, half), hidden: others.slice(half) };
  return { id: 'any', text: 'any task', entryPoint: 'solution', tests: suite, compare: 'python' };
}

test('a form of any problem reads as that problem', () => {
  fc.assert(
    fc.property(anySuite, (tests) => {
      const problem = { ...problemOf(tests), reference: 'def solution(*x):\n    return 1\n', limits: { wallMs: 9 } };
      expect(readForm(formOf(problem), NONE)).toMatchObject({ problem, faults: {} });
    }),
  );
});

test('tests that are public and reward both stand once, and pay as public ones', () => {
  const tests = [{ args: [py(1)], expected: py(2) }];
  const problem: Problem = { ...problemOf(tests), tests: { public: tests, reward: tests, hidden: [] } };
  expect(formOf(problem).tests).toEqual([row('1', '2')]);
});

describe('what is wrong', () => {
  const faults = (changes: Partial<ProblemForm>, taken = NONE) => readForm(form(changes), taken).faults;

  test.each<[Partial<ProblemForm>, object]>([
    [{}, {}],
    [{ text: ' ' }, { text: 'expected a sentence that says what the function does' }],
    [{ entryPoint: 'two words' }, { entryPoint: 'expected a name that Python accepts, such as solution' }],
    [{ entryPoint: 'lambda' }, { entryPoint: 'expected a name that Python accepts, such as solution' }],
    [{ id: 'taken' }, { id: 'expected a name that no other problem has, got "taken"' }],
    [
      { tests: [row('', '')] },
      { tests: 'expected at least one public or reward test: nothing else can be learned from' },
    ],
    [
      { tests: [row('1', '2', 'hidden')] },
      { tests: 'expected at least one public or reward test: nothing else can be learned from' },
    ],
    [{ tests: [row('[1', '2')] }, { 'args 0': 'column 3: expected , or ], got the end' }],
    [{ tests: [row('1', 'abc')] }, { 'expected 0': 'column 1: expected plain data, got abc' }],
    [{ tests: [row('1', '2'), row('3', '')] }, { 'expected 1': 'expected what the call returns' }],
    [{ tests: [row('1', '2'), row(' 1', '2')] }, { 'args 1': 'expected every call once, got that of test 1 again' }],
    [
      { tests: [row('1', '2'), row('1', '3')] },
      { 'args 1': 'expected one result for a call, got another one in test 1' },
    ],
    [{ tests: [row('[1,\n2,\nx]', '2')] }, { 'args 0': 'line 3, column 1: expected plain data, got x' }],
  ])('%j', (changes, expected) => {
    expect(faults(changes, new Set(['taken']))).toEqual(expected);
  });

  test('1 and 1.0 and True are different calls', () => {
    expect(faults({ tests: [row('1', '2'), row('1.0', '3'), row('True', '4')] })).toEqual({});
  });

  test('a fault makes no problem, but the calls that can be made are known', () => {
    const { problem, calls } = readForm(
      form({ tests: [row('1', ''), row('[', '2'), row('', ''), row('', '7')] }),
      NONE,
    );
    expect(problem).toBeNull();
    expect(calls).toEqual([
      { row: 0, args: [py(1)], expected: null },
      { row: 3, args: [], expected: py(7) },
    ]);
  });
});

test('a name comes from the text where none is given, and is free', () => {
  expect(readForm(form(), NONE).problem?.id).toBe('returns-the-sum-of-a-list');
  expect(nameFrom('Write a function that doubles n', new Set(['doubles-n', 'doubles-n-2']))).toBe('doubles-n-3');
  expect(nameFrom('日本', NONE)).toBe('problem');
  expect(freeName('x', new Set(['y']))).toBe('x');
});

test('every third test can be set apart', () => {
  const rows = [row('1', '1'), row('', ''), row('2', '2'), row('3', '3'), row('4', '4')];
  expect(setSomeApart(rows).map(({ args, kind }) => `${args} ${kind}`)).toEqual([
    '1 public',
    '2 public',
    '3 hidden',
    '4 public',
  ]);
});
