import { expect, test } from 'vitest';
import type { Rate } from '../selectors.ts';
import { difficulty } from './difficulty.ts';

const rate = (value: number, n = 8): Rate => ({ value, n, from: 'training' });

test('a problem that was solved before is never called one that never was', () => {
  expect(difficulty({ before: rate(0.5), now: rate(0) })).toBe('Not solved now');
  expect(difficulty({ before: rate(0), now: null })).toBe('Not solved yet');
});

test.each([
  [null, 'Not tried'],
  [rate(0.1), 'Hard'],
  [rate(0.25), 'Sometimes'],
  [rate(0.85), 'Nearly always'],
])('the newest rate decides: %#', (now, words) => {
  expect(difficulty({ before: now && rate(0), now })).toBe(words);
});
