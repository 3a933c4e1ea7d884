/** Ten problems with a right program and typical wrong ones each: material for the made-up run that the page is drawn with. */

import type { Outcome, Problem, TestCase } from '../../src/core/types.ts';
import { type Plain, py } from '../../src/core/value-make.ts';

export interface FixtureProgram {
  readonly code: string;
  readonly outcome: Outcome;
  /** What the program returns for each visible test; null where it returns nothing. */
  readonly error?: string;
  readonly line?: number;
  /** Visible tests that pass although the program is wrong. */
  readonly lucky?: number;
  readonly got?: string;
}

export interface FixtureProblem {
  readonly problem: Problem;
  readonly right: FixtureProgram;
  readonly wrong: readonly FixtureProgram[];
}

type Row = readonly [...args: Plain[], expected: Plain];

const test = (row: Row): TestCase => ({ args: row.slice(0, -1).map(py), expected: py(row.at(-1)!) });

function entry(
  id: string,
  text: string,
  rows: readonly Row[],
  body: string,
  wrong: readonly FixtureProgram[],
): FixtureProblem {
  const tests = rows.map(test);
  const problem: Problem = {
    id,
    text: `Write a function that ${text}`,
    entryPoint: 'solution',
    tests: { public: tests.slice(0, 2), reward: tests.slice(2), hidden: Array.from({ length: 20 }, () => tests[0]!) },
    compare: 'python',
  };
  return { problem, right: { code: body, outcome: 'passed' }, wrong };
}

const bad = (code: string, got: string, lucky = 2): FixtureProgram => ({ code, outcome: 'wrong_answer', got, lucky });

const broken: FixtureProgram = {
  code: 'def solution(x:\n    return x',
  outcome: 'syntax_error',
  error: "SyntaxError: '(' was never closed",
  line: 1,
};
const unnamed: FixtureProgram = {
  code: 'def solution(values):\n    total = 0\n    for x in values:\n        total += y\n    return total',
  outcome: 'runtime_error',
  error: "NameError: name 'y' is not defined",
  line: 4,
};
const endless: FixtureProgram = {
  code: 'def solution(n):\n    while n > 0:\n        pass\n    return n',
  outcome: 'timeout',
  error: 'tick budget of 200000 used up',
  line: 2,
};
const cut: FixtureProgram = { code: 'def solution(n):\n    result = [n, n, n, n, n, n, n, n', outcome: 'truncated' };

