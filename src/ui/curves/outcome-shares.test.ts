import { describe, expect, test } from 'vitest';
import type { StepRecord } from '../../core/records.ts';
import { barAt, mixBars, segmentAt, segmentsOf, stepWith } from './outcome-shares.ts';

const record = (step: number, outcomes: StepRecord['outcomes']): StepRecord => ({
  ...{ step, epoch: step, updates: step, metrics: {}, outcomes, problems: [], digest: '' },
  seconds: { sample: 0, judge: 0, reference: 0, update: 0, total: 0 },
});

describe('shares of a bar', () => {
  test('leave no gap and sum to 1, also where thirds do not divide', () => {
    const segments = segmentsOf({ truncated: 1, passed: 1, timeout: 1 });
    expect(segments.map(({ outcome }) => outcome)).toEqual(['passed', 'timeout', 'truncated']);
    expect(segments[0]!.from).toBe(0);
    expect(segments.at(-1)!.to).toBe(1);
    for (const [i, { from }] of segments.entries()) if (i > 0) expect(from).toBe(segments[i - 1]!.to);
    expect(segments.reduce((sum, { from, to }) => sum + to - from, 0)).toBeCloseTo(1, 12);
  });
  test('nothing of nothing', () => {
    expect(segmentsOf({ passed: 0 })).toEqual([]);
  });
});

describe('bars', () => {
  const steps = Array.from({ length: 10 }, (_, i) => record(i + 1, { passed: i, wrong_answer: 10 - i }));

  test('one for each step as long as there is room', () => {
    const bars = mixBars(steps, 10);
    expect(bars.map(({ first, last }) => [first, last])).toEqual(steps.map(({ step }) => [step, step]));
    expect(bars[0]!.segments.map(({ outcome }) => outcome)).toEqual(['wrong_answer']);
  });
  test('else one for a few steps, which loses no program', () => {
    const bars = mixBars(steps, 4);
    expect(bars.map(({ first, last, total }) => [first, last, total])).toEqual([
      [1, 3, 30],
      [4, 6, 30],
      [7, 9, 30],
      [10, 10, 10],
    ]);
    expect(barAt(bars, 8)).toBe(bars[2]);
    expect(barAt(bars, 11)).toBeNull();
  });
  test('steps without programs, as of a warm start, have none', () => {
    expect(mixBars([record(1, {}), record(2, { passed: 3 })], 9).map(({ first }) => first)).toEqual([2]);
  });
  test('a height is in one segment; a choice within a bar goes to the step that has most of it', () => {
    const bar = mixBars(steps, 4)[0]!;
    expect(segmentAt(bar, 0.05)?.outcome).toBe('passed');
    expect(segmentAt(bar, 0.5)?.outcome).toBe('wrong_answer');
    expect(segmentAt(bar, 1.01)?.outcome).toBe('wrong_answer');
    expect(stepWith(steps, bar, 'passed', 1)).toBe(3);
    expect(stepWith(steps, bar, 'timeout', 2)).toBe(2);
  });
});
