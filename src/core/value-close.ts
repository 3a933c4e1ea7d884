/** Equality of plain values within a tolerance. */

import { perfectMatching } from './matching.ts';
import type { Tolerance } from './types.ts';
import type { PyValue } from './value.ts';
import {
  exactNumberKey,
  imaginaryPart,
  isNumeric,
  NO_CLASS,
  type NumericValue,
  realPart,
  ValueClasses,
} from './value-classes.ts';
import { Coordinates } from './value-coordinates.ts';

/** Comparisons of two parts before the question is given up; values of one result with numbers well apart need far fewer. */
export const MAX_STEPS = 20_000_000;

/** No answer within the bound: so many members of sets or dicts lie within the tolerance of each other. */
export class TooManySteps extends Error {
  constructor() {
    super(`comparison: more than ${MAX_STEPS} steps within the tolerance`);
  }
}

/** `math.isclose(a, b, rel_tol, abs_tol)`. */
export function isClose(a: number, b: number, { rel, abs }: Tolerance): boolean {
  if (a === b) return true;
  if (!Number.isFinite(a) || !Number.isFinite(b)) return false;
  return Math.abs(a - b) <= Math.max(rel * Math.max(Math.abs(a), Math.abs(b)), abs);
}

const isExact = ({ type }: NumericValue): boolean => type === 'int' || type === 'bool';

function numbersClose(a: NumericValue, b: NumericValue, tolerance: Tolerance): boolean {
  const [x, y] = [realPart(a), realPart(b)];
  if (isExact(a) && isExact(b)) return x === y;
  const [near, other] = [Number(x), Number(y)];
  // An integer beyond the floats is no infinity.
  const beyond = (exact: bigint | number, float: number) => typeof exact === 'bigint' && !Number.isFinite(float);
  if (beyond(x, near) || beyond(y, other)) return false;
  return isClose(near, other, tolerance) && isClose(imaginaryPart(a), imaginaryPart(b), tolerance);
}

/** All numbers alike, but for what no tolerance makes equal: NaN and, where types count, type and exact integers. */
function shapeKey(value: NumericValue, strict: boolean): string | undefined {
  const exact = exactNumberKey(value);
  if (exact === undefined || !strict) return exact && 'n';
  return value.type + (isExact(value) ? exact : '');
}

interface Sides {
  readonly a: readonly PyValue[];
  readonly b: readonly PyValue[];
}

class CloseComparer {
  readonly #tolerance: Tolerance;
  readonly #shapes: ValueClasses;
  readonly #coordinates = new Coordinates();
  /** Answers on pairs of containers, which may be shared exponentially often. */
  readonly #known = new Map<PyValue, Map<PyValue, boolean>>();
  #steps = 0;

  constructor(strict: boolean, tolerance: Tolerance) {
    this.#tolerance = tolerance;
    this.#shapes = new ValueClasses((value) => shapeKey(value, strict), strict);
  }

