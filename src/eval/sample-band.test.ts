/** Bands by samples: their shape at the edges, and how often they hold the truth. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRng, type Rng } from '../core/rng.ts';
import { mean } from '../core/stats.ts';
import { anyOf, passAtK, type Tally } from './pass-at-k.ts';
import { meanPassInterval, passDifference, passInterval } from './sample-band.ts';

const tally = (n: number, correct: number): Tally => ({ n, correct });

describe('one problem', () => {
  test('has Wilson’s interval at k = 1', () => {
    // Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3.
    const { low, high } = passInterval(tally(263, 81), 1);
    expect(low).toBeCloseTo(0.2553, 4);
    expect(high).toBeCloseTo(0.3662, 4);
    expect(passInterval(tally(20, 0), 1).high).toBeCloseTo(0.1611, 4);
  });

  test('has Poisson’s lower end at c = 1 to 3, and its mirror at n − 1 to n − 3', () => {
    // −ln 0.95: a rate of λ/n gives one or more in 5 % of cases.
    expect(passInterval(tally(64, 1), 1).low).toBeCloseTo(-Math.log(0.95) / 64, 12);
    expect(passInterval(tally(64, 63), 1).high).toBeCloseTo(1 + Math.log(0.95) / 64, 12);
    // P(X ≤ c − 1) = 0.95 for λ = n · low.
    const lambda = 64 * passInterval(tally(64, 3), 1).low;
    expect(Math.exp(-lambda) * (1 + lambda + lambda ** 2 / 2)).toBeCloseTo(0.95, 10);
    const pair = 50 * passInterval(tally(50, 2), 1).low;
    expect(Math.exp(-pair) * (1 + pair)).toBeCloseTo(0.95, 10);
  });

  test('is certain of nothing where all or none passed, and knows which end is the edge', () => {
    const never = passInterval(tally(64, 0), 8);
    expect(never).toMatchObject({ value: 0, low: 0 });
    expect(never.high).toBeGreaterThan(0.3);
    const always = passInterval(tally(64, 64), 8);
    expect(always).toMatchObject({ value: 1, high: 1 });
    expect(always.low).toBeLessThan(1);
  });

  test('the interval holds the estimate and lies in [0, 1]', () => {
    const counts = fc
      .integer({ min: 1, max: 300 })
      .chain((n) => fc.tuple(fc.constant(n), fc.integer({ min: 0, max: n }), fc.integer({ min: 1, max: n })));
    fc.assert(
      fc.property(counts, ([n, correct, k]) => {
        const { value, low, high } = passInterval(tally(n, correct), k);
        expect([0, low, value, high, 1]).toEqual([0, low, value, high, 1].sort((a, b) => a - b));
      }),
    );
  });
});

describe('a difference', () => {
  test('is Newcombe’s hybrid score interval at k = 1', () => {
    // Newcombe 1998, "Interval estimation for the difference between independent proportions", table II, method 10:
    // 56/70 − 48/80.
    const { value, low, high } = passDifference(tally(80, 48), tally(70, 56), 1);
    expect(value).toBeCloseTo(0.2, 12);
    expect(low).toBeCloseTo(0.0524, 4);
    expect(high).toBeCloseTo(0.3339, 4);
  });

  test('turns its sign with the order', () => {
    const there = passDifference(tally(64, 3), tally(64, 30), 8);
    const back = passDifference(tally(64, 30), tally(64, 3), 8);
    expect(back.value).toBeCloseTo(-there.value, 12);
    expect([back.low, back.high]).toEqual([-there.high, -there.low]);
  });
});

/** Rates as models have them: a third of the problems never right, a sixth nearly always, the others anything. */
function mixedRates(rng: Rng, problems: number): number[] {
  return Array.from({ length: problems }, () => {
    const kind = rng.next();
    if (kind < 1 / 3) return 0;
    return kind < 1 / 2 ? 1 - rng.next() * 0.05 : rng.next() ** 4;
  });
}

/** Share of measurements whose band holds the true mean of pass@k, for every k. */
function coverage(ratesOf: (rng: Rng) => number[], n: number, ks: readonly number[]): number[] {
  const measurements = 400;
  const held = ks.map(() => 0);
  for (let i = 0; i < measurements; i++) {
    const rng = createRng('bootstrap', 9, i);
    const rates = ratesOf(rng);
    const tallies = rates.map((rate) => tally(n, Array.from({ length: n }, rng.next).filter((u) => u < rate).length));
    ks.forEach((k, at) => {
      const { low, high } = meanPassInterval(tallies, k);
      const truth = mean(rates.map((rate) => anyOf(rate, k)));
      if (low <= truth && truth <= high) held[at]!++;
    });
  }
  return held.map((count) => count / measurements);
}

describe('a mean', () => {
  test('of one problem has that problem’s interval', () => {
    const { value, low, high } = meanPassInterval([tally(64, 5)], 8);
    const one = passInterval(tally(64, 5), 8);
    expect(value).toBe(passAtK(tally(64, 5), 8));
    expect([low, high]).toEqual([expect.closeTo(one.low, 12), expect.closeTo(one.high, 12)]);
  });

  test('of problems that are alike is narrower than one’s by the root of their number, on either side', () => {
    const one = passInterval(tally(64, 5), 8);
    const { value, low, high } = meanPassInterval(new Array<Tally>(9).fill(tally(64, 5)), 8);
    expect(value - low).toBeCloseTo((one.value - one.low) / 3, 12);
    expect(high - value).toBeCloseTo((one.high - one.value) / 3, 12);
  });

  test.each([10, 30])('of %d problems: the band holds the truth about as often as it says, up to k = n', (problems) => {
    for (const share of coverage((rng) => mixedRates(rng, problems), 64, [1, 8, 32, 64])) {
      expect(share).toBeGreaterThanOrEqual(0.92);
      expect(share).toBeLessThanOrEqual(0.995);
    }
  });

  test('is least right where every problem is solved once in n samples', () => {
    for (const share of coverage(() => new Array<number>(20).fill(1 / 64), 64, [1, 8])) {
      expect(share).toBeGreaterThanOrEqual(0.84);
      expect(share).toBeLessThanOrEqual(0.95);
    }
  });

  test('narrows with more samples', () => {
    const width = (n: number) => {
      const { low, high } = meanPassInterval([tally(n, n / 4), tally(n, n / 2)], 1);
      return high - low;
    };
    expect(width(64) / width(1024)).toBeGreaterThan(3.5);
  });
});
