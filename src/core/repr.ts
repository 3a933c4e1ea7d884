/** Python's `repr` of plain data, for tests and results as a person reads them. */

import type { PyValue } from './value.ts';

/** As CPython 3 writes it, but `int(…)` for integers that it refuses to write; sets keep the order they came in. */
export function repr(value: PyValue): string {
  switch (value.type) {
    case 'none':
      return 'None';
    case 'bool':
      return value.value ? 'True' : 'False';
    case 'int':
      return intRepr(value.value);
    case 'float':
      return floatRepr(value.value);
    case 'complex':
      return complexRepr(value.re, value.im);
    case 'str':
      return strRepr(value.value);
    case 'bytes':
      return bytesRepr(value.value);
    case 'list':
    case 'tuple':
    case 'set':
    case 'frozenset':
    case 'dict':
      return containerText(value, repr);
    default:
      return value satisfies never;
  }
}

/** CPython's `sys.int_info.default_max_str_digits`: more decimal digits take quadratic time. */
const MANY_DIGITS = 10n ** 4300n;

const intRepr = (value: bigint): string => (value >= MANY_DIGITS || value <= -MANY_DIGITS ? 'int(…)' : String(value));

type Container = Extract<PyValue, { readonly type: 'list' | 'tuple' | 'set' | 'frozenset' | 'dict' }>;

/** Brackets and commas as Python writes them, around items as `write` does. */
export function containerText(value: Container, write: (item: PyValue) => string): string {
  const list = (items: readonly PyValue[]): string => items.map(write).join(', ');
  switch (value.type) {
    case 'list':
      return `[${list(value.items)}]`;
    case 'tuple':
      return value.items.length === 1 ? `(${list(value.items)},)` : `(${list(value.items)})`;
    case 'set':
      return value.items.length === 0 ? 'set()' : `{${list(value.items)}}`;
    case 'frozenset':
      return value.items.length === 0 ? 'frozenset()' : `frozenset({${list(value.items)}})`;
    case 'dict':
      return `{${value.entries.map(([key, item]) => `${write(key)}: ${write(item)}`).join(', ')}}`;
    default:
      return value satisfies never;
  }
}

/** Shortest digits that read back; exponent form below 1e-4 and from 1e16 on (CPython's `float_repr_style` short). */
function floatRepr(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const size = Math.abs(value);
  if (size >= 1e-4 && size < 1e16) return Number.isInteger(value) ? `${value}.0` : String(value);
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  const sign = exponent.startsWith('-') ? '-' : '+';
  return `${digits}e${sign}${exponent.replace(/^[+-]/, '').padStart(2, '0')}`;
}

function complexRepr(re: number, im: number): string {
  const part = (x: number) => floatRepr(x).replace(/\.0$/, '');
  const imaginary = `${part(im)}j`;
  if (re === 0 && !Object.is(re, -0)) return imaginary;
  return `(${part(re)}${imaginary.startsWith('-') ? '' : '+'}${imaginary})`;
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
/** What `str.isprintable` refuses: control, format, surrogate, private, unassigned and separators but the space. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;

function strRepr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let out = '';
  for (const character of text) {
    if (character === quote) out += `\\${quote}`;
    else out += ESCAPES[character] ?? (UNPRINTABLE.test(character) ? escapeCode(character.codePointAt(0)!) : character);
  }
  return quote + out + quote;
}

function escapeCode(code: number): string {
  if (code < 0x100) return `\\x${hex(code, 2)}`;
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
}

function bytesRepr(bytes: Uint8Array): string {
  const quote = bytes.includes(QUOTE) && !bytes.includes(DOUBLE_QUOTE) ? '"' : "'";
  let out = '';
  for (const byte of bytes) {
    const character = String.fromCharCode(byte);
    if (character === quote) out += `\\${quote}`;
    else if (ESCAPES[character]) out += ESCAPES[character];
    else out += byte < 32 || byte > 126 ? `\\x${hex(byte, 2)}` : character;
  }
  return `b${quote}${out}${quote}`;
}

const QUOTE = 39;
const DOUBLE_QUOTE = 34;
const hex = (code: number, width: number): string => code.toString(16).padStart(width, '0');
