/** Properties of group advantages that hold for all rewards. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectClose } from '../../../test/support/loss-rows.ts';
import { standardDeviation } from '../../core/stats.ts';
import { batchAdvantages, type GroupScale, groupAdvantages } from './group.ts';

const reward = fc.integer({ min: -4, max: 8 }).map((passed) => passed / 8);
const rewards = fc.array(fc.option(reward, { nil: null, freq: 8 }), { minLength: 1, maxLength: 16 });
const COMPARING = ['group-std', 'group-mean', 'rloo', 'batch-std', 'batch', 'maxrl'] as const satisfies GroupScale[];

test.each(COMPARING)('%s: they sum to 0, keep the order of the rewards, and are 0 for missing ones', (scale) => {
  fc.assert(
    fc.property(rewards, (given) => {
      const { advantages, zeroVariance } = groupAdvantages(given, { scale });
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

test('whatever the spread, none is larger than the documented bound', () => {
  const any = fc.double({ min: -1e3, max: 1e3, noNaN: true });
  const close = fc.tuple(any, fc.double({ min: -1e-9, max: 1e-9, noNaN: true })).map(([a, b]) => a + b);
  fc.assert(
    fc.property(fc.array(fc.oneof(any, close), { minLength: 2, maxLength: 16 }), (given) => {
      const size = given.length;
      const range = Math.max(...given) - Math.min(...given);
      const largest = (scale: GroupScale, ddof: 0 | 1 = 0) =>
        Math.max(...groupAdvantages(given, { scale, ddof, delta: 0 }).advantages.map(Math.abs));
      const slack = 1 + 1e-6;
      expect(largest('group-std')).toBeLessThanOrEqual(Math.sqrt(size - 1) * slack);
      expect(largest('group-std', 1)).toBeLessThanOrEqual(Math.sqrt(size - 1) * slack);
      expect(largest('batch-std')).toBeLessThanOrEqual(Math.sqrt(size) * slack);
      expect(largest('batch')).toBeLessThanOrEqual(Math.sqrt(size - 1) * slack);
      expect(largest('maxrl')).toBeLessThanOrEqual((size - 1) * slack);
      expect(largest('group-mean')).toBeLessThanOrEqual(range * slack);
      expect(largest('rloo')).toBeLessThanOrEqual(range * slack);
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

test('leaving one out compares each with the mean of the others', () => {
  fc.assert(
    fc.property(fc.array(reward, { minLength: 2, maxLength: 16 }), (given) => {
      const { advantages } = groupAdvantages(given, { scale: 'rloo' });
      given.forEach((one, i) => {
        const others = given.filter((_, j) => j !== i);
        expect(advantages[i]).toBeCloseTo(one - others.reduce((a, b) => a + b, 0) / others.length, 9);
      });
    }),
  );
});

test('the deviation of the batch divides every group alike, a missing reward counts in neither', () => {
  const groups = [
    [1, 0, null],
    [1, 1, 0, 0],
    [0, 0],
  ];
  const deviation = standardDeviation([1, 0, 1, 1, 0, 0, 0, 0], 1) + 1e-4;
  const found = batchAdvantages(groups, { scale: 'batch-std', ddof: 1, delta: 1e-4 });
  expect(found.map(({ advantages }) => advantages)).toEqual([
    [0.5 / deviation, -0.5 / deviation, 0],
    [0.5 / deviation, 0.5 / deviation, -0.5 / deviation, -0.5 / deviation],
    [0, 0],
  ]);
});

test('against the batch: every reward less the mean of all, over the deviation of all', () => {
  const groups = [[1, 1, null], [1, 0], [0]];
  const batch = (ddof: 0 | 1, delta = 0) =>
    batchAdvantages(groups, { scale: 'batch', ddof, delta }).map(({ advantages }) => advantages);
  // Mean 3/5, squared deviations 2·(3/5)² + 3·(2/5)² = 6/5.
  const [up, down] = [0.4 / Math.sqrt(6 / 25), -0.6 / Math.sqrt(6 / 25)];
  expectClose(batch(0).flat(), [up, up, 0, up, down, down]);
  expectClose(
    batch(1).flat(),
    [0.4, 0.4, 0, 0.4, -0.6, -0.6].map((one) => one / Math.sqrt(6 / 20)),
  );
  expectClose(
    batch(1, 0.5).flat(),
    [0.4, 0.4, 0, 0.4, -0.6, -0.6].map((one) => one / (Math.sqrt(6 / 20) + 0.5)),
  );
  // A group that is all right is pushed up, and is still known as one without variance.
  expect(batchAdvantages(groups, { scale: 'batch' })[0]).toMatchObject({ mean: 1, std: 0, zeroVariance: true });
});

test('against the batch: a batch of equal rewards, or of none, is exactly 0', () => {
  for (const groups of [[Array(8).fill(0.2), [0.2, null]], [[0.3, 0.1 + 0.2]], [[null]], [[]]]) {
    const found = batchAdvantages(groups, { scale: 'batch', delta: 0 });
    expect(found.map(({ advantages }) => advantages)).toEqual(groups.map((one) => one.map(() => 0)));
  }
});

test('MaxRL: −1 and 1 mean what 0 and 1 do, and all-negative rewards keep their order', () => {
  const maxrl = (given: number[]) => groupAdvantages(given, { scale: 'maxrl' }).advantages;
  expect(maxrl([1, -1, -1, -1])).toEqual(maxrl([1, 0, 0, 0]));
  expect(maxrl([1, 0, 0, 0])).toEqual([3, -1, -1, -1]);
  expect(maxrl([-1, -0.5])).toEqual([-1, 1]);
});

test('a bare reward is itself, in a group without variance too', () => {
  expect(groupAdvantages([0.5, 0.5, null], { scale: 'reward' })).toEqual({
    advantages: [0.5, 0.5, 0],
    mean: 0.5,
    std: 0,
    zeroVariance: true,
  });
});
