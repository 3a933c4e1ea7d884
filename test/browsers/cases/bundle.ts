/** Two hundred candidates with five tests each: twenty small functions and nine ways to get each of them wrong. */

import type { TestCase } from '../../../src/core/types.ts';
import { type Plain, py } from '../../../src/core/value-make.ts';
import { STEPS, type SuiteCase } from './case.ts';

interface Task {
  readonly name: string;
  /** Expression over `x`, which is right. */
  readonly right: string;
  /** Five arguments with what must come. */
  readonly tests: readonly (readonly [Plain, Plain])[];
}

const LISTS: readonly Plain[] = [[3, 1, 2], [], [5, 5], [-1, 0, 1], [10]];
const WORDS: readonly Plain[] = ['abc', '', 'level', 'Hello World', 'aAbB'];
const NUMBERS: readonly Plain[] = [0, 1, 7, 12, 100];
const pairs = (inputs: readonly Plain[], expected: readonly Plain[]) =>
  inputs.map((x, i) => [x, expected[i]!] as const);

const TASKS: readonly Task[] = [
  { name: 'sort', right: 'sorted(x)', tests: pairs(LISTS, [[1, 2, 3], [], [5, 5], [-1, 0, 1], [10]]) },
  { name: 'sum', right: 'sum(x)', tests: pairs(LISTS, [6, 0, 10, 0, 10]) },
  { name: 'length', right: 'len(x)', tests: pairs(LISTS, [3, 0, 2, 3, 1]) },
  { name: 'reversed list', right: 'x[::-1]', tests: pairs(LISTS, [[2, 1, 3], [], [5, 5], [1, 0, -1], [10]]) },
  { name: 'distinct', right: 'len(set(x))', tests: pairs(LISTS, [3, 0, 1, 3, 1]) },
  { name: 'doubled', right: '[2 * y for y in x]', tests: pairs(LISTS, [[6, 2, 4], [], [10, 10], [-2, 0, 2], [20]]) },
  { name: 'largest or None', right: 'max(x, default=None)', tests: pairs(LISTS, [3, null, 5, 1, 10]) },
  { name: 'all positive', right: 'all(y > 0 for y in x)', tests: pairs(LISTS, [true, true, true, false, true]) },
  { name: 'reversed word', right: 'x[::-1]', tests: pairs(WORDS, ['cba', '', 'level', 'dlroW olleH', 'BbAa']) },
  { name: 'upper case', right: 'x.upper()', tests: pairs(WORDS, ['ABC', '', 'LEVEL', 'HELLO WORLD', 'AABB']) },
  { name: 'palindrome', right: 'x == x[::-1]', tests: pairs(WORDS, [false, true, true, false, false]) },
  { name: 'vowels', right: 'sum(c in "aeiou" for c in x.lower())', tests: pairs(WORDS, [1, 0, 2, 3, 2]) },
  { name: 'words', right: 'x.split()', tests: pairs(WORDS, [['abc'], [], ['level'], ['Hello', 'World'], ['aAbB']]) },
  { name: 'swapped case', right: 'x.swapcase()', tests: pairs(WORDS, ['ABC', '', 'LEVEL', 'hELLO wORLD', 'AaBb']) },
  { name: 'square', right: 'x * x', tests: pairs(NUMBERS, [0, 1, 49, 144, 10000]) },
  { name: 'even', right: 'x % 2 == 0', tests: pairs(NUMBERS, [true, false, false, true, true]) },
  { name: 'digits', right: 'sum(map(int, str(x)))', tests: pairs(NUMBERS, [0, 1, 7, 3, 1]) },
  { name: 'binary', right: 'bin(x)[2:]', tests: pairs(NUMBERS, ['0', '1', '111', '1100', '1100100']) },
  {
    name: 'divisors',
    right: '[d for d in range(1, x + 1) if x % d == 0]',
    tests: pairs(NUMBERS, [[], [1], [1, 7], [1, 2, 3, 4, 6, 12], [1, 2, 4, 5, 10, 20, 25, 50, 100]]),
  },
  { name: 'sum up to', right: 'sum(range(x + 1))', tests: pairs(NUMBERS, [0, 1, 28, 78, 5050]) },
];

/** Ways to spoil an expression; the first leaves it right. */
const MUTATIONS: readonly ((right: string) => string)[] = [
  (right) => `def solution(x):\n    return ${right}\n`,
  (right) => `def solution(x):\n    return [${right}]\n`,
  (right) => `def solution(x):\n    return str(${right}) + '!'\n`,
  (right) => `def solution(x):\n    result = ${right}\n`,
  (right) => `def solution(x):\n    if x: return ${right}\n    raise ValueError(x)\n`,
  (right) => `def solution(x):\n    return ${right}.missing\n`,
  (right) => `def solution(x)\n    return ${right}\n`,
  (right) => `def solution(x):\n    while not x: pass\n    return ${right}\n`,
  (right) => `SEEN = []\ndef solution(x):\n    SEEN.append(x)\n    return ${right} if len(SEEN) < 4 else SEEN\n`,
  (right) =>
    `class Same:\n    def __eq__(self, other): return True\ndef solution(x):\n    ${right}\n    return Same()\n`,
];

export const BUNDLE_CASES: readonly SuiteCase[] = TASKS.flatMap(({ name, right, tests }) => {
  const values = tests.map(([x, expected]): TestCase => ({ args: [py(x)], expected: py(expected) }));
  return MUTATIONS.map(
    (mutate, nth): SuiteCase => ({
      name: `bundle: ${name}, way ${nth}`,
      assignment: {
        code: mutate(right),
        entryPoint: 'solution',
        tests: { type: 'values', tests: values, compare: 'python' },
        limits: STEPS,
      },
      check: (verdict) => {
        const right = verdict.passed === tests.length;
        return right === (nth === 0) ? [] : [`way ${nth} passed ${verdict.passed} of ${tests.length}`];
      },
    }),
  );
});
