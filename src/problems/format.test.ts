/** The problem format: what is written reads back equal, and every mistake gets one sentence with its place. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Problem, TestCase } from '../core/types.ts';
import { anyValue } from './arbitrary.testing.ts';
import { parseProblems } from './format.ts';
import { loadProblemSet } from './load.ts';
import { writeProblems } from './write.ts';

const SUM = { id: 'sum', text: 'Write a function that returns the sum of two numbers' };
const TESTS = [
  { args: [2, 3], expected: 5 },
  { args: [0, 0], expected: 0 },
];

const parse = (value: unknown) => parseProblems(JSON.stringify(value), 'p.json');

const anyTests: fc.Arbitrary<TestCase[]> = fc.uniqueArray(
  fc.record({ args: fc.array(anyValue, { maxLength: 3 }), expected: anyValue }, { noNullPrototype: true }),
  // Numbers of one value and different types are different arguments; the shape of the text tells them apart.
  { maxLength: 3, selector: (one) => JSON.stringify(one.args, (_, x) => (typeof x === 'bigint' ? `${x}` : x)) },
);

const anyProblem: fc.Arbitrary<Problem> = fc
  .record(
    {
      id: fc.string({ minLength: 1 }).filter((id) => id.trim() !== ''),
      text: fc.constant(SUM.text),
      entryPoint: fc.constantFrom('solution', 'f_1', 'größe'),
      tests: anyTests
        .filter((tests) => tests.length > 0)
        .map((tests) => ({ public: tests.slice(0, 1), reward: tests.slice(0, 2), hidden: tests.slice(2) })),
      compare: fc.constantFrom('python' as const, 'strict' as const),
      tolerance: fc.constant({ rel: 1e-9, abs: 0 }),
      limits: fc.constant({ ticksPerTest: 5, heapBytes: 1e6 }),
      allow: fc.constant([
        { type: 'stdout' as const },
        { type: 'file' as const, path: '/data/words.txt', text: 'a b' },
      ]),
      undo: fc.constantFrom('program' as const, 'test' as const),
      reference: fc.string(),
      source: fc.string(),
    },
    { requiredKeys: ['id', 'text', 'entryPoint', 'tests', 'compare'], noNullPrototype: true },
  )
  .map((problem) => problem as Problem);

test('any problems written and read are the same problems', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyProblem, { minLength: 1, maxLength: 3, selector: ({ id }) => id }), (problems) => {
      expect(parseProblems(writeProblems(problems), 'p.json')).toStrictEqual(problems);
    }),
  );
});

test('a plain list under tests is public and reward both, and stays a plain list when written', () => {
  const [problem] = parse([{ ...SUM, tests: TESTS }]);
  expect(problem!.tests.public).toBe(problem!.tests.reward);
  expect(problem!.tests.reward).toHaveLength(2);
  expect(problem!.tests.hidden).toEqual([]);
  expect(problem!.entryPoint).toBe('solution');
  expect(problem!.compare).toBe('python');
  expect(writeProblems([problem!])).toContain('"tests": [\n    {"args": [2, 3], "expected": 5},');
});

test('a list, one problem, and an object with problems are all files', () => {
  const one = { ...SUM, tests: TESTS };
  expect(parse(one)).toEqual(parse([one]));
  expect(parse({ name: 'mine', problems: [one] })).toEqual(parse([one]));
});

describe('mistakes', () => {
  test.each([
    [[], 'p.json: expected at least one problem, got an empty list'],
    [3, 'p.json: expected a list of problems, {"problems": […]} or one problem, got the number 3'],
    [
      [SUM],
      'p.json: problem "sum": tests: expected a list of tests, lists under public, reward and hidden, or asserts, got nothing: the field is missing',
    ],
    [[{ text: 'x', tests: TESTS }], 'p.json: [0].id: expected a string, got nothing: the field is missing'],
    [[{ id: 'a', tests: TESTS }], 'p.json: problem "a": text: expected a string, got nothing: the field is missing'],
    [[{ ...SUM, text: ' ', tests: TESTS }], 'text: expected a string that is not empty, got the string " "'],
    [[{ ...SUM, tests: [] }], 'tests: expected at least one test, got an empty list'],
    [[{ ...SUM, tests: { hidden: [] } }], 'tests: expected at least one test, got none'],
    [[{ ...SUM, tests: { secret: [] } }], 'tests: expected only the fields public, reward, hidden, got "secret"'],
    [[{ ...SUM, tests: [{ args: [1] }] }], 'tests[0].expected: expected a value, got nothing: the field is missing'],
    [[{ ...SUM, tests: [{ expected: 1 }] }], 'tests[0].args: expected a list, got nothing: the field is missing'],
    [[{ ...SUM, tests: [{ args: 1, expected: 1 }] }], 'tests[0].args: expected a list, got the number 1'],
    [
      [{ ...SUM, tests: [{ args: [], expected: 1, input: 2 }] }],
      'tests[0]: expected only the fields args, expected, got "input"',
    ],
    [
      [{ ...SUM, tests: { reward: TESTS, hidden: [{ args: [{ $object: 1 }], expected: 1 }] } }],
      'tests.hidden[0].args[0]: expected plain data',
    ],
    [[{ ...SUM, tests: [TESTS[0], TESTS[0]] }], 'got the arguments [2, 3] twice'],
    [
      [{ ...SUM, tests: { public: TESTS, hidden: [{ args: [2, 3], expected: 6 }] } }],
      'tests.hidden[0]: expected one result for [2, 3], got both 5 and 6',
    ],
    [
      [{ ...SUM, tests: TESTS, entry_point: 'a b' }],
      'entry_point: expected the name of a Python function, got the string "a b"',
    ],
    [[{ ...SUM, tests: TESTS, compare: 'loose' }], 'compare: expected "python" or "strict", got "loose"'],
    [
      [{ ...SUM, tests: TESTS, tolerance: { rel: -1 } }],
      'tolerance.rel: expected a number of at least 0, got the number -1',
    ],
    [[{ ...SUM, tests: TESTS, limits: { seconds: 1 } }], 'limits: expected only the fields ticks_per_test'],
    [[{ ...SUM, tests: TESTS, limits: { wall_ms: 0 } }], 'limits.wall_ms: expected a number above 0, got 0'],
    [
      [{ ...SUM, tests: TESTS, limits: { heap_bytes: 2 ** 29 } }],
      'limits.heap_bytes: expected at most 268435456, got 536870912',
    ],
    [[{ ...SUM, tests: TESTS, hint: 'x' }], 'p.json: problem "sum": expected only the fields id, text'],
    [
      [
        { ...SUM, tests: TESTS },
        { ...SUM, tests: TESTS },
      ],
      'p.json: expected every id once, got "sum" twice',
    ],
    [{ problems: [], author: 1 }, 'expected only the fields problems, name, description, license, got "author"'],
  ])('%j', (value, message) => {
    expect(() => parse(value)).toThrow(message);
  });

  test('a syntax error names line and column of the file', () => {
    expect(() => parseProblems('[\n  {"id": "a",}\n]', 'mine.json')).toThrow(
      'mine.json, line 2, column 14: expected a key in double quotes, got "}"',
    );
  });

  test('every message is one line', () => {
    try {
      parse([{ ...SUM, text: 3, tests: TESTS }]);
    } catch (error) {
      expect((error as Error).message).not.toContain('\n');
    }
  });
});

test('a problem set is read by name', async () => {
  const paths: string[] = [];
  const problems = await loadProblemSet('lecture', async (path) => {
    paths.push(path);
    return JSON.stringify([{ ...SUM, tests: TESTS }]);
  });
  expect(paths).toEqual(['problems/lecture.json']);
  expect(problems[0]!.id).toBe('sum');
});

describe('tests that are Python', () => {
  const check = 'def check(candidate):\n    assert candidate(1) == 1\n';
  const rest = { id: 'a', text: 't' };
  const parse = (fields: object) => parseProblems(JSON.stringify({ ...rest, ...fields }), 'f.json');

  test.each([
    [{ tests: check }, { type: 'check', check, setup: '' }],
    [
      { tests: check, test_setup: 'import math', test_calls: 'f' },
      { type: 'check', check, setup: 'import math', called: 'f' },
    ],
    [
      { tests: ['assert f(1) == 1', ' assert f(2) == 2'], test_calls: 'f' },
      { type: 'asserts', asserts: ['assert f(1) == 1', 'assert f(2) == 2'], setup: '', called: 'f' },
    ],
  ])('%j, and written so that it is read back', (fields, asserts) => {
    const [problem] = parse(fields);
    expect(problem).toMatchObject({ asserts, tests: { public: [], reward: [], hidden: [] } });
    expect(parseProblems(writeProblems([problem!]), 'again')).toStrictEqual([problem]);
  });

  test.each([
    [{ tests: 'assert f(1)' }, 'tests: expected Python text that defines check(candidate), got none'],
    [{ tests: ['assert f(1)', 'f(2)'] }, 'tests[1]: expected an assert statement, got "f(2)"'],
    [{ tests: [{ args: [], expected: 1 }], test_setup: 'x = 1' }, 'test_setup: expected asserts under tests beside it'],
    [{ tests: check, call: 'stdin' }, 'call: expected "function" beside asserts, got "stdin"'],
    [{ tests: check, test_calls: 'not a name' }, 'test_calls: expected the name of a Python function'],
    [{ tests: ['assert f(1)', 3] }, 'tests[1]: expected a string'],
  ])('%j is refused', (fields, why) => {
    expect(() => parse(fields)).toThrow(why);
  });
});
