import { expect, test } from 'vitest';
import type { SetEvaluation } from '../../core/records.ts';
import { gainBetween } from '../../eval/compare.ts';
import { changeOf } from './gain-change.ts';

const paired = (low: number, high: number) => ({
  ...{ k: 4, base: 0.5, other: 0.5 },
  difference: { value: (low + high) / 2, low, high },
});

test('a move that the verdict does not count is said to be uncertain, and why', () => {
  const stricter = 'the printed interval leaves 0 out, the stricter test of the verdict does not.';
  expect(changeOf({ ...paired(-0.665, -0.057), move: 'stayed' })).toBe(
    `pass@4: −36.1 points (−66.5 to −5.7). It may have fallen: ${stricter}`,
  );
  expect(changeOf({ ...paired(0.05, 0.25), move: 'stayed' })).toBe(
    `pass@4: +15.0 points (+5.0 to +25.0). It may have risen: ${stricter}`,
  );
});

test('what the verdict counts, and what an interval with 0 says, needs no more words', () => {
  expect(changeOf({ ...paired(0.05, 0.25), move: 'rose' })).toBe('pass@4: +15.0 points (+5.0 to +25.0)');
  expect(changeOf({ ...paired(-0.1, 0.1), move: 'stayed' })).toBe('pass@4: 0.0 points (−10.0 to +10.0)');
});

test('four samples of each problem: many tries fell, and the first try only may have', () => {
  const set = (correct: readonly number[]): SetEvaluation => ({
    ...{ set: 'lecture', temperature: 1, n: 4, curve: [], visibleAt1: 0, outcomes: {} },
    passAt1: { value: 0, low: 0, high: 0 },
    problems: correct.map((right, i) => ({ id: `p${i}`, n: 4, correct: right, visible: right })),
  });
  const found = gainBetween(set([1, 1, 1, 1, 1, 1, 0, 0, 0, 4]), set([0, 0, 0, 0, 1, 1, 0, 0, 0, 4]), 1);
  expect(found?.gain).toBe('narrowed');
  expect(found && changeOf(found.first)).toMatch(/^pass@1: −10\.0 points \(−19\.1 to −0\.9\)\. It may have fallen/);
  expect(found && changeOf(found.last)).toMatch(/^pass@4: −40\.0 points [^.]*\.[^.]*\.\d\)$/);
});
