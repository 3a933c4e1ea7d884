/** Whether two plain values are equal, as Python's `==` says, or with equal types too. */

import type { Comparison, Tolerance } from './types.ts';
import type { PyValue } from './value.ts';

/** Pairs looked at before two values count as different: a bound for values that share their parts exponentially often. */
const MAX_STEPS = 2_000_000;

type Numeric = Extract<PyValue, { type: 'bool' | 'int' | 'float' | 'complex' }>;

const isNumeric = (value: PyValue): value is Numeric =>
  value.type === 'bool' || value.type === 'int' || value.type === 'float' || value.type === 'complex';

/** The real part as an exact number: bigint for integers, number for floats. */
function real(value: Numeric): bigint | number {
  switch (value.type) {
    case 'bool':
      return value.value ? 1n : 0n;
    case 'complex':
      return value.re;
    default:
      return value.value;
  }
}

const imaginary = (value: Numeric): number => (value.type === 'complex' ? value.im : 0);

/** `math.isclose(a, b, rel_tol, abs_tol)`. */
function isClose(a: number, b: number, { rel, abs }: Tolerance): boolean {
  if (a === b) return true;
  if (!Number.isFinite(a) || !Number.isFinite(b)) return false;
  return Math.abs(a - b) <= Math.max(rel * Math.max(Math.abs(a), Math.abs(b)), abs);
}

function numbersEqual(a: Numeric, b: Numeric, tolerance: Tolerance | undefined): boolean {
  const inexact = [a, b].some((value) => value.type === 'float' || value.type === 'complex');
  if (tolerance !== undefined && inexact) {
    return isClose(Number(real(a)), Number(real(b)), tolerance) && isClose(imaginary(a), imaginary(b), tolerance);
  }
  // JavaScript's == between bigint and number compares mathematical values exactly, as Python does.
  // biome-ignore lint/suspicious/noDoubleEquals: bigint === number is always false
  return real(a) == real(b) && imaginary(a) === imaginary(b);
}

/** Hexadecimal, because decimal digits of a huge integer take quadratic time. */
function numberKey(value: bigint | number): string {
  return Number.isInteger(value) ? BigInt(value).toString(16) : value.toString(16);
}

/** Equal values have equal keys (not the other way round); only looks a little way into nested values. */
function bucketKey(value: PyValue, depth = 0): string {
  if (isNumeric(value)) return imaginary(value) !== 0 ? 'complex' : `n${numberKey(real(value))}`;
  if (value.type === 'str') return `s${value.value}`;
  if (value.type === 'tuple') {
    return depth > 2
      ? 't'
      : `t(${value.items.slice(0, 8).map((item) => bucketKey(item, depth + 1))})${value.items.length}`;
  }
  return value.type === 'frozenset' || value.type === 'set' ? `set${value.items.length}` : value.type;
}

class Comparer {
  readonly #strict: boolean;
  readonly #tolerance: Tolerance | undefined;
  #steps = 0;

  constructor(comparison: Comparison, tolerance: Tolerance | undefined) {
    this.#strict = comparison === 'strict';
    this.#tolerance = tolerance;
  }

  equal(a: PyValue, b: PyValue): boolean {
    if (++this.#steps > MAX_STEPS) return false;
    if (this.#strict && a.type !== b.type) return false;
    if (isNumeric(a)) return isNumeric(b) && numbersEqual(a, b, this.#tolerance);
    switch (a.type) {
      case 'none':
        return b.type === 'none';
      case 'str':
        return b.type === 'str' && a.value === b.value;
      case 'bytes':
        return (
          b.type === 'bytes' && a.value.length === b.value.length && a.value.every((byte, i) => byte === b.value[i])
        );
      case 'list':
      case 'tuple':
        return (
          b.type === a.type && a.items.length === b.items.length && a.items.every((x, i) => this.equal(x, b.items[i]!))
        );
      case 'set':
      case 'frozenset':
        return (b.type === 'set' || b.type === 'frozenset') && this.#sets(a.items, b.items);
      case 'dict':
        return b.type === 'dict' && this.#dicts(a.entries, b.entries);
      default:
        return a satisfies never;
    }
  }

  #sets(a: readonly PyValue[], b: readonly PyValue[]): boolean {
    const pairs = (items: readonly PyValue[]) => items.map((item) => [item, NONE] as const);
    return this.#dicts(pairs(a), pairs(b));
  }

  /** Every entry of `a` must find its own entry of `b`; order does not matter. */
  #dicts(a: readonly (readonly [PyValue, PyValue])[], b: readonly (readonly [PyValue, PyValue])[]): boolean {
    if (a.length !== b.length) return false;
    // Within a tolerance, equal keys need not share a bucket: then one bucket holds them all.
    const keyOf = (key: PyValue) => (this.#tolerance === undefined ? bucketKey(key) : '');
    const buckets = new Map<string, (readonly [PyValue, PyValue])[]>();
    for (const entry of b) {
      const key = keyOf(entry[0]);
      const bucket = buckets.get(key);
      if (bucket === undefined) buckets.set(key, [entry]);
      else bucket.push(entry);
    }
    for (const [key, value] of a) {
      const bucket = buckets.get(keyOf(key)) ?? [];
      const at = bucket.findIndex(([other, item]) => this.equal(key, other) && this.equal(value, item));
      if (at < 0) return false;
      bucket.splice(at, 1);
    }
    return true;
  }
}

const NONE: PyValue = { type: 'none' };

/**
 * `a == b` as Python says on plain data: 1 == 1.0 == True, NaN equals nothing, tuples differ from lists, sets and dicts
 * ignore order, integers and floats are compared exactly. `strict` asks for equal types at every depth; `tolerance`
 * (as `math.isclose`) applies where one side is a float or complex.
 */
export function pyEquals(a: PyValue, b: PyValue, comparison: Comparison = 'python', tolerance?: Tolerance): boolean {
  return new Comparer(comparison, tolerance).equal(a, b);
}
