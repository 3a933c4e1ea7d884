/** Bands over problems: what they are, and how often they hold the truth. */

import { describe, expect, test } from 'vitest';
import { createRng } from '../core/rng.ts';
import { bootstrapMean } from './bootstrap.ts';

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

  test('has about the width of ± 1.98 standard errors of 100 problems', () => {
    const values = Array.from({ length: 100 }, (_, i) => (i < 50 ? 0 : 1));
    const { low, high } = bootstrapMean(values, { seed: 0 });
    expect(high - low).toBeGreaterThan(0.18);
    expect(high - low).toBeLessThan(0.22);
  });

  test('of one problem knows nothing of others', () => {
    expect(bootstrapMean([0.25], { seed: 0 })).toEqual({ value: 0.25, low: 0, high: 1 });
    expect(bootstrapMean([0.25], { seed: 0, alone: { low: -0.5, high: 0.5 } })).toEqual({
      value: 0.25,
      low: -0.5,
      high: 0.5,
    });
  });

  test('is wider the surer it shall be', () => {
    const values = Array.from({ length: 30 }, (_, i) => i / 30);
    const width = (level: 0.95 | 0.975) => {
      const { low, high } = bootstrapMean(values, { seed: 0, level });
      return high - low;
    };
    // t of 29 degrees of freedom: 2.3638 at 97.5 %, 2.0452 at 95 %.
    expect(width(0.975) / width(0.95)).toBeCloseTo(2.3638 / 2.0452, 1);
    expect(width(0.975)).toBeGreaterThan(width(0.95));
  });

  test('has no width when all problems agree, and never leaves the range of the values', () => {
    expect(bootstrapMean([0.5, 0.5, 0.5], { seed: 0 })).toEqual({ value: 0.5, low: 0.5, high: 0.5 });
    expect(bootstrapMean([0, 1], { seed: 0 })).toEqual({ value: 0.5, low: 0, high: 1 });
  });

  test.each([10, 60])('of %d problems holds the mean of all such problems about as often as it says', (problems) => {
    const sets = 500;
    let held = 0;
    for (let set = 0; set < sets; set++) {
      const rng = createRng('problems', 3, set);
      const { low, high } = bootstrapMean(Array.from({ length: problems }, rng.next), { seed: set, draws: 400 });
      if (low <= 0.5 && 0.5 <= high) held++;
    }
    expect(held / sets).toBeGreaterThanOrEqual(0.925);
    expect(held / sets).toBeLessThanOrEqual(0.975);
  });
});
