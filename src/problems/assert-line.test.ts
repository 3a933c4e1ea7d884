/** Assert lines as models write them: which are tests, what they ask, and why the others are none. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { repr } from '../core/repr.ts';
import { anyValue } from './arbitrary.testing.ts';
import { countTests, readAssertLine, readAssertLines } from './assert-line.ts';
import { parseLiteral } from './literal.ts';

const asked = (line: string, entryPoint = 'solution') => {
  const read = readAssertLine(line, entryPoint);
  return read.type === 'refused' ? read.why : `${read.test.args.map(repr).join(' | ')} -> ${repr(read.test.expected)}`;
};

test.each([
  ['assert solution(1, 2) == 3', '1 | 2 -> 3'],
  ['assert solution() == []', ' -> []'],
  ['  assert  solution ( [1, (2,)] , "a)" )==None  # why', "[1, (2,)] | 'a)' -> None"],
  ['assert solution(--4, -6) == -8', '4 | -6 -> -8'],
  ["assert solution('== 1') == 'a' 'b'", "'== 1' -> 'ab'"],
  ['assert solution(1) == (1, 2)', '1 -> (1, 2)'],
  ["assert solution(1) == 2, 'two'", '1 -> 2'],
  ["assert solution(1) == 'two' # 'three'", "1 -> 'two'"],
  ['assert solution(3)', '3 -> True'],
  ["assert solution(3), 'odd'", '3 -> True'],
  ['assert not solution(4)', '4 -> False'],
  ['assert solution(4) is False', '4 -> False'],
  ['assert solution([]) is None', '[] -> None'],
  ['assert solution({1: {2}}) == {"a": set()}', "{1: {2}} -> {'a': set()}"],
])('%s', (line, expected) => {
  expect(asked(line)).toBe(expected);
});

test.each([
  ['', 'no-assert'],
  ['solution(1) == 2', 'no-assert'],
  ['assertion(1) == 2', 'no-assert'],
  ['# assert solution(1) == 2', 'no-assert'],
  ['assert other(1) == 2', 'other-call'],
  ['assert solution2(1) == 2', 'other-call'],
  ['assert abs(solution(1) - 2) < 1e-6', 'other-call'],
  ['assert True', 'other-call'],
  ['assert 2 == solution(1)', 'other-call'],
  ['assert (solution(1) == 2)', 'other-call'],
  ['assert not(solution(1))', 'other-call'],
  ['assert solution(solution(1)) == 2', 'no-literal'],
  ['assert solution(x) == 2', 'no-literal'],
  ['assert solution(n=1) == 2', 'no-literal'],
  ['assert solution(*[1]) == 2', 'no-literal'],
  ['assert solution(1) == solution(1)', 'no-literal'],
  ['assert solution(1) == 1 + 1', 'no-literal'],
  ['assert solution(1) == 1 == 1', 'no-literal'],
  ['assert solution(1) == -1, -2]', 'no-literal'],
  ['assert solution(1) == "a".upper()', 'no-literal'],
  ['assert solution(1) == float("inf")', 'no-literal'],
  ['assert solution(1) == {[]}', 'no-literal'],
  ['assert solution(1) != 2', 'no-literal'],
  ['assert solution(1) > 2', 'no-literal'],
  ['assert solution(1) is not None', 'no-literal'],
  ['assert solution(1) is 2', 'no-literal'],
  ['assert solution(1) in [2]', 'no-literal'],
  ['assert solution(1) == 2 and True', 'no-literal'],
  ['assert not solution(1) == 2', 'no-literal'],
  ['assert solution(1); import os', 'no-literal'],
  ["assert solution('Ada'aupmR') == False", 'no-literal'],
  ["assert solution('level 4) == ', pixel'", 'no-literal'],
  ['assert solution([15]', 'no-literal'],
  ['assert solution(1) ==', 'no-literal'],
  ['assert solution', 'other-call'],
])('refuses %s', (line, why) => {
  expect(asked(line)).toBe(why);
});

test('any call that is written out is read back', () => {
  const plain = anyValue.filter((value) => !/\b(nan|inf|int)j?\b/.test(repr(value)));
  fc.assert(
    fc.property(fc.array(plain, { maxLength: 3 }), plain, (args, expected) => {
      const line = `assert f(${args.map(repr).join(', ')}) == ${repr(expected)}`;
      expect(readAssertLine(line, 'f')).toEqual({
        type: 'test',
        test: { args: args.map((arg) => parseLiteral(repr(arg))), expected: parseLiteral(repr(expected)) },
      });
    }),
  );
});

describe('a completion', () => {
  const read = (completion: string, truncated = false, most = 5) =>
    readAssertLines(completion, { entryPoint: 'solution', most, truncated });

  test('gives its tests in order, and counts what is none', () => {
    const { tests, written, refused } = read(
      'assert solution(1) == 2\n\nimport os\nassert other(1) == 2\nassert solution(x) == 1\nassert solution(3) == 4\n',
    );
    expect(tests.map(({ args }) => repr(args[0]!))).toEqual(['1', '3']);
    expect(written).toBe(4);
    expect(refused).toEqual({ 'no-assert': 1, 'other-call': 1, 'no-literal': 1 });
  });

  test('that hit the length limit loses its last line, which may go on', () => {
    expect(read('assert solution(1) == 2\nassert solution(1) == 2', true)).toMatchObject({
      tests: { length: 1 },
      written: 2,
      refused: { 'cut-off': 1 },
    });
    expect(read('assert solution(1) == 2\nassert solution(1) == 2').tests).toHaveLength(2);
    // Nothing of a line that was begun after the last line break.
    expect(read('assert solution(1) == 2\n', true)).toMatchObject({ tests: { length: 1 }, refused: {} });
  });

  test('gives no more than so many: the first that can be read', () => {
    const lines = [1, 2, 3, 4].map((n) => `assert solution(${n}) == ${n}`);
    const { tests, refused } = read(['assert solution(x)', ...lines].join('\n'), false, 3);
    expect(tests.map(({ expected }) => repr(expected))).toEqual(['1', '2', '3']);
    expect(refused).toEqual({ 'no-literal': 1, surplus: 1 });
  });
});

test('equal tests are one with a count; values that Python takes for equal and tells apart are not', () => {
  const lines = ['f(1) == 2', 'f(1.0) == 2', 'f( 1 ) == 2', 'f(True) == 2', 'f(1) == 3', 'f(1,) == 2', 'f((1,)) == 2'];
  const { tests } = readAssertLines(lines.map((line) => `assert ${line}`).join('\n'), {
    entryPoint: 'f',
    most: 9,
    truncated: false,
  });
  const counted = countTests(tests);
  expect(counted.counts).toEqual([3, 1, 1, 1, 1]);
  expect(counted.tests.map(({ args, expected }) => [...args, expected].map(repr).join())).toEqual([
    '1,2',
    '1.0,2',
    'True,2',
    '1,3',
    '(1,),2',
  ]);
});
