import { expect, test } from 'vitest';
import { afterOpening, commonOpening } from './problem-text.ts';

test('the common opening ends at a word', () => {
  const texts = ['Write a function that sorts a list', 'Write a function that sums a list'];
  expect(commonOpening(texts)).toBe('Write a function that ');
  expect(texts.map((text) => afterOpening(text, commonOpening(texts)))).toEqual(['sorts a list', 'sums a list']);
});

test('there may be none', () => {
  expect(commonOpening(['Sort a list', 'Sum a list'])).toBe('');
  expect(commonOpening(['only one'])).toBe('');
  expect(commonOpening([])).toBe('');
  expect(afterOpening('Add two numbers', 'Write ')).toBe('Add two numbers');
});
