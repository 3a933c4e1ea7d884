/** Reads the fields of a `config.json`, each with an error that says what was expected of it. */

import { isRecord, shown } from './json.ts';

export interface ConfigFields {
  /** As it stands there; `undefined` where it does not. */
  get(name: string): unknown;
  /** A whole number from 1 to `most`. */
  count(name: string, most?: number): number;
  /** A number above 0; `otherwise` where the field is absent. */
  positive(name: string, otherwise?: number): number;
  /** One of the values that are understood; `undefined` among them lets the field be absent. */
  oneOf<const T>(name: string, allowed: readonly T[]): T;
  /** That `value`, which the field led to, is a multiple of a number of heads or pairs. */
  divides(divisor: number, of: string, name: string, value: number): void;
  fail(name: string, expected: string): never;
}

/** More than any dimension of a model that exists, and far below what arithmetic on sizes can bear. */
const MOST = 2 ** 31 - 1;

/** @throws Error when `config` is no object, and from each reader when its field is not as it should be */
export function configFields(config: unknown, at: string): ConfigFields {
  if (!isRecord(config)) throw new Error(`${at}: expected an object, got ${shown(config)}`);
  const fields = new Map(Object.entries(config));
  const fail = (name: string, expected: string): never => {
    throw new Error(`${at}: ${name}: expected ${expected}, got ${shown(fields.get(name))}`);
  };
  return {
    get: (name) => fields.get(name),
    count: (name, most = MOST) => {
      const value = fields.get(name);
      if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) return fail(name, 'a positive integer');
      return value <= most ? value : fail(name, `at most ${most}`);
    },
    positive: (name, otherwise) => {
      const value = fields.get(name) ?? otherwise;
      return typeof value === 'number' && value > 0 && value < Infinity ? value : fail(name, 'a number above 0');
    },
    oneOf: (name, allowed) => {
      const value = fields.get(name);
      const index = allowed.indexOf(value as never);
      if (index >= 0) return allowed[index] as never;
      const wanted = allowed.filter((choice) => choice !== undefined).map((choice) => JSON.stringify(choice));
      return fail(name, wanted.join(' or '));
    },
    divides: (divisor, of, name, value) => {
      if (value % divisor !== 0) {
        throw new Error(`${at}: ${name}: expected a multiple of ${divisor} ${of}, got ${value}`);
      }
    },
    fail,
  };
}
