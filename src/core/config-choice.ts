/** What a person chose: an exercise, an algorithm, and single settings laid over both. */

import { ALGORITHMS, type AlgorithmName } from './algorithms.ts';
import { fillSettings, parseConfig, type RunConfig, type RunConfigInput } from './config.ts';
import { diffConfig, layerConfig } from './config-diff.ts';
import { PRESETS, type PresetName } from './presets.ts';

export interface ConfigChoice {
  readonly preset: PresetName;
  readonly algorithm: AlgorithmName;
  readonly settings: RunConfigInput;
}

export const DEFAULT_CHOICE: ConfigChoice = { preset: 'default', algorithm: 'grpo', settings: {} };

/** Exercise, then algorithm, then single settings. */
export function chosenConfig({ preset, algorithm, settings }: ConfigChoice): RunConfig {
  return parseConfig(layerConfig(givenSettings(preset, algorithm), settings));
}

/** The same with the rules between settings not asked: what stands in a form while it is changed. */
export function filledConfig({ preset, algorithm, settings }: ConfigChoice): RunConfig {
  return fillSettings(layerConfig(givenSettings(preset, algorithm), settings));
}

function givenSettings(preset: PresetName, algorithm: AlgorithmName): RunConfigInput {
  return layerConfig(PRESETS[preset].config, ALGORITHMS[algorithm].config);
}

/** The choice that gives `config`: beside exercise and algorithm it names only the settings that they do not give. */
export function choiceOf(config: RunConfig, preset: PresetName, algorithm: AlgorithmName): ConfigChoice {
  return { preset, algorithm, settings: diffConfig(config, filledConfig({ preset, algorithm, settings: {} })) };
}

/** The same choice without settings that exercise and algorithm give anyway; also of settings that do not go together. */
export function tidyChoice(choice: ConfigChoice): ConfigChoice {
  return choiceOf(filledConfig(choice), choice.preset, choice.algorithm);
}

/** Reads the name of an exercise or an algorithm out of a list of names. */
export function readName<T extends string>(names: readonly T[], value: unknown, where: string): T {
  const name = names.find((one) => one === value);
  if (name !== undefined) return name;
  throw new Error(`${where}: expected one of ${names.join(', ')}, got ${JSON.stringify(value)}`);
}
