/** Tests as a person reads them: calls, texts that are read and printed, and only the beginning of long ones. */

import { expect, test } from 'vitest';
import type { Problem } from '../../core/types.ts';
import { py } from '../../core/value-make.ts';
import { opening, testText } from './test-text.ts';

const problem: Problem = {
  ...{ id: 'p', text: '', entryPoint: 'solution', compare: 'python' },
  tests: { public: [], reward: [], hidden: [] },
};

test('a call and its result', () => {
  expect(testText(problem, { args: [py(1), py([2])], expected: py('a') })).toEqual({
    asked: 'solution(1, [2])',
    expected: "'a'",
  });
});

test('texts that are read and printed, long ones cut', () => {
  const stdin: Problem = { ...problem, call: 'stdin' };
  expect(testText(stdin, { args: [py('1\n')], expected: py('2') })).toEqual({ asked: "'1\\n'", expected: "'2'" });
  const { asked } = testText(stdin, { args: [py('x'.repeat(1e6))], expected: py('') });
  expect([asked.length, asked.at(-1)]).toEqual([200, '…']);
});

test('the beginning of a text', () => {
  expect(opening('a\nb\n\n')).toEqual({ shown: 'a\nb', cut: false });
  expect(opening('a\n'.repeat(20))).toEqual({ shown: Array(6).fill('a').join('\n'), cut: true });
  expect(opening('x'.repeat(500))).toEqual({ shown: 'x'.repeat(160), cut: true });
  expect(opening('')).toEqual({ shown: '', cut: false });
});
