/** Behaviours of known programs on the real engine: values, failures, what must not be told apart, and what is no behaviour. */

import { afterEach, describe, expect, test } from 'vitest';
import { publicProblems } from '../../../test/support/public-problems.ts';
import { isFailureText } from '../../core/behaviour.ts';
import type { Problem } from '../../core/types.ts';
import { nodeEngine, nodeServices } from '../node.ts';

const COUNT_UP = 'def inputs(random, size):\n    return [size]\n';

const problemOf = (more: Partial<Problem> = {}): Problem => ({
  id: 'p',
  text: 'Do it.',
  entryPoint: 'f',
  compare: 'python',
  tests: { public: [], reward: [], hidden: [] },
  inputs: COUNT_UP,
  ...more,
});

async function probe(code: string, problem = problemOf(), count = 3) {
  const [result] = await nodeServices.probe([{ problem, code }], { seed: 1, count, size: count });
  return result!;
}

const outputs = async (code: string, problem?: Problem, count?: number) => {
  const result = await probe(code, problem, count);
  if ('error' in result) throw new Error(result.error);
  return result.outputs;
};

const returning = (expression: string) => `def f(n):\n    return ${expression}\n`;

afterEach(async () => {
  expect((await nodeEngine()).state.pristine).toBe(true);
});

describe('one text per input', () => {
  test.each<readonly [string, string, readonly string[]]>([
    ['values', returning('[n, str(n)]'), ['[1, "1"]', '[2, "2"]', '[3, "3"]']],
    ['an exception at one input', returning('1 // (n - 2)'), ['-1', 'ERR:ZeroDivisionError', '1']],
    ['the message does not matter', 'def f(n):\n    raise KeyError(n)\n', Array(3).fill('ERR:KeyError')],
    [
      'an exception of its own',
      'class Odd(Exception): pass\ndef f(n):\n    raise Odd(object())\n',
      Array(3).fill('ERR:Odd'),
    ],
    ['a loop without end', 'def f(n):\n    while n == 2: pass\n    return n\n', ['1', 'TIMEOUT', '3']],
    ['too much memory', 'def f(n):\n    return len("x" * (1 << 29)) if n == 2 else n\n', ['1', 'MEMORY', '3']],
    ['too much output', 'def f(n):\n    print("x" * 70000 if n == 3 else "")\n', ['None', 'None', 'OUTPUT']],
    [
      'bytecode that crashes the interpreter',
      'import dis\ndef f(n):\n    if n != 2: return n\n    op = dis.opmap\n    far = op["EXTENDED_ARG"]\n    code = bytes([op["RESUME"], 0, far, 16, far, 0, far, 0, op["LOAD_CONST"], 0, op["RETURN_VALUE"], 0])\n    return type(f)((lambda: 0).__code__.replace(co_code=code), {})()\n',
      ['1', 'CRASH', '3'],
    ],
    ['what is refused', 'def f(n):\n    return open("/etc/passwd").read()\n', Array(3).fill('FORBIDDEN')],
    ['leaving', 'import sys\ndef f(n):\n    sys.exit(0)\n', Array(3).fill('ERR:SystemExit')],
    [
      'leaving for good',
      'import os\ndef f(n):\n    os._exit(0) if n == 1 else n\n',
      ['ERR:SystemExit', 'None', 'None'],
    ],
    ['recursion without end', 'def f(n):\n    return f(n + 1)\n', Array(3).fill('ERR:RecursionError')],
    ['an unhashable member', returning('{[n]}'), Array(3).fill('ERR:TypeError')],
    ['does not compile', 'def f(n:\n', Array(3).fill('ERR:SyntaxError')],
    ['no such function', 'def g(n):\n    return n\n', Array(3).fill('ERR:NameError')],
    ['a module body that fails', '1 // 0\n', Array(3).fill('ERR:ZeroDivisionError')],
    [
      'what is no plain data',
      'def f(n):\n    return (i for i in [n])\n',
      Array(3).fill('OPAQUE:value: expected plain data, got generator'),
    ],
    ['memory between calls', 'seen = []\ndef f(n):\n    seen.append(n)\n    return len(seen)\n', ['1', '2', '3']],
    [
      'a state that a kill throws away',
      'seen = []\ndef f(n):\n    seen.append(n)\n    while n == 2: pass\n    return seen\n',
      ['[1]', 'TIMEOUT', '[3]'],
    ],
  ])('%s', async (_name, code, expected) => {
    expect(await outputs(code)).toEqual(expected);
  });

  test('a list that holds itself', async () => {
    const [first] = await outputs('def f(n):\n    xs = [n]\n    xs.append(xs)\n    return xs\n');
    expect(first).toMatch(/^OPAQUE:/);
  });

  test('undo between calls, where the problem asks for it', async () => {
    const code = 'seen = []\ndef f(n):\n    seen.append(n)\n    return len(seen)\n';
    expect(await outputs(code, problemOf({ undo: 'test' }))).toEqual(['1', '1', '1']);
  });

  test('a grant of the problem holds', async () => {
    const problem = problemOf({ allow: [{ type: 'file', path: '/data.txt', text: 'hi' }] });
    expect(await outputs('def f(n):\n    return open("/data.txt").read()\n', problem)).toEqual(Array(3).fill('"hi"'));
  });

  test('never more than the whole budget of a few calls for a program that never ends', async () => {
    expect(await outputs('def f(n):\n    while True: pass\n', problemOf(), 12)).toEqual(Array(12).fill('TIMEOUT'));
  });
});

