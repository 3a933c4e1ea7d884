/** Reads Python's marshal format (version 4), in which results leave the interpreter. Source: CPython's Python/marshal.c. */

import type { PyValue } from '../../core/value.ts';

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    let text = '';
    for (let i = 0; i < bytes.length; ) {
      const lead = bytes[i]!;
      const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
      let code = length === 1 ? lead : lead & (0x7f >> length);
      for (let j = 1; j < length; j++) code = (code << 6) | (bytes[i + j]! & 63);
      text += String.fromCodePoint(code);
      i += length;
    }
    return text;
  }
}

/** The bytes are no plain data: a code object, a recursive list, nesting deeper than MAX_DEPTH, damaged bytes. */
export class NotPlainData extends Error {}

/** Deeper values equal nothing; every browser's stack is large enough to marshal values of this depth. */
export const MAX_DEPTH = 400;
export const TOO_DEEP = 'value: nested too deeply';

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
    this.#at += 4;
    return this.#view.getInt32(this.#at - 4, true);
  }

  #double(): number {
    this.#at += 8;
    return this.#view.getFloat64(this.#at - 8, true);
  }

  #take(length: number): Uint8Array {
    this.#at += length;
    if (length < 0 || this.#at > this.#bytes.length) throw new NotPlainData('marshal: bytes end early');
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
    // Through hexadecimal text: shifting a growing bigint digit by digit is quadratic.
    let bits = '';
    for (let i = digits.length - 2; i >= 0; i -= 2) {
      bits += (digits[i]! | (digits[i + 1]! << 8)).toString(2).padStart(15, '0');
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
