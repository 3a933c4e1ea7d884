/** Addresses and files give back the configuration that was written, and refuse what they do not understand. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ALGORITHM_NAMES } from './algorithms.ts';
import { parseConfig, type RunConfig, type RunConfigInput } from './config.ts';
import { type ConfigChoice, choiceOf, chosenConfig, DEFAULT_CHOICE } from './config-choice.ts';
import { layerConfig, settingLayer } from './config-diff.ts';
import { SETTINGS, type SettingDoc, type SettingValue } from './config-docs.ts';
import { readConfigFile, writeConfigFile } from './config-file.ts';
import { readConfigParams, writeConfigParams } from './config-url.ts';
import { PRESET_NAMES } from './presets.ts';

function valuesOf({ kind }: SettingDoc): fc.Arbitrary<SettingValue> {
  switch (kind.kind) {
    case 'number':
      return kind.whole
        ? fc.integer({ min: kind.low, max: kind.high })
        : fc.double({ min: kind.low, max: kind.high, noNaN: true });
    case 'choice':
      return fc.constantFrom(...kind.choices);
    case 'flag':
      return fc.boolean();
    default:
      return kind satisfies never;
  }
}

const layers = fc
  .subarray([...SETTINGS], { maxLength: 6 })
  .chain((some) =>
    fc.tuple(...some.map((setting) => valuesOf(setting).map((value) => settingLayer(setting.path, value)))),
  );

function parsed(settings: RunConfigInput): RunConfig | null {
  try {
    return parseConfig(settings);
  } catch {
    return null; // The ends of open ranges, and combinations that the rules refuse.
  }
}

const configs = layers.map((all) => parsed(layerConfig(...all))).filter((config) => config !== null);
const choices = fc
  .tuple(configs, fc.constantFrom(...PRESET_NAMES), fc.constantFrom(...ALGORITHM_NAMES))
  .map(([config, preset, algorithm]) => [config, choiceOf(config, preset, algorithm)] as const);

test('any configuration comes back from an address, whatever exercise and algorithm it is told from', () => {
  fc.assert(
    fc.property(choices, ([config, choice]) => {
      const read = readConfigParams(new URLSearchParams(writeConfigParams(choice).toString()));
      expect(read).toEqual(choice);
      expect(chosenConfig(read)).toEqual(config);
    }),
  );
});

test('any configuration comes back from a file', () => {
  fc.assert(
    fc.property(choices, ([config, choice]) => {
      const { version, ...written } = JSON.parse(JSON.stringify(writeConfigFile(choice)));
      expect(readConfigFile({ version, ...written }, 'file')).toEqual(choice);
      expect(readConfigFile(JSON.parse(JSON.stringify(config)), 'file')).toEqual({ settings: config });
    }),
  );
});

test('single settings may mend an exercise and an algorithm that do not go together', () => {
  const params = new URLSearchParams('v=1&preset=nano-test&use=warm-start&epochs=6');
  expect(readConfigParams(params)).toEqual({ preset: 'nano-test', algorithm: 'warm-start', settings: { epochs: 6 } });
  params.delete('epochs');
  expect(() => readConfigParams(params)).toThrow('rollout.warmStart: expected at most epochs');
});

test('an address says only what exercise and algorithm do not give', () => {
  const choice: ConfigChoice = {
    preset: 'lecture',
    algorithm: 'dapo',
    settings: { seed: 3, epochs: 50, algorithm: { beta: 0.1, clipHigh: 0.28 } },
  };
  expect(writeConfigParams(choice).toString()).toBe('v=1&preset=lecture&use=dapo&seed=3&algorithm.beta=0.1');
  expect(writeConfigParams(DEFAULT_CHOICE).toString()).toBe('v=1');
  expect(readConfigParams(new URLSearchParams())).toEqual(DEFAULT_CHOICE);
});

test('no setting has the name of a parameter', () => {
  expect(SETTINGS.filter(({ path }) => ['v', 'preset', 'use'].includes(path))).toEqual([]);
});

test.each([
  ['seed=3', 'address: v: expected version 1, got nothing'],
  ['v=2', 'address: v: expected version 1, got "2"'],
  ['v=1&sede=3', 'address: sede: unknown setting; expected seed, '],
  ['v=1&algorithm=dapo', 'address: algorithm: expected a single setting such as algorithm.advantage, got a group'],
  ['v=1&use=sapo', 'address: use: expected one of grpo, dr-grpo, '],
  ['v=1&preset=toString', 'address: preset: expected one of default, lecture, '],
  ['v=1&seed=3&seed=4', 'address: seed: expected it once, got it twice'],
  ['v=1&algorithm.beta=x', 'address: algorithm.beta: expected a number from 0 to 100, got "x"'],
  ['v=1&algorithm.beta=101', 'address: algorithm.beta: expected a number from 0 to 100, got 101'],
  ['v=1&reward=gold', 'address: reward: expected one of "binary", '],
  ['v=1&use=grpo-plus&rollout.turns=2', 'config: rollout.pipelined: expected false with '],
  ['v=1&__proto__=1', 'address: __proto__: unknown setting; '],
])('refuses %s', (address, message) => {
  expect(() => readConfigParams(new URLSearchParams(address))).toThrow(message);
});

test.each([
  [{ version: 2 }, 'run.json: version: expected 1, got 2'],
  [{ version: 1, algorithm: 'sapo' }, 'run.json: algorithm: expected one of grpo, '],
  [{ version: 1, preset: 3 }, 'run.json: preset: expected one of default, '],
  [{ version: 1, seed: 3 }, 'run.json: seed: unknown field; expected version, preset, algorithm, settings'],
  [{ version: 1, settings: { epocs: 3 } }, 'run.json: settings: epocs: unknown field; expected seed, '],
  [{ version: 1, settings: [] }, 'run.json: settings: (root): expected no list here, got one'],
  [{ algorithm: 'dapo' }, 'run.json: algorithm: expected an object, got "dapo"'],
  [[], 'run.json: expected an object with settings, got []'],
])('refuses the file %j', (value, message) => {
  expect(() => readConfigFile(value, 'run.json')).toThrow(message);
});

test('a file may leave the names to whoever reads it', () => {
  expect(readConfigFile({ version: 1, algorithm: 'rft' }, 'run.json')).toEqual({ algorithm: 'rft', settings: {} });
});
