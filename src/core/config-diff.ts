/** Settings as layers: laid over one another, and taken apart again into what differs. */

import { parseConfig, type RunConfig, type RunConfigInput } from './config.ts';

export type SettingsObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object with settings: not a list, not null. */
export function isObject(value: unknown): value is SettingsObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The settings of `base` with those of `over` in their place; objects are merged, anything else is replaced. */
export function mergeSettings(base: SettingsObject, over: SettingsObject): SettingsObject {
  const changed = Object.entries(over).map(([name, value]) => {
    const before = Object.hasOwn(base, name) ? base[name] : undefined;
    return [name, isObject(value) && isObject(before) ? mergeSettings(before, value) : value] as const;
  });
  return { ...base, ...Object.fromEntries(changed) };
}

/** Layers of a configuration, each over those before it. */
export function layerConfig(...layers: readonly RunConfigInput[]): RunConfigInput {
  return layers.reduce<SettingsObject>(mergeSettings, {}) as RunConfigInput;
}

function difference(value: SettingsObject, base: SettingsObject): SettingsObject {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const other = base[name];
      if (!isObject(one) || !isObject(other)) return one === other ? [] : [[name, one]];
      const inner = difference(one, other);
      return Object.keys(inner).length === 0 ? [] : [[name, inner]];
    }),
  );
}

/**
 * The fewest settings that turn `base` into `config`: `parseConfig(layerConfig(base, diffConfig(config, base)))` is
 * `config` again.
 *
 * @param base the defaults when absent
 */
export function diffConfig(config: RunConfig, base: RunConfig = parseConfig({})): RunConfigInput {
  return difference(config, base) as RunConfigInput;
}

/** The single settings of a layer, by their paths as in `algorithm.beta`. */
export function flattenSettings(settings: RunConfigInput): (readonly [path: string, value: unknown])[] {
  return Object.entries<unknown>(settings).flatMap(([name, value]): (readonly [string, unknown])[] =>
    isObject(value) ? Object.entries(value).map(([inner, one]) => [`${name}.${inner}`, one]) : [[name, value]],
  );
}

/** The layer that changes the one setting at `path`. */
export function settingLayer(path: string, value: unknown): RunConfigInput {
  const [first, second] = path.split('.') as [string, string?];
  return (second === undefined ? { [first]: value } : { [first]: { [second]: value } }) as RunConfigInput;
}
