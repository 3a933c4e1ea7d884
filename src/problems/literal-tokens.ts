/** The parts of Python literals that hold no others: numbers with their signs, and strings. */

import type { PyValue } from '../core/value.ts';
import { type Cursor, fail, here, match, peek, take } from './literal-cursor.ts';
import { type Decoded, decodeStringToken, fusesSurrogates, StringTokenError } from './python-strings.ts';

const MAX_DIGITS = 1_000_000;
export const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy;
const DIGITS = '[0-9](?:_?[0-9])*';
const NUMBER = new RegExp(
  `0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|` +
    `(?:${DIGITS}\\.(?:${DIGITS})?|\\.${DIGITS}|${DIGITS})(?:[eE][+-]?${DIGITS})?[jJ]?`,
  'y',
);
export const STRING_START = /^[A-Za-z]{0,2}['"]/;

function readNumber(cursor: Cursor): PyValue {
  const start = cursor.at;
  const token = match(cursor, NUMBER);
  if (token === '' || /[\p{L}\p{N}_.]/u.test(cursor.source[cursor.at] ?? '')) {
    cursor.at = start;
    fail(cursor, `expected a number, got ${here(cursor)}`);
  }
  const digits = token.replaceAll('_', '');
  if (digits.length > MAX_DIGITS) fail(cursor, `expected a number of at most ${MAX_DIGITS} digits, got more`, start);
  if (/^0[xXoObB]/.test(digits)) return { type: 'int', value: BigInt(digits) };
  if (/[jJ]$/.test(digits)) return { type: 'complex', re: 0, im: Number(digits.slice(0, -1)) };
  if (/[.eE]/.test(digits)) return { type: 'float', value: Number(digits) };
  if (/^0+[1-9]/.test(digits)) fail(cursor, `expected no leading zeros in an integer, got ${token}`, start);
  return { type: 'int', value: BigInt(digits) };
}

export function negate(value: PyValue): PyValue {
  if (value.type === 'int') return { type: 'int', value: -value.value };
  if (value.type === 'float') return { type: 'float', value: -value.value };
  return value.type === 'complex' ? { type: 'complex', re: -value.re, im: -value.im } : value;
}

/** A number with any signs before it. */
export function readSigned(cursor: Cursor): PyValue {
  let negative = false;
  for (;;) {
    if (take(cursor, '-')) negative = !negative;
    else if (!take(cursor, '+')) break;
  }
  const letter = /[a-z]/.test(peek(cursor));
  const value = letter && cursor.dialect === 'typed' ? readFloatName(cursor) : readNumber(cursor);
  return negative ? negate(value) : value;
}

/** `nan`, `inf` or `float('…')`. */
export function readFloatName(cursor: Cursor): PyValue {
  const start = cursor.at;
  const name = match(cursor, NAME);
  if (name === 'nan' || name === 'inf') return { type: 'float', value: SPECIAL_FLOATS[name]! };
  if (name === 'float' && take(cursor, '(')) {
    peek(cursor);
    const value = /['"]/.test(cursor.source[cursor.at] ?? '') ? readStrings(cursor) : fail(cursor, FLOAT_TEXT);
    const float = value.type === 'str' ? SPECIAL_FLOATS[value.value.toLowerCase()] : undefined;
    if (float === undefined) fail(cursor, FLOAT_TEXT, start);
    if (!take(cursor, ')')) fail(cursor, `expected ), got ${here(cursor)}`);
    return { type: 'float', value: float };
  }
  cursor.at = start;
  return fail(cursor, `expected a number, got ${here(cursor)}`);
}

const FLOAT_TEXT = "expected float('nan'), float('inf') or float('-inf')";

const SPECIAL_FLOATS: Readonly<Record<string, number>> = {
  nan: Number.NaN,
  inf: Number.POSITIVE_INFINITY,
  '-inf': Number.NEGATIVE_INFINITY,
};

/** `real ± imaginary`, the only arithmetic that a literal may hold. */
export function readComplexTail(cursor: Cursor, left: PyValue): PyValue {
  // Whoever reads operators reads this one, too.
  if (cursor.operators !== undefined) return left;
  const sign = peek(cursor);
  // An arrow behind a number is none of it.
  if (
    (sign !== '+' && sign !== '-') ||
    cursor.source.startsWith('->', cursor.at) ||
    (left.type !== 'int' && left.type !== 'float')
  )
    return left;
  cursor.at++;
  const start = cursor.at;
  peek(cursor);
  const right = readNumber(cursor);
  if (right.type !== 'complex') fail(cursor, 'expected an imaginary number such as 2j after the sign', start);
  return { type: 'complex', re: Number(left.value), im: sign === '-' ? -right.im : right.im };
}

/** One or more string tokens side by side, which Python joins. */
export function readStrings(cursor: Cursor): PyValue {
  let joined: Decoded | undefined;
  while (STRING_START.test(cursor.source.slice(cursor.at, cursor.at + 3))) {
    const start = cursor.at;
    try {
      const [token, next] = decodeStringToken(cursor.source, start);
      cursor.at = next;
      joined = joined === undefined ? token : join(cursor, joined, token, start);
    } catch (error) {
      if (error instanceof StringTokenError) fail(cursor, error.message, error.offset);
      throw error;
    }
    peek(cursor);
  }
  return joined!; // The caller saw a string start.
}

function join(cursor: Cursor, left: Decoded, right: Decoded, at: number): Decoded {
  if (left.type === 'str' && right.type === 'str') {
    if (fusesSurrogates(left.value, right.value)) fail(cursor, 'expected one character, got two surrogates', at);
    return { type: 'str', value: left.value + right.value };
  }
  if (left.type === 'bytes' && right.type === 'bytes') {
    return { type: 'bytes', value: Uint8Array.from([...left.value, ...right.value]) };
  }
  return fail(cursor, 'expected strings of one kind side by side, got text and bytes', at);
}
