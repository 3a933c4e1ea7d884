/** Text keys under which equal hashable Python values meet, as they would in a Python dict. */

import type { PyValue } from '../core/value.ts';
import { valueText } from '../core/value-text.ts';

function isHashable(value: PyValue): boolean {
  if (value.type === 'tuple' || value.type === 'frozenset') return value.items.every(isHashable);
  return value.type !== 'list' && value.type !== 'set' && value.type !== 'dict';
}

/**
 * Two hashable values have the same key exactly when Python's `==` holds between them (`1`, `1.0` and `True` share one).
 * All NaNs share a key, although NaN equals nothing: in a file a second one is a duplicate like any other.
 *
 * @returns null when the value is not hashable (list, set, dict, or a tuple holding one)
 */
export function hashKey(value: PyValue): string | null {
  return isHashable(value) ? valueText(value) : null;
}