export const FIXTURE_PROBLEMS: readonly FixtureProblem[] = [
  entry(
    'sum-two',
    'returns the sum of two numbers',
    [
      [2, 3, 5],
      [0, 0, 0],
      [-4, 9, 5],
      [7, -7, 0],
      [100, 250, 350],
      [1, 1, 2],
      [-3, -8, -11],
      [12, 30, 42],
    ],
    'def solution(a, b):\n    return a + b',
    [
      bad('def solution(a, b):\n    return a * b', '6', 1),
      bad('def solution(a, b):\n    return a - b', '-1', 1),
      broken,
    ],
  ),
  entry(
    'reverse-string',
    'reverses a string',
    [
      ['abc', 'cba'],
      ['', ''],
      ['a', 'a'],
      ['hello', 'olleh'],
      ['Race', 'ecaR'],
      ['12 3', '3 21'],
      ['noon', 'noon'],
      ['xy', 'yx'],
    ],
    'def solution(text):\n    return text[::-1]',
    [
      bad('def solution(text):\n    return text', "'abc'", 3),
      unnamed,
      bad('def solution(s):\n    return sorted(s)', "['a', 'b', 'c']", 0),
    ],
  ),
  entry(
    'sort-list',
    'sorts a list',
    [
      [
        [3, 1, 2],
        [1, 2, 3],
      ],
      [[], []],
      [[5], [5]],
      [
        [2, 2, 1],
        [1, 2, 2],
      ],
      [
        [-1, -5, 0],
        [-5, -1, 0],
      ],
      [
        [9, 8],
        [8, 9],
      ],
      [
        [1, 2],
        [1, 2],
      ],
      [
        [4, 0, 4],
        [0, 4, 4],
      ],
    ],
    'def solution(values):\n    return sorted(values)',
    [
      bad('def solution(values):\n    return values.sort()', 'None', 0),
      bad('def solution(nums):\n    return sorted(nums, reverse=True)', '[3, 2, 1]', 2),
    ],
  ),
  entry(
    'fibonacci',
    'returns the nth fibonacci number',
    [
      [0, 0],
      [1, 1],
      [2, 1],
      [3, 2],
      [7, 13],
      [10, 55],
      [15, 610],
      [20, 6765],
    ],
    'def solution(n):\n    a, b = 0, 1\n    for _ in range(n):\n        a, b = b, a + b\n    return a',
    [
      bad('def solution(n):\n    a, b = 0, 1\n    for _ in range(n):\n        a, b = b, a + b\n    return b', '1', 2),
      bad('def solution(n):\n    if n <= 1:\n        return 1\n    return solution(n - 1) + solution(n - 2)', '1', 1),
      endless,
    ],
  ),
  entry(
    'factorial',
    'returns the factorial of a number',
    [
      [0, 1],
      [1, 1],
      [2, 2],
      [3, 6],
      [5, 120],
      [6, 720],
      [8, 40320],
      [10, 3628800],
    ],
    'def solution(n):\n    result = 1\n    for i in range(2, n + 1):\n        result *= i\n    return result',
    [
      bad(
        'def solution(n):\n    result = 1\n    for i in range(1, n):\n        result *= i\n    return result',
        '1',
        2,
      ),
      endless,
      cut,
    ],
  ),
  entry(
    'maximum',
    'returns the largest number in a list',
    [
      [[1, 5, 3], 5],
      [[-2, -7], -2],
      [[4], 4],
      [[0, 0], 0],
      [[9, 1], 9],
      [[2, 8, 8], 8],
      [[-1, 0], 0],
      [[6, 5, 4], 6],
    ],
    'def solution(values):\n    return max(values)',
    [
      bad(
        'def solution(values):\n    best = 0\n    for v in values:\n        if v > best:\n            best = v\n    return best',
        '0',
        6,
      ),
      bad('def solution(nums):\n    return nums[-1]', '3', 3),
      unnamed,
    ],
  ),
  entry(
    'palindrome',
    'checks if a string is a palindrome',
    [
      ['noon', true],
      ['abc', false],
      ['', true],
      ['a', true],
      ['level', true],
      ['ab', false],
      ['abca', false],
      ['xyx', true],
    ],
    'def solution(word):\n    return word == word[::-1]',
    [
      bad('def solution(word):\n    return word[0] == word[-1]', 'True', 6),
      bad('def solution(s):\n    return s[::-1]', "'noon'", 0),
      broken,
    ],
  ),
  entry(
    'count-vowels',
    'counts the vowels in a string',
    [
      ['banana', 3],
      ['', 0],
      ['xyz', 0],
      ['AEIOU', 5],
      ['Python', 1],
      ['queue', 4],
      ['Hello World', 3],
      ['rhythm', 0],
    ],
    "def solution(text):\n    return sum(1 for c in text.lower() if c in 'aeiou')",
    [
      bad("def solution(text):\n    return sum(1 for c in text if c in 'aeiou')", '0', 7),
      bad(
        "def solution(text):\n    count = 0\n    for c in text:\n        if c in 'aeiou':\n            count += 1\n        return count",
        '1',
        4,
      ),
      cut,
    ],
  ),
  entry(
    'is-even',
    'checks if a number is even',
    [
      [2, true],
      [3, false],
      [0, true],
      [-4, true],
      [-7, false],
      [10, true],
      [11, false],
      [1, false],
    ],
    'def solution(n):\n    return n % 2 == 0',
    [bad('def solution(n):\n    return n % 2', '0', 0), bad('def solution(n):\n    return n % 2 == 1', 'False', 0)],
  ),
  entry(
    'sum-list',
    'returns the sum of a list of numbers',
    [
      [[1, 2, 3], 6],
      [[], 0],
      [[5], 5],
      [[-1, 1], 0],
      [[10, 20], 30],
      [[0, 0], 0],
      [[4, 4, 4], 12],
      [[-2, -3], -5],
    ],
    'def solution(values):\n    return sum(values)',
    [
      bad('def solution(values):\n    return len(values)', '3', 2),
      unnamed,
      bad('def solution(values):\n    total = 0\n    for v in values:\n        total = v\n    return total', '3', 4),
    ],
  ),
];
