/** What a person chose for the next run: changed one setting at a time, and told apart by where each value comes from. */

import { ALGORITHMS } from '../../core/algorithms.ts';
import { checkSettings, type RunConfig } from '../../core/config.ts';
import { type ConfigChoice, chosenConfig, filledConfig } from '../../core/config-choice.ts';
import { diffConfig, flattenSettings, layerConfig, settingLayer } from '../../core/config-diff.ts';
import { readSetting, SETTINGS, type SettingDoc, type SettingValue, settingAt } from '../../core/config-docs.ts';
import { messageOf } from '../../core/errors.ts';
import { words } from '../words/index.ts';

const AREA = 'settings';

/** What the next run would be. */
export interface Plan {
  readonly config: RunConfig;
  /** Why settings that are each in range do not go together; no run can begin then. */
  readonly conflict: string | null;
}

/** Exercise, then algorithm, then single settings; shown also where they do not go together. */
export function planOf(choice: ConfigChoice): Plan {
  try {
    return { config: chosenConfig(choice), conflict: null };
  } catch (error) {
    // Every layer is in range by itself, so that only a rule between settings can be broken.
    return { config: filledConfig(choice), conflict: messageOf(error).replace(/^config: /, '') };
  }
}

/** The value of a single setting. */
export function valueAt(config: RunConfig, path: string): SettingValue {
  return new Map(flattenSettings(config)).get(path) as SettingValue;
}

/** The choice with one setting changed; a value that exercise and algorithm give anyway is not kept. */
export function withSetting(choice: ConfigChoice, path: string, value: SettingValue): ConfigChoice {
  const rest = withoutSetting(choice, path);
  if (valueAt(planOf(rest).config, path) === value) return rest;
  return { ...rest, settings: layerConfig(rest.settings, settingLayer(path, value)) };
}

/** The choice with one setting as exercise and algorithm give it. */
export function withoutSetting(choice: ConfigChoice, path: string): ConfigChoice {
  const kept = flattenSettings(choice.settings).filter(([other]) => other !== path);
  return { ...choice, settings: layerConfig(...kept.map(([other, value]) => settingLayer(other, value))) };
}

/**
 * Reads what a person typed for a setting.
 *
 * @returns the value, or what was expected and what came
 */
export function readTyped(
  doc: SettingDoc,
  text: string,
): { readonly value: SettingValue } | { readonly complaint: string } {
  try {
    const value = readSetting(doc, text.trim().replace('−', '-'), AREA);
    checkSettings(settingLayer(doc.path, value), AREA);
    return { value };
  } catch (error) {
    return { complaint: messageOf(error).replace(`${AREA}: ${doc.path}: `, '') };
  }
}

/** Reads a whole number typed into the form, which may begin later than the setting's own range does. */
export function readWhole(
  doc: SettingDoc,
  text: string,
  least: number,
): { readonly value: number } | { readonly complaint: string } {
  const read = readTyped(doc, text);
  if ('value' in read && typeof read.value === 'number' && read.value >= least) return { value: read.value };
  const high = doc.kind.kind === 'number' ? doc.kind.high : Number.MAX_SAFE_INTEGER;
  // A number field gives an empty text for what is no number.
  return { complaint: words.setting.whole(least, high, text.trim()) };
}

/** One setting that is not as the defaults have it, or that the person set. */
export interface Difference {
  readonly path: string;
  readonly help: string;
  readonly initial: SettingValue;
  readonly value: SettingValue;
  /** Whose word counts: the last layer that names the setting. */
  readonly from: 'exercise' | 'algorithm' | 'you';
}

/** In the order of the schema. */
export function differences(choice: ConfigChoice): Difference[] {
  const { config } = planOf(choice);
  const own = new Set(flattenSettings(choice.settings).map(([path]) => path));
  const algorithm = new Set(flattenSettings(ALGORITHMS[choice.algorithm].config).map(([path]) => path));
  const changed = new Map(flattenSettings(diffConfig(config)));
  return SETTINGS.filter(({ path }) => changed.has(path) || own.has(path)).map(({ path, help, initial }) => ({
    path,
    help,
    initial,
    value: valueAt(config, path),
    from: own.has(path) ? 'you' : algorithm.has(path) ? 'algorithm' : 'exercise',
  }));
}

/** The settings in which two configurations differ, by path. */
export function changedPaths(config: RunConfig, base: RunConfig): string[] {
  return flattenSettings(diffConfig(config, base)).map(([path]) => path);
}

/** What a person changed since a run began: the exercise, the algorithm, and single settings by path. */
export interface Changes {
  readonly preset: boolean;
  readonly algorithm: boolean;
  readonly paths: readonly string[];
}

/** Of the changed settings, those that exercise and algorithm bring along are not told beside them. */
export function changesSince(began: ConfigChoice, now: ConfigChoice, changed: readonly string[]): Changes {
  const preset = began.preset !== now.preset;
  const algorithm = began.algorithm !== now.algorithm;
  if (!preset && !algorithm) return { preset, algorithm, paths: changed };
  const before = new Map(flattenSettings(began.settings));
  const after = new Map(flattenSettings(now.settings));
  return { preset, algorithm, paths: changed.filter((path) => before.get(path) !== after.get(path)) };
}

/** A value as people write it. */
export function valueText(value: SettingValue): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'number' ? String(value).replace('-', '−') : value;
}

/** The setting behind a path that the page itself names. */
export const docOf = (path: string): SettingDoc => settingAt(path, AREA);
