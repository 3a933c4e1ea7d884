import { expect, test } from 'vitest';
import type { SetEvaluation } from '../../core/records.ts';
import { verdict } from './verdict.ts';

const set = (value: number, greedy?: number, band = 0.05): SetEvaluation => ({
  set: 'lecture',
  temperature: 1,
  n: 128,
  problems: [],
  curve: [],
  passAt1: { value, low: value - band, high: value + band },
  visibleAt1: value,
  ...(greedy === undefined ? {} : { greedy }),
  outcomes: {},
});

test.each([
  [set(0.27, 0.6), set(0.91, 1), 'first choice changed'],
  [set(0.27, 0.9), set(0.91, 0.9), 'surer of what the model preferred'],
  [set(0.27), set(0.91), 'was not measured'],
  [set(0.27, 0.6), set(0.3, 1), 'No clear change: 27% before'],
  [set(0.27, 0.6), set(0.24, 0.6), 'No clear change'],
  [set(0.5, 0.6), set(0.2, 0.1), 'made it worse: −30.0 points'],
])('%#', (before, after, words) => {
  expect(verdict(before, after)).toContain(words);
});
