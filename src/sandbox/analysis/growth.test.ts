/** Growth of known programs, measured in the sandbox. */

import { afterEach, describe, expect, test } from 'vitest';
import type { GrowthLabel } from '../../core/analysis.ts';
import type { Problem } from '../../core/types.ts';
import { nodeEngine, nodeServices } from '../node.ts';

const problemOf = (inputs?: string): Problem => ({
  id: 'p',
  text: 'Do it.',
  entryPoint: 'f',
  compare: 'python',
  tests: { public: [], reward: [], hidden: [] },
  ...(inputs === undefined ? {} : { inputs }),
});
const generator = (expression: string) => problemOf(`def inputs(random, size):\n    return ${expression}\n`);

const NUMBERS = generator('[[random.randint(-20, 20) for _ in range(size)]]');
const NATURAL = generator('[random.randint(0, size)]');
const SORTED = generator('[sorted(random.sample(range(9 * size), size)), random.randint(0, 9 * size)]');

async function growth(problem: Problem, code: string) {
  const [found] = await nodeServices.growth([{ problem, code }]);
  return found!;
}

afterEach(async () => {
  expect((await nodeEngine()).state.pristine).toBe(true);
});

const PAIRS =
  'def f(xs):\n    n = 0\n    for i in range(len(xs)):\n        for j in range(i):\n            n += xs[i] == xs[j]\n    return n\n';
const FIBONACCI = 'def f(n):\n    return n if n < 2 else f(n - 1) + f(n - 2)\n';

describe('known programs', () => {
  test.each<readonly [string, Problem, string, GrowthLabel | null]>([
    ['a loop', NUMBERS, 'def f(xs):\n    t = 0\n    for x in xs:\n        t += x\n    return t\n', 'O(n)'],
    ['a loop within C', NUMBERS, 'def f(xs):\n    return sum(xs)\n', 'O(n)'],
    ['a generator', NUMBERS, 'def f(xs):\n    return max(x * x for x in xs)\n', 'O(n)'],
    ['recursion over a list', NUMBERS, 'def f(xs):\n    return 0 if not xs else xs[0] + f(xs[1:])\n', 'O(n)'],
    [
      'recursion that ends in a RecursionError for large inputs',
      generator('[list(range(4 * size))]'),
      'def f(xs):\n    return 0 if not xs else xs[0] + f(xs[1:])\n',
      'O(n)',
    ],
    ['pairs', NUMBERS, PAIRS, 'O(n²)'],
    [
      'triples',
      NUMBERS,
      'def f(xs):\n    n = 0\n    for a in xs:\n        for b in xs:\n            for c in xs:\n                n += a == b == c\n    return n\n',
      'O(n³)',
    ],
    [
      'merge sort',
      NUMBERS,
      'def f(xs):\n    if len(xs) < 2:\n        return xs\n    m = len(xs) // 2\n    a, b = f(xs[:m]), f(xs[m:])\n    out = []\n    while a and b:\n        out.append((a if a[0] <= b[0] else b).pop(0))\n    return out + a + b\n',
      'O(n)',
    ],
    ['naive Fibonacci', NATURAL, FIBONACCI, 'exponential'],
    ['Fibonacci with a memory', NATURAL, `from functools import lru_cache\n\n@lru_cache(None)\n${FIBONACCI}`, 'O(n)'],
    [
      'Fibonacci in a loop',
      NATURAL,
      'def f(n):\n    a, b = 0, 1\n    for _ in range(n):\n        a, b = b, a + b\n    return a\n',
      'O(n)',
    ],
    [
      'all subsets',
      NUMBERS,
      'def f(xs):\n    if not xs:\n        return [[]]\n    r = f(xs[1:])\n    return r + [[xs[0]] + s for s in r]\n',
      'exponential',
    ],
    [
      'all orders',
      NUMBERS,
      'import itertools\n\ndef f(xs):\n    return sum(1 for _ in itertools.permutations(xs))\n',
      'exponential',
    ],
    ['a formula', NATURAL, 'def f(n):\n    return n * (n + 1) // 2\n', 'O(1)'],
    [
      'bisection',
      SORTED,
      'def f(xs, x):\n    lo, hi = 0, len(xs)\n    while lo < hi:\n        m = (lo + hi) // 2\n        if xs[m] < x:\n            lo = m + 1\n        else:\n            hi = m\n    return lo\n',
      'O(1)',
    ],
    ['sorting within one C call, which nothing counts', NUMBERS, 'def f(xs):\n    return sorted(xs)\n', null],
    ['does not compile', NUMBERS, 'def f(xs:\n', null],
    ['fails early', NUMBERS, 'def f(xs):\n    return xs[3]\n', null],
    ['never ends', NUMBERS, 'def f(xs):\n    while True:\n        pass\n', null],
    ['no generator', problemOf(), 'def f(xs):\n    return xs\n', null],
    ['a generator that fails', generator('[1 // 0]'), 'def f(xs):\n    return xs\n', null],
  ])('%s', async (_name, problem, code, label) => {
    expect((await growth(problem, code))?.label ?? null).toBe(label);
  });
});

test('the same numbers every time, whatever ran before', async () => {
  const first = await growth(NUMBERS, PAIRS);
  await growth(NATURAL, FIBONACCI);
  expect(await growth(NUMBERS, PAIRS)).toEqual(first);
  // One iteration in the inner loop is one part of a tick, of which there are 51.
  const at = (size: number) => first!.points.find((point) => point.size === size)!.ticks * 51;
  expect(at(256) - at(128)).toBeGreaterThan((256 * 255 - 128 * 127) / 2);
});

test('equal programs are measured once, answers come in order', async () => {
  const loop = 'def f(xs):\n    for x in xs:\n        pass\n';
  const found = await nodeServices.growth([loop, PAIRS, loop].map((code) => ({ problem: NUMBERS, code })));
  expect(found.map((one) => one?.label)).toEqual(['O(n)', 'O(n²)', 'O(n)']);
  expect(found[2]).toBe(found[0]);
});
