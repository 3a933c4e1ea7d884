/** Moments and quantiles, where naive formulas fail. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entropy, klDivergence, logSoftmax, mean, quantile, standardDeviation, wilsonInterval } from './stats.ts';

test('the deviation survives a large offset', () => {
  expect(standardDeviation([1e9, 1e9 + 2])).toBe(1);
  expect(standardDeviation([1, 2, 3, 4], 1)).toBeCloseTo(Math.sqrt(5 / 3), 12);
  expect(standardDeviation([7], 1)).toBe(0);
});

test('an empty list has no mean', () => {
  expect(() => mean([])).toThrow('stats.mean: expected at least one number, got none');
});

test('Wilson intervals hold the rate, stay within 0 and 1, and narrow with trials', () => {
  const { low, high } = wilsonInterval(8, 10);
  expect([low, high]).toEqual([expect.closeTo(0.4902, 4), expect.closeTo(0.9433, 4)]);
  expect(wilsonInterval(0, 4)).toEqual({ low: 0, high: expect.closeTo(0.4899, 4) });
  expect(wilsonInterval(4, 4)).toEqual({ low: expect.closeTo(0.5101, 4), high: 1 });
  expect(wilsonInterval(80, 100).low).toBeGreaterThan(low);
  expect(() => wilsonInterval(0, 0)).toThrow('stats.wilsonInterval: expected at least one trial, got 0');
});

test('quantiles interpolate', () => {
  expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5);
  expect(quantile([1, 2, 3, 4], 0)).toBe(1);
  expect(quantile([1, 2, 3, 4], 1)).toBe(4);
  expect(() => quantile([1], 1.1)).toThrow(/expected q in \[0, 1\], got 1.1/);
});

test('log-softmax normalises, shifts away, and bounds entropy and KL', () => {
  const logits = fc.array(fc.double({ min: -200, max: 200, noNaN: true }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(logits, (x) => {
      const p = logSoftmax(x);
      expect(p.reduce((sum, value) => sum + Math.exp(value), 0)).toBeCloseTo(1, 9);
      expect(entropy(p)).toBeGreaterThanOrEqual(-1e-12);
      expect(entropy(p)).toBeLessThanOrEqual(Math.log(x.length) + 1e-9);
      const uniform = logSoftmax(x.map(() => 0));
      expect(klDivergence(p, uniform)).toBeCloseTo(Math.log(x.length) - entropy(p), 6);
    }),
  );
});
