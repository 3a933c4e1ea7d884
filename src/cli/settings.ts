/** Layers of settings, laid over one another at any depth. */

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