  equal(a: PyValue, b: PyValue): boolean {
    this.#count(1);
    const shape = this.#shapes.of(a);
    if (shape === NO_CLASS || shape !== this.#shapes.of(b)) return false;
    if (isNumeric(a)) return isNumeric(b) && numbersClose(a, b, this.#tolerance);
    if (!('items' in a) && a.type !== 'dict') return true;
    const known = this.#known.get(a)?.get(b);
    if (known !== undefined) return known;
    const answer = this.#contents(a, b);
    if (!this.#known.has(a)) this.#known.set(a, new Map());
    this.#known.get(a)!.set(b, answer);
    return answer;
  }

  /** Two values of one shape: of one type (sets and frozensets may meet), with as many members, texts equal. */
  #contents(a: PyValue, b: PyValue): boolean {
    if (a.type === 'dict' && b.type === 'dict') return this.#unordered({ a: pairs(a.entries), b: pairs(b.entries) });
    if (!('items' in a) || !('items' in b)) return true;
    if (a.type === 'set' || a.type === 'frozenset') return this.#unordered({ a: a.items, b: b.items });
    return a.items.every((item, i) => this.equal(item, b.items[i]!));
  }

  /** Members of one shape are matched with each other; those shapes are as many on both sides. */
  #unordered({ a, b }: Sides): boolean {
    const [left, right] = [this.#byShape(a), this.#byShape(b)];
    return [...left].every(([shape, items]) => this.#matched({ a: items, b: right.get(shape) ?? [] }));
  }

  #byShape(items: readonly PyValue[]): Map<number, PyValue[]> {
    const groups = new Map<number, PyValue[]>();
    for (const item of items) {
      const shape = this.#shapes.of(item);
      const group = groups.get(shape);
      if (group === undefined) groups.set(shape, [item]);
      else group.push(item);
    }
    return groups;
  }

  /**
   * Cuts the members into groups that no closeness links, coordinate by coordinate, until no coordinate cuts any more.
   * Closeness is monotone on the line: where two neighbours are not close, nothing below is close to anything above.
   */
  #matched(all: Sides): boolean {
    const open = [{ sides: all, next: 0, tried: 0 }];
    for (let group = open.pop(); group !== undefined; group = open.pop()) {
      const { sides, next, tried } = group;
      if (sides.a.length !== sides.b.length) return false;
      const size = sides.a.length === 1 ? 0 : this.#coordinates.of(sides.a[0]!).length;
      if (tried >= size) {
        if (!this.#paired(sides)) return false;
        continue;
      }
      const parts = this.#cut(sides, next % size);
      for (const part of parts) {
        open.push({ sides: part, next: (next + 1) % size, tried: parts.length > 1 ? 0 : tried + 1 });
      }
    }
    return true;
  }

  /** Both sides in the order of one coordinate, cut wherever neighbours are not close. */
  #cut({ a, b }: Sides, axis: number): Sides[] {
    this.#count(a.length + b.length);
    const at = (item: PyValue) => this.#coordinates.of(item)[axis]!;
    const members = [...a.map((item) => ({ item, inA: true })), ...b.map((item) => ({ item, inA: false }))]
      .map((member) => ({ ...member, at: at(member.item) }))
      .sort((x, y) => (x.at < y.at ? -1 : Number(x.at > y.at)));
    const parts: { a: PyValue[]; b: PyValue[] }[] = [];
    members.forEach((member, i) => {
      const before = members[i - 1];
      if (before === undefined || !isClose(before.at, member.at, this.#tolerance)) parts.push({ a: [], b: [] });
      parts.at(-1)![member.inA ? 'a' : 'b'].push(member.item);
    });
    return parts;
  }

  /** One to one. In sorted order first: on the line, when any matching is whole, that one is. */
  #paired({ a, b }: Sides): boolean {
    const [left, right] = [a, b].map((items) => items.toSorted((x, y) => this.#coordinates.compare(x, y)));
    if (left!.every((item, i) => this.equal(item, right![i]!))) return true;
    const isFloat = ({ type }: PyValue) => type === 'float';
    if (a.length === 1 || (a.every(isFloat) && b.every(isFloat))) return false;
    return perfectMatching(a.length, (i, j) => this.equal(left![i]!, right![j]!));
  }

  #count(steps: number): void {
    this.#steps += steps;
    if (this.#steps > MAX_STEPS) throw new TooManySteps();
  }
}

const pairs = (entries: readonly (readonly [PyValue, PyValue])[]): PyValue[] =>
  entries.map((items) => ({ type: 'tuple', items }));

/**
 * Python's `==`, but `math.isclose` (both parts of complex numbers) where one side is a float or complex. Sets are equal
 * when their members can be paired one to one so that each pair is equal; dicts when their entries can, key and value
 * together. This need not be transitive, as closeness is not.
 *
 * @throws TooManySteps
 */
export function closeEquals(a: PyValue, b: PyValue, strict: boolean, tolerance: Tolerance): boolean {
  return new CloseComparer(strict, tolerance).equal(a, b);
}
