/** Makes `PyValue`s from everyday JavaScript data, so that generators and tests read like the Python they stand for. */

import type { PyValue } from './value.ts';

/** Integers, strings, booleans, null (None), arrays (lists) and records (dicts with string keys), at any depth. */
export type Plain = null | boolean | number | bigint | string | readonly Plain[] | { readonly [key: string]: Plain };

const isList = (value: Plain): value is readonly Plain[] => Array.isArray(value);

/**
 * The Python value that plain data stands for; a number becomes an `int`.
 *
 * @throws RangeError when a number is not an integer: floats have to be made explicitly.
 */
export function py(value: Plain): PyValue {
  if (value === null) return { type: 'none' };
  if (typeof value === 'boolean') return { type: 'bool', value };
  if (typeof value === 'string') return { type: 'str', value };
  if (typeof value === 'bigint') return { type: 'int', value };
  if (typeof value === 'number') return { type: 'int', value: BigInt(value) };
  if (isList(value)) return { type: 'list', items: value.map(py) };
  return { type: 'dict', entries: Object.entries(value).map(([key, item]) => [py(key), py(item)] as const) };
}
