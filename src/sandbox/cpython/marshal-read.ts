/** Reads Python's marshal format (version 4), in which results leave the interpreter. Source: CPython's Python/marshal.c. */

import type { PyValue } from '../../core/value.ts';

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** UTF-8 in which a lone surrogate is three bytes, as CPython's `surrogatepass` writes it. */
function decodeUtf8(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return decodeSurrogates(bytes);
  }
}

function decodeSurrogates(bytes: Uint8Array): string {
  let text = '';
  let from = 0;
  let last = 0;
  const strict = (to: number) => {
    try {
      text += strictUtf8.decode(bytes.subarray(from, to));
    } catch {
      throw new NotPlainData('marshal: expected UTF-8');
    }
  };
  // No other character has a byte 0xed with such bytes behind it.
  for (let at = bytes.indexOf(0xed); at >= 0; at = bytes.indexOf(0xed, at + 1)) {
    const [second = 0, third = 0] = bytes.subarray(at + 1, at + 3);
    if (second < 0xa0 || second > 0xbf || third < 0x80 || third > 0xbf) continue;
    const surrogate = 0xd000 | ((second & 63) << 6) | (third & 63);
    // Python tells two surrogates from the one character that they would become here.
    if (at === from && isHigh(last) && !isHigh(surrogate)) throw new NotPlainData('value: a character in two halves');
    strict(at);
    text += String.fromCharCode(surrogate);
    from = at + 3;
    last = surrogate;
  }
  strict(bytes.length);
  return text;
}

const isHigh = (surrogate: number): boolean => surrogate >= 0xd800 && surrogate < 0xdc00;

/** The bytes are no plain data: a code object, a recursive list, nesting deeper than MAX_DEPTH, damaged bytes. */
export class NotPlainData extends Error {}

/** Deeper values equal nothing; every browser's stack is large enough to marshal values of this depth. */
export const MAX_DEPTH = 400;
export const TOO_DEEP = 'value: nested too deeply';

/** Digits of 15 bits in the longest integer that is read: Firefox and WebKit hold no bigint of more than 2^20 bits. */
const MAX_DIGITS = Math.floor(2 ** 20 / 15);

class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #shared: (PyValue | undefined)[] = [];
  #at = 0;
  #depth = 0;
  /** True when a value was written from a buffer: `bytes`, or another buffer type that marshal does not tell apart. */
  sawBuffer = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  read(): PyValue {
    const value = this.#value();
    if (value === undefined || this.#at !== this.#bytes.length) throw new NotPlainData('marshal: trailing bytes');
    return value;
  }

  #int32(): number {
    this.#take(4);
    return this.#view.getInt32(this.#at - 4, true);
  }

  #double(): number {
    this.#take(8);
    return this.#view.getFloat64(this.#at - 8, true);
  }

  #take(length: number): Uint8Array {
    if (length < 0 || length > this.#bytes.length - this.#at) throw new NotPlainData('marshal: bytes end early');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  /** undefined is the end mark of a dict. */
  #value(): PyValue | undefined {
    const [code = 0] = this.#take(1);
    if (++this.#depth > MAX_DEPTH) throw new NotPlainData(TOO_DEEP);
    const slot = code & 0x80 ? this.#shared.push(undefined) - 1 : -1;
    const value = this.#body(String.fromCharCode(code & 0x7f));
    if (slot >= 0) this.#shared[slot] = value;
    this.#depth--;
    return value;
  }

  #items(count: number): PyValue[] {
    if (count < 0) throw new NotPlainData(`marshal: expected a number of items, got ${count}`);
    const items: PyValue[] = [];
    for (let i = 0; i < count; i++) {
      const item = this.#value();
      if (item === undefined) throw new NotPlainData('marshal: end mark outside a dict');
      items.push(item);
    }
    return items;
  }

  #entries(): (readonly [PyValue, PyValue])[] {
    const entries: (readonly [PyValue, PyValue])[] = [];
    for (;;) {
      const key = this.#value();
      if (key === undefined) return entries;
      const value = this.#value();
      if (value === undefined) throw new NotPlainData('marshal: key without value');
      entries.push([key, value]);
    }
  }

  #long(): bigint {
    const count = this.#int32();
    const digits = this.#take(2 * Math.abs(count));
    if (Math.abs(count) > MAX_DIGITS) throw new NotPlainData('value: an integer of more than 2**20 bits');
    // Through binary text: shifting a growing bigint digit by digit is quadratic.
    let bits = '';
    for (let i = digits.length - 2; i >= 0; i -= 2) {
      const digit = digits[i]! | (digits[i + 1]! << 8);
      if (digit > 0x7fff) throw new NotPlainData('marshal: expected digits of 15 bits');
      bits += digit.toString(2).padStart(15, '0');
    }
    const magnitude = bits === '' ? 0n : BigInt(`0b${bits}`);
    return count < 0 ? -magnitude : magnitude;
  }

  #body(code: string): PyValue | undefined {
    switch (code) {
      case '0':
        return undefined;
      case 'N':
        return { type: 'none' };
      case 'T':
      case 'F':
        return { type: 'bool', value: code === 'T' };
      case 'i':
        return { type: 'int', value: BigInt(this.#int32()) };
      case 'l':
        return { type: 'int', value: this.#long() };
      case 'g':
        return { type: 'float', value: this.#double() };
      case 'y':
        return { type: 'complex', re: this.#double(), im: this.#double() };
      case 'u':
      case 't':
      case 'a':
      case 'A':
        return { type: 'str', value: decodeUtf8(this.#take(this.#int32())) };
      case 'z':
      case 'Z':
        return { type: 'str', value: decodeUtf8(this.#take(this.#take(1)[0]!)) };
      case 's':
        this.sawBuffer = true;
        return { type: 'bytes', value: this.#take(this.#int32()).slice() };
      case '(':
        return { type: 'tuple', items: this.#items(this.#int32()) };
      case ')':
        return { type: 'tuple', items: this.#items(this.#take(1)[0]!) };
      case '[':
        return { type: 'list', items: this.#items(this.#int32()) };
      case '<':
        return { type: 'set', items: this.#items(this.#int32()) };
      case '>':
        return { type: 'frozenset', items: this.#items(this.#int32()) };
      case '{':
        return { type: 'dict', entries: this.#entries() };
      case 'r': {
        const value = this.#shared[this.#int32()];
        if (value === undefined) throw new NotPlainData('value: contains itself');
        return value;
      }
      default:
        throw new NotPlainData(`marshal: expected plain data, got type code ${JSON.stringify(code)}`);
    }
  }
}

/**
 * Reads marshal bytes. `sawBuffer` tells that the bytes hold a buffer: marshal writes `bytearray` and `memoryview` as
 * if they were `bytes`. Shared parts of the value are shared in the result, so it is small even where its text is not.
 *
 * @throws NotPlainData
 */
export function unmarshal(bytes: Uint8Array): { readonly value: PyValue; readonly sawBuffer: boolean } {
  const reader = new Reader(bytes);
  const value = reader.read();
  return { value, sawBuffer: reader.sawBuffer };
}
