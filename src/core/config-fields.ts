/** What the settings of a configuration are made of: ranges with ends, named choices, and a sentence of help for each. */

import * as v from 'valibot';
import { BUNDLED_MODELS, isModelName, type ModelName } from './model-name.ts';

/** A check whose words end every refusal alike: `expected …, got …`. */
const expecting = (what: string) => (issue: v.BaseIssue<unknown>) => `expected ${what}, got ${issue.received}`;

/** What a setting may be, for whoever reads it from text or draws a control for it. */
export type SettingKind =
  /** `low` and `high` are the ends of the range; where the words say “above” or “below”, that end is not in it. */
  | { readonly kind: 'number'; readonly whole: boolean; readonly low: number; readonly high: number }
  /** `further`: what it may be besides, in words for a person; what exactly, the schema knows. */
  | { readonly kind: 'choice'; readonly choices: readonly string[]; readonly further?: string }
  | { readonly kind: 'flag' };

/** How the papers write a setting, and where. */
export type Paper = {
  /** As in `ε_low`: what follows the underscore is set below the line. */
  readonly symbol?: string;
  /** The formula, or the section, that it comes from. */
  readonly source?: string;
};

/** Kept with a schema: the kind, and the words in which a refusal states it. */
export type SettingMetadata = SettingKind & Paper & { readonly range: string };

const described = (kind: SettingKind, range: string): SettingMetadata => ({ ...kind, range });

/** A number that `holds`; every range below has ends, so that Infinity is in none of them. */
function numeric(what: string, low: number, high: number, holds: (value: number) => boolean, whole = false) {
  return v.pipe(
    v.number(expecting(what)),
    v.check(holds, expecting(what)),
    v.metadata(described({ kind: 'number', whole, low, high }, what)),
  );
}

export const between = (low: number, high: number) =>
  numeric(`a number from ${low} to ${high}`, low, high, (value) => value >= low && value <= high);

export const aboveZero = (high: number) =>
  numeric(`a number above 0 and up to ${high}`, 0, high, (value) => value > 0 && value <= high);

export const integer = (low: number, high: number) =>
  numeric(
    `an integer from ${low} to ${high}`,
    low,
    high,
    (value) => Number.isInteger(value) && value >= low && value <= high,
    true,
  );

/** Decay rate of a moment of AdamW, in [0, 1). */
export const decay = () => numeric('a number from 0 to below 1', 0, 1, (value) => value >= 0 && value < 1);

export function choice<const T extends readonly string[]>(names: T) {
  const what = `one of ${names.map((name) => `"${name}"`).join(', ')}`;
  return v.pipe(v.picklist(names, expecting(what)), v.metadata(described({ kind: 'choice', choices: names }, what)));
}

/** A checkpoint that comes with the page, or one that a person imported. */
export function modelName() {
  const further = 'imported:NAME';
  const what = `one of ${BUNDLED_MODELS.map((name) => `"${name}"`).join(', ')} or ${further}`;
  return v.pipe(
    v.custom<ModelName>(isModelName, expecting(what)),
    v.metadata(described({ kind: 'choice', choices: BUNDLED_MODELS, further }, what)),
  );
}

export const flag = () =>
  v.pipe(v.boolean(expecting('true or false')), v.metadata(described({ kind: 'flag' }, 'true or false')));

/** A setting that may be left out: what it is then, and what it means, for a person who has to choose. */
export function setting<S extends v.GenericSchema, const D extends v.InferInput<S>>(
  schema: S,
  initial: D,
  help: string,
  paper: Paper = {},
): v.OptionalSchema<S, D> {
  // Valibot cannot see that a described schema takes what the schema takes; the type says so for it.
  const described = v.pipe(schema, v.description(help), v.metadata({ ...paper })) as unknown as S;
  return v.optional(described, initial as v.Default<S, undefined> & D);
}

/** An object with these settings and no others. */
export function group<const T extends v.ObjectEntries>(entries: T) {
  return v.strictObject(entries, (issue) =>
    issue.expected === 'never'
      ? `unknown field; expected ${Object.keys(entries).join(', ')}`
      : `expected an object, got ${issue.received}`,
  );
}

/** A group of settings that may be left out whole, with a sentence that says what it is about. */
export function part<S extends v.GenericSchema<object>>(schema: S, help: string) {
  return v.optional(v.pipe(schema, v.description(help)), {} as v.InferInput<S>);
}
