import { expect, test } from 'vitest';
import { highlightPython } from './python.ts';

const text = (code: string) => highlightPython(code).map((line) => line.map((piece) => piece.text).join(''));

test('pieces join to the source, line by line', () => {
  const code = 'def solution(a, b):\n    # add\n    return a + "x"\n';
  expect(text(code).join('\n')).toBe(code);
});

test('keywords, strings and comments are told apart', () => {
  const pieces = highlightPython('return "x" # y').flat();
  const kind = (needle: string) => pieces.find((piece) => piece.text === needle)?.classes;
  expect(kind('return')).toContain('tok-keyword');
  expect(kind('"x"')).toContain('tok-string');
  expect(kind('# y')).toContain('tok-comment');
});

test('a broken program still shows', () => {
  expect(text('def solution(:\n  retrun')).toEqual(['def solution(:', '  retrun']);
});
