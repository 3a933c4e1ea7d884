/** One text for each class of equal plain values, the same in every engine: by it, what programs return is compared across runs and machines. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Comparison } from './types.ts';
import type { PyValue } from './value.ts';
import type { NumericValue } from './value-classes.ts';

/** Characters of a text at most; a longer one is told by its digest. */
const MAX_TEXT = 120;

/** Integers from here on are written in hexadecimal: decimal digits take quadratic time. */
const LARGE = 10n ** 30n;

function integerText(value: bigint): string {
  const size = value < 0n ? -value : value;
  return size < LARGE ? String(value) : `${value < 0n ? '-' : ''}0x${size.toString(16)}`;
}

/** Equal for equal numbers, whether integer or float; 0.0 and -0.0 are equal. */
function realText(value: bigint | number): string {
  if (typeof value === 'bigint') return integerText(value);
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  return Number.isInteger(value) ? integerText(BigInt(value)) : String(value);
}

function numberText(value: NumericValue, strict: boolean): string {
  switch (value.type) {
    case 'bool':
      if (strict) return value.value ? 'True' : 'False';
      return value.value ? '1' : '0';
    case 'int':
      return integerText(value.value);
    case 'float':
      return strict && Number.isInteger(value.value) ? `${realText(value.value)}.0` : realText(value.value);
    case 'complex':
      return strict || value.im !== 0 ? `${realText(value.re)}+${realText(value.im)}j` : realText(value.re);
    default:
      return value satisfies never;
  }
}

/** The texts of one comparison; each object is looked at once, however often it is shared. */
class ValueTexts {
  readonly #strict: boolean;
  readonly #known = new Map<PyValue, string>();

  constructor(strict: boolean) {
    this.#strict = strict;
  }

  of(value: PyValue): string {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const whole = this.#whole(value);
    // No value's own text begins like that.
    const text = whole.length <= MAX_TEXT ? whole : `#${bytesToHex(sha256(utf8ToBytes(whole)))}`;
    this.#known.set(value, text);
    return text;
  }

  #whole(value: PyValue): string {
    switch (value.type) {
      case 'none':
        return 'None';
      case 'bool':
      case 'int':
      case 'float':
      case 'complex':
        return numberText(value, this.#strict);
      case 'str':
        // Not Python's repr, which asks a table of Unicode that each engine has in a version of its own.
        return JSON.stringify(value.value);
      case 'bytes':
        return `b"${bytesToHex(value.value)}"`;
      case 'list':
        return `[${this.#all(value.items).join(', ')}]`;
      case 'tuple':
        return `(${this.#all(value.items).join(', ')})`;
      case 'set':
      case 'frozenset': {
        const members = `set(${this.#all(value.items).sort().join(', ')})`;
        return this.#strict && value.type === 'frozenset' ? `frozen${members}` : members;
      }
      case 'dict': {
        const entries = value.entries.map(([key, item]) => `${this.of(key)}: ${this.of(item)}`);
        return `{${entries.sort().join(', ')}}`;
      }
      default:
        return value satisfies never;
    }
  }

  #all(items: readonly PyValue[]): string[] {
    return items.map((item) => this.of(item));
  }
}

/**
 * Two values have the same text exactly when `pyEquals` holds between them, without a tolerance (closeness is not
 * transitive, so it makes no classes), but for NaN, which equals itself here. Texts are short: of large values they are a
 * SHA-256 digest, and a digest of digests where large values are nested, so that the work is linear in the size in memory.
 */
export function valueText(value: PyValue, comparison: Comparison = 'python'): string {
  return new ValueTexts(comparison === 'strict').of(value);
}
