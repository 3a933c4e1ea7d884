/** Writes Python's marshal format (version 4), in which arguments enter the interpreter. Source: CPython's Python/marshal.c. */

import type { PyValue } from '../../core/value.ts';

/** UTF-8 in which a lone surrogate becomes three bytes, as CPython's `surrogatepass` writes it. */
function encodeUtf8(text: string): Uint8Array {
  if (text.isWellFormed()) return new TextEncoder().encode(text);
  const out: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (code >= 0xd800 && code < 0xe000) out.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else out.push(...new TextEncoder().encode(character));
  }
  return Uint8Array.from(out);
}

class Writer {
  #bytes = new Uint8Array(1024);
  #length = 0;

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  code(character: string): void {
    this.byte(character.charCodeAt(0));
  }

  int32(value: number): void {
    this.#reserve(4);
    new DataView(this.#bytes.buffer).setInt32(this.#length, value, true);
    this.#length += 4;
  }

  double(value: number): void {
    this.#reserve(8);
    new DataView(this.#bytes.buffer).setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const grown = new Uint8Array(2 * (this.#length + more));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

/** Integers outside 32 bits: count of 15-bit digits with the sign, then the digits, lowest first. */
function writeLong(out: Writer, value: bigint): void {
  // Through text, three characters a digit: shifting the rest down digit by digit is quadratic.
  const text = (value < 0n ? -value : value).toString(32);
  const count = Math.ceil(text.length / 3);
  out.code('l');
  out.int32(value < 0n ? -count : count);
  for (let end = text.length; end > 0; end -= 3) {
    const digit = Number.parseInt(text.slice(Math.max(0, end - 3), end), 32);
    out.byte(digit & 255);
    out.byte(digit >> 8);
  }
}

const SEQUENCE_CODE = { list: '[', tuple: '(', set: '<', frozenset: '>' } as const;

function write(out: Writer, value: PyValue): void {
  switch (value.type) {
    case 'none':
      out.code('N');
      break;
    case 'bool':
      out.code(value.value ? 'T' : 'F');
      break;
    case 'int':
      if (value.value < -0x80000000n || value.value > 0x7fffffffn) writeLong(out, value.value);
      else {
        out.code('i');
        out.int32(Number(value.value));
      }
      break;
    case 'float':
      out.code('g');
      out.double(value.value);
      break;
    case 'complex':
      out.code('y');
      out.double(value.re);
      out.double(value.im);
      break;
    case 'str': {
      const bytes = encodeUtf8(value.value);
      out.code('u');
      out.int32(bytes.length);
      out.raw(bytes);
      break;
    }
    case 'bytes':
      out.code('s');
      out.int32(value.value.length);
      out.raw(value.value);
      break;
    case 'list':
    case 'tuple':
    case 'set':
    case 'frozenset':
      out.code(SEQUENCE_CODE[value.type]);
      out.int32(value.items.length);
      for (const item of value.items) write(out, item);
      break;
    case 'dict':
      out.code('{');
      for (const [key, item] of value.entries) {
        write(out, key);
        write(out, item);
      }
      out.code('0');
      break;
    default:
      value satisfies never;
  }
}

/**
 * About how many bytes `marshal` writes for a value: shared parts are written as often as they stand there, since lists
 * that were one object would otherwise be one again. Takes linear time even where the number is exponentially large.
 */
export function marshalSize(value: PyValue, known = new Map<PyValue, number>()): number {
  const found = known.get(value);
  if (found !== undefined) return found;
  const sum = (items: readonly PyValue[]) => items.reduce((size, item) => size + marshalSize(item, known), LEAST);
  const size = 'items' in value ? sum(value.items) : value.type === 'dict' ? sum(value.entries.flat()) : ownSize(value);
  known.set(value, size);
  return size;
}

/** Code and length. */
const LEAST = 5;

/** Of a value without parts; integers and text by upper bounds. */
function ownSize(value: PyValue): number {
  switch (value.type) {
    case 'int':
      return LEAST + (value.value >= -SMALL && value.value < SMALL ? 0 : value.value.toString(32).length);
    case 'str':
      return LEAST + 3 * value.value.length;
    case 'bytes':
      return LEAST + value.value.length;
    default:
      return 17;
  }
}

const SMALL = 1n << 31n;

/** Marshal bytes of one value; CPython reads them back to a fresh object. */
export function marshal(value: PyValue): Uint8Array<ArrayBuffer> {
  const out = new Writer();
  write(out, value);
  return out.finish();
}
