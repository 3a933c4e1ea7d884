/** Layers of settings. */

import { expect, test } from 'vitest';
import { isObject, mergeSettings } from './settings.ts';

test('single settings are replaced at any depth, all others stay', () => {
  const base = { a: 1, deep: { b: 2, deeper: { c: 3, d: 4 } }, list: [1, 2] };
  expect(mergeSettings(base, { deep: { deeper: { c: 5 } }, list: [3] })).toEqual({
    a: 1,
    deep: { b: 2, deeper: { c: 5, d: 4 } },
    list: [3],
  });
  expect(base.deep.deeper.c).toBe(3);
});

test('lists and null are no objects with settings', () => {
  expect([{}, [], null, 3, 'x'].map(isObject)).toEqual([true, false, false, false, false]);
});
