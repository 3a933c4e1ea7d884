/** Fresh tests: seeded, different, computed by the reference on copies, and errors that name the culprit. */

import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { repr } from '../../core/repr.ts';
import type { Problem } from '../../core/types.ts';
import { parseProblems } from '../../problems/format.ts';
import { nodeEngine, nodeServices } from '../node.ts';
import { DEFAULT_FRESH } from './budgets.ts';

const INPUTS = 'def inputs(random, size):\n    return [[random.randint(-9, 9) for _ in range(size)]]\n';
const REFERENCE = 'def solution(xs):\n    return sum(xs)\n';

const problemOf = (sources: Partial<Problem>): Problem => ({
  id: 'p',
  text: 'Do it.',
  entryPoint: 'solution',
  compare: 'python',
  tests: { public: [], reward: [], hidden: [] },
  ...sources,
});

const fresh = (sources: Partial<Problem>, seed = 1, count = 20, size = 20) =>
  nodeServices.freshTests(problemOf(sources), { seed, count, size });

const lines = async (sources: Partial<Problem>, ...rest: number[]) =>
  (await fresh(sources, ...rest)).map(({ args, expected }) => `${args.map(repr).join(', ')} -> ${repr(expected)}`);

afterEach(async () => {
  expect((await nodeEngine()).state.pristine).toBe(true);
});

test('the same seed gives the same tests, another seed others; the first are these in every browser', async () => {
  const first = await lines({ inputs: INPUTS, reference: REFERENCE });
  expect(await lines({ inputs: INPUTS, reference: REFERENCE })).toEqual(first);
  expect(await lines({ inputs: INPUTS, reference: REFERENCE }, 2)).not.toEqual(first);
  // random.Random(1).randint(-9, 9), as CPython draws it.
  expect(first.slice(0, 3)).toEqual(['[-5] -> -5', '[9, -7] -> 2', '[-1, -6, 6] -> -1']);
});

test('sizes grow from 1 to the one asked for, and no arguments come twice', async () => {
  const tests = await fresh({ inputs: INPUTS, reference: REFERENCE }, 1, 12, 34);
  const sizes = tests.map(({ args }) => (args[0]?.type === 'list' ? args[0].items.length : 0));
  expect(sizes).toEqual([1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 34]);
  const small = await lines({
    inputs: 'def inputs(random, size):\n    return [random.randint(0, 2)]\n',
    reference: 'def solution(n):\n    return n\n',
  });
  expect(small.toSorted()).toEqual(['0 -> 0', '1 -> 1', '2 -> 2']);
  const alike = await lines({
    inputs: 'def inputs(random, size):\n    return [random.choice([1, 1.0, True])]\n',
    reference: 'def solution(n):\n    return n\n',
  });
  expect(alike.toSorted()).toEqual(['1 -> 1', '1.0 -> 1.0', 'True -> True']);
});

test('a reference that changes its arguments spoils no test', async () => {
  const reference = 'def solution(xs):\n    xs.sort()\n    return xs.pop()\n';
  const tests = await fresh({ inputs: INPUTS, reference }, 1, 5, 5);
  expect(tests.map(({ args }) => (args[0]?.type === 'list' ? args[0].items.length : 0))).toEqual([1, 2, 3, 4, 5]);
});

test('a reference may return what counts as plain data', async () => {
  const reference = 'import collections\n\ndef solution(xs):\n    return collections.Counter(xs)\n';
  const [one] = await fresh({ inputs: INPUTS, reference }, 1, 1, 2);
  expect(one!.expected.type).toBe('dict');
});

describe('errors name the culprit', () => {
  test.each<readonly [string, Partial<Problem>, string]>([
    ['no generator', { reference: REFERENCE }, 'expected a generator under "inputs", got none'],
    ['no reference', { inputs: INPUTS }, 'expected a program under "reference", got none'],
    [
      'the generator does not compile',
      { inputs: 'def inputs(random, size):\n    return [\n', reference: REFERENCE },
      "inputs: SyntaxError: '[' was never closed, line 2 (seed 1, size 1)",
    ],
    [
      'the generator has another name',
      { inputs: 'def make(random, size): pass', reference: REFERENCE },
      "inputs: NameError: name 'inputs' is not defined (seed 1, size 1)",
    ],
    [
      'the generator fails at one size',
      {
        inputs: 'def inputs(random, size):\n    n = 3\n    return [1 // (n - size)]\n',
        reference: 'def solution(n):\n    return n\n',
      },
      'inputs: ZeroDivisionError: division by zero, line 3 (seed 1, size 3)',
    ],
    [
      'the generator gives no list',
      { inputs: 'def inputs(random, size):\n    return 5\n', reference: REFERENCE },
      'inputs: expected a list of arguments, got int (seed 1, size 1)',
    ],
    [
      'the generator gives what is not plain data',
      { inputs: 'def inputs(random, size):\n    return [x for x in [iter([])]]\n', reference: REFERENCE },
      'inputs: value: expected plain data, got list_iterator (seed 1, size 1)',
    ],
    [
      'the generator never ends',
      { inputs: 'def inputs(random, size):\n    while True:\n        pass\n', reference: REFERENCE },
      'inputs: step budget: more than 20000 ticks',
    ],
    [
      'the reference does not compile',
      { inputs: INPUTS, reference: 'def solution(xs:\n' },
      "reference: SyntaxError: '(' was never closed, line 1",
    ],
    [
      'the reference has another name',
      { inputs: INPUTS, reference: 'def f(xs): pass' },
      "reference: NameError: name 'solution' is not defined",
    ],
    [
      'the reference fails on some arguments',
      {
        inputs: 'def inputs(random, size):\n    return [[0] * (size - 1)]\n',
        reference: 'def solution(xs):\n    y = 1\n    return xs[2]\n',
      },
      'reference: IndexError: list index out of range, line 3 (seed 1, arguments ([],))',
    ],
    [
      'the reference returns what is not plain data',
      { inputs: INPUTS, reference: 'def solution(xs):\n    return map(abs, xs)\n' },
      'reference: value: expected plain data, got map (seed 1, arguments ([-5],))',
    ],
    [
      'the reference never ends',
      { inputs: INPUTS, reference: 'def solution(xs):\n    while True:\n        pass\n', limits: { ticksPerTest: 50 } },
      'reference: step budget: more than 50 ticks',
    ],
  ])('%s', async (_name, sources, sentence) => {
    await expect(fresh(sources)).rejects.toThrow(`problem "p": ${sentence}`);
    // The next problem is served as ever.
    expect(await fresh({ inputs: INPUTS, reference: REFERENCE }, 1, 2, 2)).toHaveLength(2);
  });
});

test('every problem of the lecture has fresh tests, and its reference passes them', async () => {
  const file = new URL('../../../public/problems/lecture.json', import.meta.url);
  for (const problem of parseProblems(readFileSync(file, 'utf8'), 'lecture')) {
    const tests = await nodeServices.freshTests(problem, { ...DEFAULT_FRESH, seed: 7 });
    expect(tests.length, problem.id).toBeGreaterThan(10);
    const { id, entryPoint, compare, limits } = problem;
    const [verdict] = await nodeServices.run([
      {
        code: problem.reference!,
        entryPoint,
        tests: { type: 'values', tests, compare },
        ...(limits === undefined ? {} : { limits }),
      },
    ]);
    expect([id, verdict!.outcome]).toEqual([id, 'passed']);
  }
});
