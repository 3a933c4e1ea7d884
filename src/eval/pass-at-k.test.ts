/** Properties of pass@k that hold for all counts, against exact rational arithmetic and against counting subsets. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { biasedPassAtK, meanPassAtK, passAtK } from './pass-at-k.ts';

/** Relative rounding that passAtK is allowed. */
const ROUNDING = 2 * Number.EPSILON;

const countsUpTo = (most: number) =>
  fc
    .integer({ min: 1, max: most })
    .chain((n) => fc.tuple(fc.constant(n), fc.integer({ min: 0, max: n }), fc.integer({ min: 1, max: n })));

/** Rare successes and small k of many samples, where cancellation would show. */
const rareCounts = fc
  .integer({ min: 100, max: 10_000 })
  .chain((n) => fc.tuple(fc.constant(n), fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 64 })));

/** 1 − C(n−c, k)/C(n, k) as a ratio of integers, rounded once. */
function exactPassAtK(n: number, correct: number, k: number): number {
  if (n - correct < k) return 1;
  const [draws, marked] = [Math.min(correct, k), Math.max(correct, k)];
  let [misses, all] = [1n, 1n];
  for (let i = 0; i < draws; i++) {
    misses *= BigInt(n - marked - i);
    all *= BigInt(n - i);
  }
  const hits = all - misses;
  if (hits === 0n) return 0;
  const bits = Math.max(0, all.toString(2).length - hits.toString(2).length) + 64;
  return Number((hits << BigInt(bits)) / all) / 2 ** bits;
}

test('is the exact ratio within 2 ε, for random and for rare successes', () => {
  fc.assert(
    fc.property(fc.oneof(countsUpTo(10_000), rareCounts), ([n, correct, k]) => {
      const exact = exactPassAtK(n, correct, k);
      expect(Math.abs(passAtK({ n, correct }, k) - exact)).toBeLessThanOrEqual(ROUNDING * exact);
    }),
    { numRuns: 150 },
  );
});

test.each([
  [100_000, 2, 10],
  [100_000, 1, 1],
  [100_000, 50, 50],
  [100_000, 300, 1000],
  // Thousands of additions, which without compensation are 3 and 12 ε off.
  [78_822, 1738, 5733],
  [94_991, 1928, 1904],
])('keeps its digits at n = %d, c = %d, k = %d', (n, correct, k) => {
  const exact = exactPassAtK(n, correct, k);
  expect(Math.abs(passAtK({ n, correct }, k) / exact - 1)).toBeLessThanOrEqual(ROUNDING);
});

test('lies in [0, 1], is c/n at k = 1, and is 1 at k = n if anything is right', () => {
  fc.assert(
    fc.property(countsUpTo(3000), ([n, correct, k]) => {
      const value = passAtK({ n, correct }, k);
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(1);
      expect(passAtK({ n, correct }, 1)).toBe(correct / n);
      expect(passAtK({ n, correct }, n)).toBe(correct > 0 ? 1 : 0);
    }),
  );
});

test('grows with k and with c', () => {
  fc.assert(
    fc.property(countsUpTo(1000), ([n, correct, k]) => {
      const least = passAtK({ n, correct }, k) * (1 - 2 * ROUNDING);
      if (k < n) expect(passAtK({ n, correct }, k + 1)).toBeGreaterThanOrEqual(least);
      if (correct < n) expect(passAtK({ n, correct: correct + 1 }, k)).toBeGreaterThanOrEqual(least);
    }),
  );
});

test('equals the share of k-subsets that hold a right sample, in whatever order the samples came', () => {
  const samples = fc.array(fc.boolean(), { minLength: 1, maxLength: 10 });
  const drawn = samples.chain((right) => fc.tuple(fc.constant(right), fc.integer({ min: 1, max: right.length })));
  fc.assert(
    fc.property(drawn, ([right, k]) => {
      let [subsets, hits] = [0, 0];
      for (let bits = 0; bits < 1 << right.length; bits++) {
        const members = right.filter((_, i) => (bits >> i) & 1);
        if (members.length !== k) continue;
        subsets++;
        if (members.includes(true)) hits++;
      }
      const tally = { n: right.length, correct: right.filter(Boolean).length };
      expect(Math.abs(passAtK(tally, k) - hits / subsets)).toBeLessThanOrEqual(ROUNDING);
    }),
  );
});

describe('the plug-in estimate', () => {
  test('is never above the unbiased one, and is the same at k = 1', () => {
    fc.assert(
      fc.property(countsUpTo(1000), ([n, correct, k]) => {
        const tally = { n, correct };
        expect(biasedPassAtK(tally, k)).toBeLessThanOrEqual(passAtK(tally, k) * (1 + 2 * ROUNDING));
        expect(biasedPassAtK(tally, 1)).toBeCloseTo(correct / n, 14);
      }),
    );
  });

  test('is too low on average, where the unbiased one is right', () => {
    // Exact expectation over c ~ Binomial(8, 0.2) of both, at k = 8.
    const [n, rate, k] = [8, 0.2, 8];
    let [unbiased, biased, chance] = [0, 0, (1 - rate) ** n];
    for (let correct = 0; correct <= n; correct++) {
      unbiased += chance * passAtK({ n, correct }, k);
      biased += chance * biasedPassAtK({ n, correct }, k);
      chance *= ((n - correct) / (correct + 1)) * (rate / (1 - rate));
    }
    expect(unbiased).toBeCloseTo(1 - (1 - rate) ** k, 12);
    expect(biased).toBeLessThan(unbiased - 0.1);
  });
});

test('the mean is over problems, in whatever order', () => {
  const tallies = [
    { n: 4, correct: 1 },
    { n: 10, correct: 0 },
    { n: 2, correct: 2 },
  ];
  expect(meanPassAtK(tallies, 2)).toBe(0.5);
  expect(meanPassAtK([...tallies].reverse(), 2)).toBe(0.5);
});

test.each([
  [{ n: 0, correct: 0 }, 1, 'pass@k: expected n to be a whole number from 1, got 0'],
  [{ n: 4, correct: 5 }, 1, 'pass@k: expected correct samples between 0 and n = 4, got 5'],
  [{ n: 4, correct: 1 }, 0, 'pass@k: expected k to be a whole number from 1, got 0'],
  [{ n: 4, correct: 1 }, 1.5, 'pass@k: expected k to be a whole number from 1, got 1.5'],
  [{ n: 4, correct: 4 }, 5, 'pass@k: expected at least k = 5 samples per problem, got 4'],
])('refuses %o at k = %d', (tally, k, message) => {
  expect(() => passAtK(tally, k)).toThrow(message);
  expect(() => biasedPassAtK(tally, k)).toThrow(message);
});
