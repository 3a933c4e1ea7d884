/** Curves, bands and summaries of made-up counts. */

import { describe, expect, test } from 'vitest';
import { bootstrapMean } from './bootstrap.ts';
import { curvePoints, passCurve } from './curve.ts';
import { summarizeSet } from './evaluate.ts';
import { passAtK } from './pass-at-k.ts';
import { planBatches } from './plan.ts';

describe('bootstrapMean', () => {
  test('is the mean, with a band around it that a seed reproduces', () => {
    const values = [0, 0.1, 0.2, 0.9, 1, 0.4, 0.3, 0.5];
    const band = bootstrapMean(values, { seed: 1 });
    expect(band.value).toBeCloseTo(0.425, 12);
    expect(band.low).toBeLessThan(band.value);
    expect(band.high).toBeGreaterThan(band.value);
    expect(bootstrapMean(values, { seed: 1 })).toEqual(band);
    expect(bootstrapMean(values, { seed: 2 })).not.toEqual(band);
  });

  test('has about the width of ± 1.96 standard errors', () => {
    const values = Array.from({ length: 100 }, (_, i) => (i < 50 ? 0 : 1));
    const { low, high } = bootstrapMean(values, { seed: 0 });
    expect(high - low).toBeGreaterThan(0.17);
    expect(high - low).toBeLessThan(0.22);
  });

  test('has no width when all problems agree', () => {
    expect(bootstrapMean([0.5, 0.5, 0.5], { seed: 0 })).toEqual({ value: 0.5, low: 0.5, high: 0.5 });
  });
});

describe('curve', () => {
  test('k runs over powers of two and n', () => {
    expect(curvePoints(8)).toEqual([1, 2, 4, 8]);
    expect(curvePoints(10)).toEqual([1, 2, 4, 8, 10]);
    expect(curvePoints(1)).toEqual([1]);
  });

  test('stops at the smallest n', () => {
    const curve = passCurve(
      [
        { n: 8, correct: 4 },
        { n: 4, correct: 0 },
      ],
      { seed: 0 },
    );
    expect(curve.map((point) => point.k)).toEqual([1, 2, 4]);
    expect(curve[1]!.pass.value).toBeCloseTo(passAtK({ n: 8, correct: 4 }, 2) / 2, 12);
  });
});

describe('summarizeSet', () => {
  const counts = { set: 'lecture', temperature: 1, n: 4, outcomes: { passed: 3 }, missingImports: 1, seed: 0 } as const;

  test('averages over problems', () => {
    const problems = [
      { id: 'a', n: 4, correct: 1, visible: 2, greedy: true },
      { id: 'b', n: 4, correct: 2, visible: 2, greedy: false },
    ];
    const summary = summarizeSet({ ...counts, problems });
    expect(summary.passAt1.value).toBeCloseTo(0.375, 12);
    expect(summary.visibleAt1).toBe(0.5);
    expect(summary.greedy).toBe(0.5);
    expect(summary.missingImports).toBe(1);
    expect(summary.curve.at(-1)).toMatchObject({ k: 4, pass: { value: 1 } });
  });

  test('leaves problems without a judged sample out, and says when there is no other', () => {
    const lost = { id: 'b', n: 0, correct: 0, visible: 0 };
    const summary = summarizeSet({ ...counts, problems: [{ id: 'a', n: 4, correct: 1, visible: 1 }, lost] });
    expect(summary.passAt1.value).toBe(0.25);
    expect(summary).not.toHaveProperty('greedy');
    expect(() => summarizeSet({ ...counts, problems: [lost] })).toThrow(/expected judged samples of set lecture/);
  });
});

describe('planBatches', () => {
  test('covers every sample once, in batches of at most the limit', () => {
    const batches = [...planBatches([0, 0, 0], 5, 4)];
    expect(batches.map((batch) => batch.length)).toEqual([4, 4, 4, 3]);
    const all = batches.flat().map(({ problem, sample }) => `${problem}/${sample}`);
    expect(new Set(all).size).toBe(15);
    expect(all[5]).toBe('1/0');
  });

  test('goes on after the samples that are there', () => {
    const all = [...planBatches([2, 3, 7, 0], 3, 100)].flat().map(({ problem, sample }) => `${problem}/${sample}`);
    expect(all).toEqual(['0/2', '3/0', '3/1', '3/2']);
    expect([...planBatches([3, 3], 3, 100)]).toEqual([]);
    expect(() => [...planBatches([0], 1, 0)]).toThrow('plan: expected a batch limit from 1, got 0');
  });
});
