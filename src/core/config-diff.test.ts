/** Layers of settings, and what is left when one is taken off another. */

import { expect, test } from 'vitest';
import { parseConfig } from './config.ts';
import { diffConfig, flattenSettings, isObject, layerConfig, mergeSettings, settingLayer } from './config-diff.ts';

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

test('a difference names what differs, and nothing of what is equal', () => {
  const changes = { seed: 3, algorithm: { beta: 0 } };
  expect(diffConfig(parseConfig(changes))).toEqual(changes);
  expect(diffConfig(parseConfig({}))).toEqual({});
  const dapo = parseConfig({ algorithm: { beta: 0, clipHigh: 0.28 } });
  expect(diffConfig(parseConfig({ algorithm: { clipHigh: 0.28 } }), dapo)).toEqual({ algorithm: { beta: 0.04 } });
});

test('a difference laid over its base gives the configuration again', () => {
  const base = parseConfig({ epochs: 3, sampling: { temperature: 0.8 }, rollout: { turns: 2 } });
  const config = parseConfig({ sampling: { topP: 0.9 }, evaluation: { samples: 4 } });
  expect(parseConfig(layerConfig(base, diffConfig(config, base)))).toEqual(config);
});

test('single settings by path, and back', () => {
  const settings = { seed: 3, algorithm: { beta: 0, clipHigh: 0.28 } };
  const flat = flattenSettings(settings);
  expect(flat).toEqual([
    ['seed', 3],
    ['algorithm.beta', 0],
    ['algorithm.clipHigh', 0.28],
  ]);
  expect(layerConfig(...flat.map(([path, value]) => settingLayer(path, value)))).toEqual(settings);
});
