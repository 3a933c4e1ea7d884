/** What judging every different program once saved. */

import { expect, test } from 'vitest';
import { type MeasureCost, savedShare } from './measure-cost.ts';

const cost = (changes: Partial<MeasureCost>): MeasureCost => {
  const nothing = {
    sampled: 0,
    kept: 0,
    cutOff: 0,
    judged: 0,
    tests: 0,
    keptTests: 0,
    cells: 0,
    probed: 0,
    seconds: 1,
  };
  return { ...nothing, ...changes };
};

test('programs that are cut off are not run anyway; cells and probes are other runs', () => {
  expect(savedShare(cost({ sampled: 60, kept: 40, judged: 25 }))).toBe(0.75);
  expect(savedShare(cost({ sampled: 60, kept: 40, cutOff: 50, judged: 25 }))).toBe(0.5);
  expect(savedShare(cost({ sampled: 100, judged: 50, cells: 1000, probed: 100, tests: 100 }))).toBe(0.5);
});

test('nothing to run saves nothing, and a program that was judged again is no saving', () => {
  expect(savedShare(cost({}))).toBe(0);
  expect(savedShare(cost({ sampled: 5, cutOff: 5 }))).toBe(0);
  expect(savedShare(cost({ kept: 2, judged: 3 }))).toBe(0);
});
