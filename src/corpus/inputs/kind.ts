/** What one kind of input is, and a short way to write it down. */

import type { Rng } from '../../core/rng.ts';
import type { PyValue } from '../../core/value.ts';
import { type Plain, py } from '../../core/value-make.ts';

export interface InputSpec {
  /** Alternative tuples of argument names; the tuple's length is the number of arguments. */
  readonly names: readonly (readonly string[])[];
  /** One random tuple of arguments. */
  generate(rng: Rng): PyValue[];
  /** Edge cases that catch hard-coded answers and sloppy programs, the most telling ones first. */
  readonly edges: readonly (readonly PyValue[])[];
}

/**
 * A kind of input written with plain data.
 *
 * @param names alternative argument tuples: `a b|x y` is (a, b) or (x, y)
 * @param draw one random tuple
 * @param edges tuples that have to be tried, the most telling ones first
 */
export function kind(
  names: string,
  draw: (rng: Rng) => readonly Plain[],
  ...edges: readonly (readonly Plain[])[]
): InputSpec {
  return {
    names: names.split('|').map((tuple) => tuple.split(' ')),
    generate: (rng) => draw(rng).map(py),
    edges: edges.map((args) => args.map(py)),
  };
}
