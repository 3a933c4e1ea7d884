/** Cutting, ranking and dealing: the choices of critic sampling. */

import { expect, test } from 'vitest';
import { byPromise, dealt, distinctPrograms, tokensToKeep } from './select.ts';

test.each([
  ['up to its peak', [0.1, 0.2, 0.9, 0.5, 0.3, 1], 3],
  ['up to the first place that is about as good', [0.1, 0.82, 0.9, 0.5, 0.3, 1], 2],
  ['from the start where the critic never changes its mind', [0.5, 0.5, 0.5, 0.5], 1],
  ['before its last token and the end of text, however sure the critic is there', [0.1, 0.2, 0.9, 1], 2],

  ['not at all where a cut would leave nothing to write', [0.3, 0.9], 0],
  ['not at all where there is nothing', [], 0],
])('a program is kept %s', (_, passing, kept) => {
  expect(tokensToKeep(passing)).toBe(kept);
});

test('programs of one text are one, the first of them', () => {
  const programs = ['a', 'b', 'a', 'c', 'b'].map((code, at) => ({ code, at }));
  expect(distinctPrograms(programs).map(({ at }) => at)).toEqual([0, 1, 3]);
});

test('ranks by what the critic thinks of the whole program, the earlier of two alike first', () => {
  const programs = [[0.9, 0.2], [0.1, 0.7], [0.2], []].map((passing, at) => ({ passing, at }));
  expect(byPromise(programs).map(({ at }) => at)).toEqual([1, 0, 2, 3]);
});

test('deals evenly, and what does not divide to the first', () => {
  expect(dealt(['a', 'b', 'c'], 7)).toEqual(['a', 'b', 'c', 'a', 'b', 'c', 'a']);
  expect(dealt(['a', 'b', 'c'], 2)).toEqual(['a', 'b']);
  expect(dealt([], 3)).toEqual([]);
});
