/** Whether two plain values are equal, as Python's `==` says, or with equal types too. */

import type { Comparison, Tolerance } from './types.ts';
import type { PyValue } from './value.ts';
import { exactNumberKey, NO_CLASS, ValueClasses } from './value-classes.ts';
import { closeEquals } from './value-close.ts';

/**
 * `a == b` as Python says on plain data: 1 == 1.0 == True, NaN equals nothing, tuples differ from lists, sets and dicts
 * ignore order, integers and floats are compared exactly. `strict` asks for equal types at every depth; `tolerance`
 * applies where one side is a float or complex (see `closeEquals`). Without it, work is linear in the size of the values.
 *
 * @throws TooManySteps only with a tolerance
 */
export function pyEquals(a: PyValue, b: PyValue, comparison: Comparison = 'python', tolerance?: Tolerance): boolean {
  const strict = comparison === 'strict';
  if (tolerance !== undefined) return closeEquals(a, b, strict, tolerance);
  const classes = new ValueClasses((value) => {
    const key = exactNumberKey(value);
    return strict && key !== undefined ? value.type + key : key;
  }, strict);
  const first = classes.of(a);
  return first !== NO_CLASS && first === classes.of(b);
}
