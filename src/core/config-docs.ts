/** All settings as a flat list, read from the schema: what pages, flags, addresses and forms say about them. */

import * as v from 'valibot';
import { parseConfig } from './config.ts';
import type { SettingKind, SettingMetadata } from './config-fields.ts';
import { RunConfigSchema } from './config-schema.ts';

export type SettingValue = number | string | boolean;

export interface SettingDoc {
  /** As in `algorithm.beta`. */
  readonly path: string;
  /** What precedes the dot; empty for the settings of the run itself. */
  readonly group: string;
  readonly kind: SettingKind;
  /** As in `a number from 0 to 100`. */
  readonly range: string;
  readonly initial: SettingValue;
  readonly help: string;
  /** As the papers write it, `ε_low`; null where they have no letter for it. */
  readonly symbol: string | null;
  /** The formula or section that it comes from; null where no paper is to be named. */
  readonly source: string | null;
}

type Leaf = v.OptionalSchema<v.GenericSchema, unknown>;

const isGroup = (schema: Leaf): boolean => schema.wrapped.type === 'strict_object';

function describe(path: string, { wrapped }: Leaf, initial: SettingValue): SettingDoc {
  const { range, symbol = null, source = null, ...kind } = v.getMetadata(wrapped) as unknown as SettingMetadata;
  const group = path.slice(0, Math.max(0, path.indexOf('.')));
  return { path, group, kind, range, initial, help: v.getDescription(wrapped) ?? '', symbol, source };
}

function settingsOf(
  entries: Readonly<Record<string, Leaf>>,
  defaults: Readonly<Record<string, unknown>>,
  prefix: string,
): SettingDoc[] {
  return Object.entries(entries).flatMap(([name, schema]) => {
    const initial = defaults[name];
    if (!isGroup(schema)) return [describe(prefix + name, schema, initial as SettingValue)];
    const { entries: inner } = schema.wrapped as unknown as { readonly entries: Readonly<Record<string, Leaf>> };
    return settingsOf(inner, initial as Readonly<Record<string, unknown>>, `${prefix}${name}.`);
  });
}

/** Every setting, in the order of the schema. */
export const SETTINGS: readonly SettingDoc[] = settingsOf(RunConfigSchema.entries, parseConfig({}), '');

/** What each group of settings is about, in order. */
export const SETTING_GROUPS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries<Leaf>(RunConfigSchema.entries).flatMap(([name, schema]) =>
    isGroup(schema) ? [[name, v.getDescription(schema.wrapped) ?? '']] : [],
  ),
);

const BY_PATH = new Map(SETTINGS.map((setting) => [setting.path, setting]));

/** The names that somebody may have meant: the same last word elsewhere, else the neighbours. */
function nearby(path: string): string {
  const dot = path.indexOf('.');
  const last = path.slice(dot + 1);
  const same = SETTINGS.filter((setting) => setting.path.endsWith(`.${last}`) || setting.path === last);
  const group = dot < 0 ? '' : path.slice(0, dot);
  const neighbours = SETTINGS.filter(
    (setting) => setting.group === (Object.hasOwn(SETTING_GROUPS, group) ? group : ''),
  );
  return (same.length > 0 ? same : neighbours).map((setting) => setting.path).join(', ');
}

/**
 * Finds a setting by its path.
 *
 * @param area for the error
 */
export function settingAt(path: string, area: string): SettingDoc {
  const setting = BY_PATH.get(path);
  if (setting !== undefined) return setting;
  if (Object.hasOwn(SETTING_GROUPS, path))
    throw new Error(
      `${area}: ${path}: expected a single setting such as ${nearby(`${path}.`).split(',')[0]}, got a group`,
    );
  throw new Error(`${area}: ${path}: unknown setting; expected ${nearby(path)}`);
}

const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

/** Reads a setting's value from text; whether it is within range, `checkSettings` asks. */
export function readSetting({ path, kind, range }: SettingDoc, text: string, area: string): SettingValue {
  const wrong = () => new Error(`${area}: ${path}: expected ${range}, got ${JSON.stringify(text)}`);
  switch (kind.kind) {
    case 'number':
      if (!NUMBER.test(text)) throw wrong();
      return Number(text);
    case 'flag':
      if (text !== 'true' && text !== 'false') throw wrong();
      return text === 'true';
    case 'choice':
      return text;
    default:
      return kind satisfies never;
  }
}
