/** Fits against made-up costs whose law is known. */

import { expect, test } from 'vitest';
import type { GrowthLabel } from '../../core/analysis.ts';
import { GROWTH_SIZES } from './budgets.ts';
import { fitGrowth } from './fit.ts';

const pointsOf = (cost: (n: number) => number, sizes: readonly number[] = GROWTH_SIZES) =>
  sizes.map((size) => ({ size, ticks: cost(size) }));

test.each<readonly [string, (n: number) => number, GrowthLabel, number]>([
  ['constant', () => 7, 'O(1)', 0],
  ['logarithm', (n) => 1 + Math.floor(Math.log2(n)) / 10, 'O(1)', 0.2],
  ['line', (n) => 3 + n / 51, 'O(n)', 1],
  ['line with a large constant', (n) => 4000 + n / 51, 'O(n)', 1],
  ['n log n', (n) => (n * Math.log2(n)) / 51, 'O(n)', 1.2],
  ['pairs', (n) => (n * (n - 1)) / 2 / 51, 'O(n²)', 2],
  ['square with a line', (n) => (n * n + 20 * n) / 51, 'O(n²)', 1.9],
  ['cube', (n) => n ** 3 / 51, 'O(n³)', 3],
])('%s', (_name, cost, label, exponent) => {
  const growth = fitGrowth(pointsOf(cost));
  expect(growth?.label).toBe(label);
  expect(growth?.exponent).toBeCloseTo(exponent, 0.5);
  expect(growth?.points).toEqual(pointsOf(cost));
});

test.each<readonly [string, (n: number) => number, number]>([
  ['doubling', (n) => 2 ** n / 51, 23],
  ['the golden ratio', (n) => 1.618 ** n / 51, 23],
  ['factorial', (n) => [1, 1, 2, 6, 24, 120, 720, 5040, 40320][n]!, 8],
])('exponential: %s', (_name, cost, largest) => {
  const sizes = GROWTH_SIZES.filter((size) => size <= largest);
  expect(fitGrowth(pointsOf(cost, sizes))?.label).toBe('exponential');
});

test('a steep power is no exponential', () => {
  expect(fitGrowth(pointsOf((n) => n ** 4))?.label).toBe('O(n³)');
});

test('too few points say nothing', () => {
  expect(fitGrowth([])).toBeNull();
  expect(fitGrowth(pointsOf((n) => n, [1, 2, 3, 4]))).toBeNull();
  // Enough points, but only the last two rise.
  expect(fitGrowth(pointsOf((n) => Math.max(0, n - 300)))).toBeNull();
});
