/** The numbers in a value as a point: values that are equal within a tolerance are close in every coordinate. */

import type { PyValue } from './value.ts';
import { isNumeric, realPart } from './value-classes.ts';

/** Coordinates of one value at most; further numbers are only compared. */
const MAX_COORDINATES = 256;

const children = (value: PyValue): readonly PyValue[] => {
  if (value.type === 'dict') return value.entries.flat();
  return 'items' in value ? value.items : [];
};

const isUnordered = ({ type }: PyValue): boolean => type === 'set' || type === 'frozenset' || type === 'dict';

/** Remembers what it found of each object. */
export class Coordinates {
  readonly #points = new Map<PyValue, readonly number[]>();
  readonly #counts = new Map<PyValue, number>();

  /**
   * Real parts of the numbers in order. Those within one unordered container are sorted, since of two matched lots of
   * numbers on the line the lowest are close, the second lowest, and so on. Values of one shape have points of one length.
   */
  of(value: PyValue): readonly number[] {
    const known = this.#points.get(value);
    if (known !== undefined) return known;
    const point: number[] = [];
    this.#collect(value, point, false);
    this.#points.set(value, point);
    return point;
  }

  /** Orders values of one shape by their points. */
  compare(x: PyValue, y: PyValue): number {
    const [a, b] = [this.of(x), this.of(y)];
    const at = a.findIndex((coordinate, i) => coordinate !== b[i]);
    return at < 0 ? 0 : a[at]! < b[at]! ? -1 : 1;
  }

  /** False once the point is complete; then the walk ends, however often parts are shared. */
  #collect(value: PyValue, point: number[], inUnordered: boolean): boolean {
    const count = this.#count(value);
    if (count === 0) return true;
    if (point.length >= MAX_COORDINATES) return false;
    if (isNumeric(value)) return point.push(Number(realPart(value))) > 0;
    if (inUnordered || !isUnordered(value)) {
      return children(value).every((child) => this.#collect(child, point, inUnordered));
    }
    // Half of a sorted lot would say nothing: which half depends on the order the members came in.
    if (point.length + count > MAX_COORDINATES) return false;
    const lot: number[] = [];
    for (const child of children(value)) this.#collect(child, lot, true);
    point.push(...lot.sort((a, b) => a - b));
    return true;
  }

  /** Numbers in a value, each counted as often as it stands there. */
  #count(value: PyValue): number {
    if (isNumeric(value)) return 1;
    const known = this.#counts.get(value);
    if (known !== undefined) return known;
    const count = children(value).reduce((sum, child) => sum + this.#count(child), 0);
    this.#counts.set(value, count);
    return count;
  }
}
