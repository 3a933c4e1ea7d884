/**
 * A choice of settings as JSON: `{"version": 1, "preset": "lecture", "algorithm": "dapo", "settings": {"seed": 3}}`.
 *
 * Without `version`, the object is the settings themselves: then `algorithm` is the group of that name.
 */

import { ALGORITHM_NAMES } from './algorithms.ts';
import { checkSettings } from './config.ts';
import { type ConfigChoice, readName, tidyChoice } from './config-choice.ts';
import { isObject } from './config-diff.ts';
import { PRESET_NAMES } from './presets.ts';

const VERSION = 1;

export interface ConfigFile extends ConfigChoice {
  readonly version: typeof VERSION;
}

/** What a file says: the names of exercise and algorithm may be left to whoever reads it. */
export type FileChoice = Partial<ConfigChoice> & Pick<ConfigChoice, 'settings'>;

export function writeConfigFile(choice: ConfigChoice): ConfigFile {
  return { version: VERSION, ...tidyChoice(choice) };
}

/**
 * Checks every setting by itself; whether they go together depends on what they are laid over.
 *
 * @param value parsed JSON
 * @param area name of the file, for errors
 */
export function readConfigFile(value: unknown, area: string): FileChoice {
  if (!isObject(value)) throw new Error(`${area}: expected an object with settings, got ${JSON.stringify(value)}`);
  if (!Object.hasOwn(value, 'version')) return { settings: checkSettings(value, area) };
  const { version, preset, algorithm, settings = {}, ...rest } = value;
  if (version !== VERSION) {
    throw new Error(`${area}: version: expected ${VERSION}, got ${JSON.stringify(version)}`);
  }
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) {
    throw new Error(`${area}: ${unknown}: unknown field; expected version, preset, algorithm, settings`);
  }
  return {
    ...(preset === undefined ? {} : { preset: readName(PRESET_NAMES, preset, `${area}: preset`) }),
    ...(algorithm === undefined ? {} : { algorithm: readName(ALGORITHM_NAMES, algorithm, `${area}: algorithm`) }),
    settings: checkSettings(settings, `${area}: settings`),
  };
}
