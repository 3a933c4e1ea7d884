/** The beginning of a value's `repr`: bounded work even for values whose whole text would be exponentially long. */

import { repr } from './repr.ts';
import type { PyValue } from './value.ts';

/** Ends the walk once enough text is there. */
class Full extends Error {}

const BRACKETS = { list: ['[', ']'], tuple: ['(', ')'], set: ['{', '}'], frozenset: ['frozenset({', '})'] } as const;

/** `repr(value)`, cut to `limit` characters of which the last is then `…`. */
export function preview(value: PyValue, limit: number): string {
  let out = '';
  const put = (text: string) => {
    out += text;
    if (out.length > limit) throw new Full();
  };
  const walk = (item: PyValue): void => {
    switch (item.type) {
      case 'str':
        put(repr({ type: 'str', value: item.value.slice(0, limit + 1) }));
        break;
      case 'bytes':
        put(repr({ type: 'bytes', value: item.value.subarray(0, limit + 1) }));
        break;
      case 'list':
      case 'tuple':
      case 'set':
      case 'frozenset': {
        if (item.items.length === 0) {
          put(repr(item));
          break;
        }
        const [open, close] = BRACKETS[item.type];
        put(open);
        item.items.forEach((element, i) => {
          if (i > 0) put(', ');
          walk(element);
        });
        put(item.type === 'tuple' && item.items.length === 1 ? ',)' : close);
        break;
      }
      case 'dict':
        put('{');
        item.entries.forEach(([key, entry], i) => {
          if (i > 0) put(', ');
          walk(key);
          put(': ');
          walk(entry);
        });
        put('}');
        break;
      default:
        put(repr(item));
        break;
    }
  };
  try {
    walk(value);
    return out;
  } catch (error) {
    if (error instanceof Full) return `${out.slice(0, Math.max(0, limit - 1))}…`;
    throw error;
  }
}
