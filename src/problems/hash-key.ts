/** Text keys under which equal hashable Python values meet, as they would in a Python dict. */

import type { PyValue } from '../core/value.ts';

function numberKey(value: number): string {
  return Number.isInteger(value) ? `n${BigInt(value)}` : `f${value}`;
}

/**
 * Two hashable values have the same key exactly when Python's `==` holds between them (`1`, `1.0` and `True` share one).
 * All NaNs share a key, although NaN equals nothing: in a file a second one is a duplicate like any other.
 *
 * @returns null when the value is not hashable (list, set, dict, or a tuple holding one)
 */
export function hashKey(value: PyValue): string | null {
  switch (value.type) {
    case 'none':
      return 'None';
    case 'bool':
      return value.value ? 'n1' : 'n0';
    case 'int':
      return `n${value.value}`;
    case 'float':
      return numberKey(value.value);
    case 'complex':
      return value.im === 0 ? numberKey(value.re) : `c${numberKey(value.re)},${numberKey(value.im)}`;
    case 'str':
      return `s${JSON.stringify(value.value)}`;
    case 'bytes':
      return `b${value.value.join(',')}`;
    case 'tuple':
    case 'frozenset': {
      const keys = value.items.map(hashKey);
      if (keys.includes(null)) return null;
      return value.type === 'tuple' ? `(${keys.join(';')})` : `{${keys.sort().join(';')}}`;
    }
    case 'list':
    case 'set':
    case 'dict':
      return null;
    default:
      return value satisfies never;
  }
}