describe('behaviours that are equal', () => {
  const same = async (a: string, b: string, compare: Problem['compare'] = 'python') => {
    const problem = problemOf({ compare });
    const [first, second] = [await outputs(returning(a), problem), await outputs(returning(b), problem)];
    return first.join('\n') === second.join('\n');
  };

  test.each([
    ['1', 'True'],
    ['n', 'float(n)'],
    ['n', 'complex(n)'],
    ['{1, 2, n + 5}', '{n + 5, 2.0, True}'],
    ['{n}', 'frozenset([n])'],
    ['{"a": 1, "b": n}', '{"b": n, "a": True}'],
    ['[float("nan")]', '[float("nan") * n]'],
    ['-0.0', '0'],
    ['10 ** 4000 * n', '10 ** 4000 * n'],
    ['2 ** 70 * n', 'float(2 ** 70) * n'],
    ['set(range(5000))', 'set(reversed(range(5000)))'],
  ])('%s and %s', async (a, b) => {
    expect(await same(a, b)).toBe(true);
  });

  test.each([
    ['[n]', '(n,)'],
    ['"1"', 'b"1"'],
    ['"ERR:KeyError"', '{}[n]'],
    ['10 ** 4000 * n', '10 ** 4000 * n + 1'],
    ['2 ** 53 + n', 'float(2 ** 53 + n)'],
    ['set()', '{}'],
    ['list(range(5000))', 'list(reversed(range(5000)))'],
  ])('but not %s and %s', async (a, b) => {
    expect(await same(a, b)).toBe(false);
  });

  test('types count where the problem compares strictly', async () => {
    expect(await same('1', 'True', 'strict')).toBe(false);
    expect(await same('n', 'float(n)', 'strict')).toBe(false);
    expect(await same('{n}', 'frozenset([n])', 'strict')).toBe(false);
    expect(await same('{2, 1}', '{1, 2}', 'strict')).toBe(true);
  });
});

test('the inputs are those of the generator, seeded, different, and the same for every program', async () => {
  const problem = problemOf({
    inputs: 'def inputs(random, size):\n    return [[random.randint(-9, 9) for _ in range(size)]]\n',
  });
  // random.Random(1).randint(-9, 9), as CPython draws it.
  expect(await outputs(returning('n'), problem)).toEqual(['[-5]', '[9, -7]', '[-1, -6, 6]']);
  expect(await outputs('def f(n):\n    n.clear()\n    return n\n', problem)).toEqual(['[]', '[]', '[]']);
  expect(await outputs(returning('n'), problem)).toEqual(['[-5]', '[9, -7]', '[-1, -6, 6]']);
  const [other] = await nodeServices.probe([{ problem, code: returning('n') }], { seed: 2, count: 3, size: 3 });
  expect(other).not.toEqual({ outputs: ['[-5]', '[9, -7]', '[-1, -6, 6]'] });
});

describe('no behaviour', () => {
  test.each<readonly [string, Partial<Problem>, string]>([
    [
      'a generator that fails',
      { inputs: 'def inputs(random, size):\n    return [1 // 0]\n' },
      'inputs: ZeroDivisionError: division by zero, line 2 (seed 1, size 1)',
    ],
    ['the wall clock', { limits: { wallMs: 0 } }, 'wall clock: the program used up its time'],
  ])('%s', async (_name, more, sentence) => {
    expect(await probe(returning('n'), problemOf(more))).toEqual({ error: `problem "p": ${sentence}` });
  });

  test('no generator', async () => {
    const { inputs: _, ...problem } = problemOf();
    expect(await probe(returning('n'), problem)).toEqual({
      error: 'problem "p": expected a generator under "inputs", got none',
    });
  });
});

test.each([
  ['lecture', []],
  ['phrasings', []],
  // Its generator seldom makes a word without spaces around it.
  ['compositions', ['composition/string.has.spaces']],
] as const)('the references of %s have a value on every input, and not the same on all', async (name, constant) => {
  const problems = await publicProblems(name);
  const jobs = problems.map((problem) => ({ problem, code: problem.reference! }));
  const results = await nodeServices.probe(jobs, { seed: 1, count: 32, size: 20 });
  const texts = results.map((result) => ('outputs' in result ? result.outputs : [`ERR:${result.error}`]));
  expect(texts.flat().filter(isFailureText)).toEqual([]);
  expect(problems.filter((_, i) => new Set(texts[i]).size === 1).map(({ id }) => id)).toEqual(constant);
});

test('programs leave nothing to each other, and the same program is run once', async () => {
  const spoil = 'import builtins\nbuiltins.len = lambda x: 99\ndef f(n):\n    return len([])\n';
  const honest = returning('len([n])');
  const jobs = [spoil, honest, spoil].map((code) => ({ problem: problemOf(), code }));
  const found = await nodeServices.probe(jobs, { seed: 1, count: 2, size: 2 });
  expect(found).toEqual([{ outputs: ['99', '99'] }, { outputs: ['1', '1'] }, { outputs: ['99', '99'] }]);
  expect(found[2]).toBe(found[0]);
});
