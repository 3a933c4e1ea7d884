/** What changes by plan over a run: step size, length limit, group sizes. */

import { expect, test } from 'vitest';
import { parseConfig, type RunConfigInput } from '../../core/config.ts';
import { groupSizeFor, largestGroup, learningRateAt, maxNewTokensAt } from './schedule.ts';

const rates = (optimizer: RunConfigInput['optimizer'], epochs = 10) => {
  const config = parseConfig({ epochs, optimizer: { learningRate: 1, ...optimizer } });
  return Array.from({ length: epochs }, (_, step) => learningRateAt(config, step));
};

test('the step size is constant, or falls to 0 along a line or a cosine', () => {
  expect(new Set(rates({}))).toEqual(new Set([1]));
  const linear = rates({ schedule: 'linear' });
  expect(linear[0]).toBe(1);
  expect(linear[5]).toBeCloseTo(0.5, 12);
  expect(linear[9]).toBeCloseTo(0.1, 12);
  const cosine = rates({ schedule: 'cosine' });
  expect(cosine[0]).toBe(1);
  expect(cosine[5]).toBeCloseTo(0.5, 12);
  expect(cosine[9]).toBeCloseTo((1 + Math.cos(0.9 * Math.PI)) / 2, 12);
});

test('a warm-up rises in equal parts and hands over to the schedule at its full value', () => {
  const warm = rates({ warmup: 3, schedule: 'linear' });
  expect(warm.slice(0, 4).map((rate) => rate.toFixed(4))).toEqual(['0.2500', '0.5000', '0.7500', '1.0000']);
  expect(warm[9]).toBeCloseTo(1 / 7, 12);
  expect(rates({ warmup: 2 }, 3)).toEqual([1 / 3, 2 / 3, 1]);
});

test('the length limit grows once, where the configuration says', () => {
  const config = parseConfig({ sampling: { maxNewTokens: 48, firstMaxNewTokens: 24, lengthenAt: 2 } });
  expect([0, 1, 2, 3].map((step) => maxNewTokensAt(config, step))).toEqual([24, 24, 48, 48]);
  expect(maxNewTokensAt(parseConfig({}), 0)).toBe(48);
});

test('harder problems get larger groups, unseen ones the usual size', () => {
  const config = parseConfig({ groupSize: 4, rollout: { hardGroupSize: 16 } });
  const size = (rate: number) => groupSizeFor(config, rate);
  expect([size(1), size(0.5), size(0)]).toEqual([4, 10, 16]);
  expect(groupSizeFor(config, undefined)).toBe(4);
  expect(largestGroup(config)).toBe(16);
  expect(groupSizeFor(parseConfig({ groupSize: 4 }), 0)).toBe(4);
});
