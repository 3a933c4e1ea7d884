/** Properties of pass@k that hold for all counts. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { passAtK } from './pass-at-k.ts';

const counts = fc
  .integer({ min: 1, max: 300 })
  .chain((n) => fc.tuple(fc.constant(n), fc.integer({ min: 0, max: n }), fc.integer({ min: 1, max: n })));

test('lies in [0, 1], is c/n at k = 1, and is 1 at k = n if anything is right', () => {
  fc.assert(
    fc.property(counts, ([n, correct, k]) => {
      const value = passAtK({ n, correct }, k);
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(1);
      expect(passAtK({ n, correct }, 1)).toBeCloseTo(correct / n, 12);
      expect(passAtK({ n, correct }, n)).toBe(correct > 0 ? 1 : 0);
    }),
  );
});

test('grows with k and with c', () => {
  fc.assert(
    fc.property(counts, ([n, correct, k]) => {
      const value = passAtK({ n, correct }, k);
      if (k < n) expect(passAtK({ n, correct }, k + 1)).toBeGreaterThanOrEqual(value - 1e-12);
      if (correct < n) expect(passAtK({ n, correct: correct + 1 }, k)).toBeGreaterThanOrEqual(value - 1e-12);
    }),
  );
});

test('equals the share of k-subsets that hold a right sample', () => {
  const small = fc
    .integer({ min: 1, max: 10 })
    .chain((n) => fc.tuple(fc.constant(n), fc.integer({ min: 0, max: n }), fc.integer({ min: 1, max: n })));
  fc.assert(
    fc.property(small, ([n, correct, k]) => {
      let [subsets, hits] = [0, 0];
      for (let bits = 0; bits < 1 << n; bits++) {
        const members = Array.from({ length: n }, (_, i) => (bits >> i) & 1);
        if (members.reduce((a, b) => a + b, 0) !== k) continue;
        subsets++;
        if (members.slice(0, correct).includes(1)) hits++;
      }
      expect(passAtK({ n, correct }, k)).toBeCloseTo(hits / subsets, 12);
    }),
  );
});

test.each([
  [{ n: 0, correct: 0 }, 1, 'pass@k: expected n to be a whole number from 1, got 0'],
  [{ n: 4, correct: 5 }, 1, 'pass@k: expected correct samples between 0 and n = 4, got 5'],
  [{ n: 4, correct: 1 }, 0, 'pass@k: expected k to be a whole number from 1, got 0'],
  [{ n: 4, correct: 1 }, 1.5, 'pass@k: expected k to be a whole number from 1, got 1.5'],
])('refuses %o at k = %d', (tally, k, message) => {
  expect(() => passAtK(tally, k)).toThrow(message);
});
