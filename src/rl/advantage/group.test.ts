/** Properties of group advantages that hold for all rewards. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupAdvantages } from './group.ts';

const reward = fc.integer({ min: 0, max: 8 }).map((passed) => passed / 8);
const rewards = fc.array(fc.option(reward, { nil: null, freq: 8 }), { minLength: 1, maxLength: 16 });
const scale = fc.constantFrom('group-std' as const, 'group-mean' as const);

test('sum to 0, keep the order of the rewards, and are 0 for missing ones', () => {
  fc.assert(
    fc.property(rewards, scale, (given, how) => {
      const { advantages, zeroVariance } = groupAdvantages(given, { scale: how });
      expect(advantages.reduce((a, b) => a + b, 0)).toBeCloseTo(0, 9);
      given.forEach((one, i) => {
        if (one === null) expect(advantages[i]).toBe(0);
        given.forEach((other, j) => {
          if (one !== null && other !== null && one > other) expect(advantages[i]).toBeGreaterThan(advantages[j]!);
        });
      });
      expect(zeroVariance).toBe(new Set(given.filter((one) => one !== null)).size <= 1);
      if (zeroVariance) expect(advantages.every((a) => Object.is(a, 0))).toBe(true);
    }),
  );
});

test('divided by the deviation they have deviation 1 and do not change when rewards are scaled or shifted', () => {
  fc.assert(
    fc.property(fc.array(reward, { minLength: 2, maxLength: 16 }), (given) => {
      const { advantages, zeroVariance } = groupAdvantages(given, { scale: 'group-std' });
      if (zeroVariance) return;
      expect(advantages.reduce((sum, a) => sum + a * a, 0) / given.length).toBeCloseTo(1, 6);
      const moved = groupAdvantages(
        given.map((one) => 4 * one - 1),
        { scale: 'group-std' },
      );
      moved.advantages.forEach((a, i) => {
        expect(a).toBeCloseTo(advantages[i]!, 6);
      });
    }),
  );
});
