/** The list of settings is whole, says something about each, and reads values as people write them. */

import { expect, test } from 'vitest';
import { parseConfig } from './config.ts';
import { flattenSettings } from './config-diff.ts';
import { readSetting, SETTING_GROUPS, SETTINGS, settingAt } from './config-docs.ts';

test('lists every setting with its default', () => {
  expect(SETTINGS.map(({ path, initial }) => [path, initial])).toEqual(flattenSettings(parseConfig({})));
});

test.each(SETTINGS.map((setting) => [setting.path, setting] as const))('%s is explained', (_, setting) => {
  expect(setting.help).toMatch(/^\S.*\.$/);
  expect(setting.range).toMatch(/^(a number|an integer|one of|true or false)/);
  expect(setting.group === '' || setting.group in SETTING_GROUPS).toBe(true);
});

test('a setting that the papers have a letter for has it, once, and not in its help again', () => {
  const symbol = (path: string) => settingAt(path, 'x').symbol;
  expect(['algorithm.beta', 'algorithm.clipLow', 'algorithm.clipHigh', 'algorithm.delta'].map(symbol)).toEqual([
    ...['β', 'ε_low', 'ε_high', 'δ'],
  ]);
  expect(['value.gamma', 'value.lambda', 'groupSize'].map(symbol)).toEqual(['γ', 'λ', 'G']);
  expect(['optimizer.learningRate', 'sampling.temperature'].map(symbol)).toEqual(['η', 'τ']);
  expect(symbol('epochs')).toBeNull();
  for (const setting of SETTINGS) {
    if (setting.symbol !== null) expect(setting.help.startsWith(setting.symbol)).toBe(false);
    if (setting.source !== null) expect(setting.source).toMatch(/arXiv:\d{4}\.\d{5}\)? |arXiv:/);
    expect(setting.kind).not.toHaveProperty('symbol');
  }
});

test('every group is explained', () => {
  expect(Object.keys(SETTING_GROUPS)).toEqual([...new Set(SETTINGS.map(({ group }) => group))].filter(Boolean));
  for (const help of Object.values(SETTING_GROUPS)) expect(help).toMatch(/\.$/);
});

test.each([
  ['algorithm.beta', '1e-3', 1e-3],
  ['algorithm.beta', '.5', 0.5],
  ['seed', '7', 7],
  ['rollout.pipelined', 'true', true],
  ['explain', 'false', false],
  ['reward', 'coderl', 'coderl'],
])('%s reads %s', (path, text, value) => {
  expect(readSetting(settingAt(path, 'x'), text, 'x')).toBe(value);
});

test.each([
  ['algorithm.beta', 'high', 'x: algorithm.beta: expected a number from 0 to 100, got "high"'],
  ['algorithm.beta', '', 'x: algorithm.beta: expected a number from 0 to 100, got ""'],
  ['seed', '0x10', 'x: seed: expected an integer from 0 to 2147483647, got "0x10"'],
  ['seed', 'Infinity', 'x: seed: expected an integer'],
  ['rollout.pipelined', 'yes', 'x: rollout.pipelined: expected true or false, got "yes"'],
])('%s does not read %j', (path, text, message) => {
  expect(() => readSetting(settingAt(path, 'x'), text, 'x')).toThrow(message);
});

test.each([
  ['beta', 'x: beta: unknown setting; expected algorithm.beta'],
  ['optimizer.beta', 'x: optimizer.beta: unknown setting; expected algorithm.beta'],
  ['value.gama', 'x: value.gama: unknown setting; expected value.gamma, value.lambda, '],
  ['epoch', 'x: epoch: unknown setting; expected seed, backend, '],
  ['algorithm', 'x: algorithm: expected a single setting such as algorithm.advantage, got a group'],
  ['toString', 'x: toString: unknown setting; expected seed'],
  ['toString.call', 'x: toString.call: unknown setting; expected seed'],
])('%s is no setting', (path, message) => {
  expect(() => settingAt(path, 'x')).toThrow(message);
});
