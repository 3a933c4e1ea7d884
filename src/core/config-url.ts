/**
 * A choice of settings as parameters of an address: `v=1&preset=lecture&use=dapo&algorithm.beta=0.1&seed=3`.
 *
 * `v` is the version of this form, `preset` names the exercise and `use` the algorithm (`algorithm` is a group of
 * settings); every other name is the path of a setting. Only what exercise and algorithm do not give is written.
 */

import { ALGORITHM_NAMES } from './algorithms.ts';
import { checkSettings } from './config.ts';
import { type ConfigChoice, chosenConfig, DEFAULT_CHOICE, readName, tidyChoice } from './config-choice.ts';
import { flattenSettings, layerConfig, settingLayer } from './config-diff.ts';
import { readSetting, SETTINGS, settingAt } from './config-docs.ts';
import { PRESET_NAMES } from './presets.ts';

/** The version of this form. */
export const ADDRESS_VERSION = '1';
const AREA = 'address';

/** The parameters that `readConfigParams` reads as the same configuration, or refuses where settings do not go together. */
export function writeConfigParams(choice: ConfigChoice): URLSearchParams {
  const { preset, algorithm, settings } = tidyChoice(choice);
  return new URLSearchParams([
    ['v', ADDRESS_VERSION],
    ...(preset === DEFAULT_CHOICE.preset ? [] : [['preset', preset]]),
    ...(algorithm === DEFAULT_CHOICE.algorithm ? [] : [['use', algorithm]]),
    ...flattenSettings(settings).map(([path, value]) => [path, String(value)]),
  ]);
}

/** Whether `readConfigParams` knows what is meant by `name`, be it a group that is no single setting. */
export const isConfigParam = (name: string): boolean =>
  ['v', 'preset', 'use'].includes(name) || SETTINGS.some(({ path }) => path === name || path.startsWith(`${name}.`));

/**
 * Without any parameter, the default choice.
 *
 * @throws Error that names the parameter: unknown, given twice, out of range, at odds with another, or of another version
 */
export function readConfigParams(params: URLSearchParams): ConfigChoice {
  const names = [...params.keys()];
  if (names.length === 0) return DEFAULT_CHOICE;
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new Error(`${AREA}: ${twice}: expected it once, got it twice`);
  const { v, preset = DEFAULT_CHOICE.preset, use = DEFAULT_CHOICE.algorithm, ...rest } = Object.fromEntries(params);
  if (v !== ADDRESS_VERSION) {
    throw new Error(
      `${AREA}: v: expected version ${ADDRESS_VERSION}, got ${v === undefined ? 'nothing' : JSON.stringify(v)}`,
    );
  }
  const layers = Object.entries(rest).map(([path, text]) =>
    settingLayer(path, readSetting(settingAt(path, AREA), text, AREA)),
  );
  const choice = {
    preset: readName(PRESET_NAMES, preset, `${AREA}: preset`),
    algorithm: readName(ALGORITHM_NAMES, use, `${AREA}: use`),
    settings: checkSettings(layerConfig(...layers), AREA),
  };
  chosenConfig(choice);
  return choice;
}
