/** Sorts plain values into classes of equal ones, so that unordered containers are compared by counting, not by searching. */

import type { PyValue } from './value.ts';

/** How a number enters the key of its class; undefined for one that equals nothing. */
export type NumberKey = (value: NumericValue) => string | undefined;

export type NumericValue = Extract<PyValue, { type: 'bool' | 'int' | 'float' | 'complex' }>;

export const isNumeric = (value: PyValue): value is NumericValue =>
  value.type === 'bool' || value.type === 'int' || value.type === 'float' || value.type === 'complex';

/** The real part as an exact number: bigint for integers, number for floats. */
export function realPart(value: NumericValue): bigint | number {
  switch (value.type) {
    case 'bool':
      return value.value ? 1n : 0n;
    case 'complex':
      return value.re;
    default:
      return value.value;
  }
}

export const imaginaryPart = (value: NumericValue): number => (value.type === 'complex' ? value.im : 0);

/** One text for equal numbers of any type. Hexadecimal where no float is equal: decimal digits take quadratic time. */
function realKey(value: bigint | number): string {
  if (typeof value === 'number') return String(value);
  const near = Number(value);
  return Number.isFinite(near) && BigInt(near) === value ? String(near) : value.toString(16);
}

/** Python's `==`: 1, 1.0, True and 1+0j share a key, NaN has none. */
export function exactNumberKey(value: NumericValue): string | undefined {
  const [re, im] = [realPart(value), imaginaryPart(value)];
  if (Number.isNaN(re) || Number.isNaN(im)) return undefined;
  return im === 0 ? `n${realKey(re)}` : `c${realKey(re)},${im}`;
}

/** Characters of a bytes value at a time; more arguments might not fit the stack. */
const CHUNK = 4096;

function bytesText(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return text;
}

const keyOf = (kind: string, content: string | undefined): string | undefined =>
  content === undefined ? undefined : `${kind}:${content}`;

/** The class of what equals nothing, not even itself: NaN, and all that holds one. */
export const NO_CLASS = 0;

/**
 * Numbers the classes of equal values. Each object is looked at once, however often it is shared, so the work is linear
 * in the size of the values in memory (but for sorting), even where their text would be exponentially long. Classes are
 * exact: no hash that could collide.
 */
export class ValueClasses {
  readonly #numberKey: NumberKey;
  readonly #strict: boolean;
  readonly #numbers = new Map<string, number>();
  readonly #known = new Map<PyValue, number>();

  /** `strict` tells types apart (of numbers, `numberKey` does). */
  constructor(numberKey: NumberKey, strict: boolean) {
    this.#numberKey = numberKey;
    this.#strict = strict;
  }

  /** The same positive integer for equal values, or `NO_CLASS`. */
  of(value: PyValue): number {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const key = this.#key(value);
    const found = key === undefined ? NO_CLASS : (this.#numbers.get(key) ?? this.#numbers.size + 1);
    if (key !== undefined) this.#numbers.set(key, found);
    this.#known.set(value, found);
    return found;
  }

  /**
   * The text that names a class. What stands before the first colon is the kind, and no kind holds a colon: no text that a
   * program returns can so be taken for the key of a container or a number.
   */
  #key(value: PyValue): string | undefined {
    if (isNumeric(value)) return keyOf('number', this.#numberKey(value));
    switch (value.type) {
      case 'none':
        return keyOf(value.type, '');
      case 'str':
        return keyOf(value.type, value.value);
      case 'bytes':
        return keyOf(value.type, bytesText(value.value));
      case 'list':
      case 'tuple':
        return keyOf(value.type, this.#all(value.items)?.join());
      case 'set':
      case 'frozenset': {
        const members = this.#all(value.items)?.sort((a, b) => a - b);
        return keyOf(this.#strict ? value.type : 'set', members?.join());
      }
      case 'dict': {
        const keys = this.#all(value.entries.map(([key]) => key));
        const items = this.#all(value.entries.map(([, item]) => item));
        if (items === undefined) return undefined;
        return keyOf(
          value.type,
          keys
            ?.map((key, i) => `${key}:${items[i]}`)
            .sort()
            .join(),
        );
      }
      default:
        return value satisfies never;
    }
  }

  /** Classes of all values; undefined when one of them has none. */
  #all(values: readonly PyValue[]): number[] | undefined {
    const classes = values.map((value) => this.of(value));
    return classes.includes(NO_CLASS) ? undefined : classes;
  }
}
