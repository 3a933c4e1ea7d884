/** Python literals in text: all plain data as `ast.literal_eval` reads it, and `frozenset({…})` besides. */

import type { PyValue } from '../core/value.ts';
import { hashKey } from './hash-key.ts';
import { type Decoded, decodeStringToken, fusesSurrogates, StringTokenError } from './python-strings.ts';

/** Text that is not a literal of plain data, with its 1-based place. */
export class LiteralError extends Error {
  /** The message without the place. */
  readonly detail: string;
  readonly line: number;
  readonly column: number;
  /** Offset in the text. */
  readonly at: number;

  constructor(detail: string, source: string, at: number) {
    const before = source.slice(0, at);
    const line = before.split('\n').length;
    const column = at - before.lastIndexOf('\n');
    super(`Python literal, line ${line}, column ${column}: ${detail}`);
    this.name = 'LiteralError';
    this.detail = detail;
    this.line = line;
    this.column = column;
    this.at = at;
  }
}

/**
 * `literal`: what `ast.literal_eval` reads. `typed`: what a person types for a value, which also needs a spelling of NaN
 * and infinity (`nan`, `-inf`, `float('nan')`) and of complex numbers with them (`complex(1.0, -inf)`).
 */
export type Dialect = 'literal' | 'typed';

const MAX_DEPTH = 200;
/** As in JSON files. */
const MAX_VALUES = 5_000_000;
const MAX_DIGITS = 1_000_000;
const SPACE = /(?:[ \t\f\n]|\\\n|#[^\n]*)*/y;
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy;
const DIGITS = '[0-9](?:_?[0-9])*';
const NUMBER = new RegExp(
  `0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|` +
    `(?:${DIGITS}\\.(?:${DIGITS})?|\\.${DIGITS}|${DIGITS})(?:[eE][+-]?${DIGITS})?[jJ]?`,
  'y',
);
const STRING_START = /^[A-Za-z]{0,2}['"]/;

export interface Cursor {
  readonly source: string;
  readonly dialect: Dialect;
  /** Reads an expression around atoms; without it an expression is one atom. */
  readonly operators?: (cursor: Cursor) => PyValue;
  at: number;
  depth: number;
  /** Read so far, containers and their items both. */
  values?: number;
}

export function fail(cursor: Cursor, detail: string, at = cursor.at): never {
  throw new LiteralError(detail, cursor.source, at);
}

function match(cursor: Cursor, pattern: RegExp): string {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.source)?.[0] ?? '';
  cursor.at += found.length;
  return found;
}

/** The character at the cursor, behind space and comments; '' at the end. */
export function peek(cursor: Cursor): string {
  match(cursor, SPACE);
  return cursor.source[cursor.at] ?? '';
}

export function take(cursor: Cursor, character: string): boolean {
  if (peek(cursor) !== character) return false;
  cursor.at++;
  return true;
}

function here(cursor: Cursor): string {
  const found = /^(?:[\p{L}\p{N}_.]+|.|\n)/u.exec(cursor.source.slice(cursor.at, cursor.at + 40))?.[0];
  return found === undefined ? 'the end' : found;
}

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
function readSigned(cursor: Cursor): PyValue {
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
function readFloatName(cursor: Cursor): PyValue {
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

/** `complex(real, imaginary)`. */
function readComplex(cursor: Cursor, start: number): PyValue {
  if (!take(cursor, '(')) fail(cursor, `expected ( after complex, got ${here(cursor)}`);
  const parts = readItems(cursor, ')').items.map((item) =>
    item.type === 'int' || item.type === 'float' ? Number(item.value) : undefined,
  );
  const [re, im] = parts;
  if (parts.length !== 2 || re === undefined || im === undefined)
    fail(cursor, 'expected complex(real, imaginary) with two numbers', start);
  return { type: 'complex', re, im };
}

/** `real ± imaginary`, the only arithmetic that a literal may hold. */
function readComplexTail(cursor: Cursor, left: PyValue): PyValue {
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
function readStrings(cursor: Cursor): PyValue {
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

/** Items up to `close`, whose opening bracket is behind the cursor; also whether a comma came after the last. */
export function readItems(cursor: Cursor, close: string): { items: PyValue[]; comma: boolean } {
  const items: PyValue[] = [];
  let comma = false;
  while (!take(cursor, close)) {
    if (items.length > 0 && !comma) fail(cursor, `expected , or ${close}, got ${here(cursor)}`);
    items.push(readExpression(cursor));
    comma = take(cursor, ',');
  }
  return { items, comma };
}

/** Drops later equal items and keeps the first, as building a set does. */
function distinct(cursor: Cursor, items: readonly PyValue[], at: number): PyValue[] {
  const byKey = new Map<string, PyValue>();
  for (const item of items) {
    const key = hashKey(item);
    if (key === null) fail(cursor, `expected items that Python can hash, got a ${item.type}`, at);
    if (!byKey.has(key)) byKey.set(key, item);
  }
  return [...byKey.values()];
}

/** A set or a dict; the first equal key stays and the last value wins, as in Python. */
function readBraces(cursor: Cursor): PyValue {
  const start = cursor.at - 1;
  if (take(cursor, '}')) return { type: 'dict', entries: [] };
  const first = readExpression(cursor);
  if (peek(cursor) !== ':') {
    if (take(cursor, ',')) {
      return { type: 'set', items: distinct(cursor, [first, ...readItems(cursor, '}').items], start) };
    }
    if (!take(cursor, '}')) fail(cursor, `expected , or } or :, got ${here(cursor)}`);
    return { type: 'set', items: distinct(cursor, [first], start) };
  }
  const entries = new Map<string, readonly [PyValue, PyValue]>();
  for (let key = first; ; key = readExpression(cursor)) {
    if (!take(cursor, ':')) fail(cursor, `expected : after a dict key, got ${here(cursor)}`);
    const id = hashKey(key);
    if (id === null) fail(cursor, `expected a key that Python can hash, got a ${key.type}`, start);
    entries.set(id, [entries.get(id)?.[0] ?? key, readExpression(cursor)]);
    const comma = take(cursor, ',');
    if (take(cursor, '}')) return { type: 'dict', entries: [...entries.values()] };
    if (!comma) fail(cursor, `expected , or } in a dict, got ${here(cursor)}`);
  }
}

/** `set()` and `frozenset(…)`: the only calls, since their values have no other spelling. */
function readCall(cursor: Cursor, name: 'set' | 'frozenset', start: number): PyValue {
  if (!take(cursor, '(')) fail(cursor, `expected ( after ${name}, got ${here(cursor)}`);
  const { items } = readItems(cursor, ')');
  const [argument] = items;
  if (argument === undefined) return { type: name, items: [] };
  const iterable = 'items' in argument ? argument.items : undefined;
  if (items.length > 1 || iterable === undefined) fail(cursor, `expected one list, tuple or set in ${name}(…)`, start);
  return { type: name, items: distinct(cursor, iterable, start) };
}

function readName(cursor: Cursor): PyValue {
  const start = cursor.at;
  const name = match(cursor, NAME);
  switch (name) {
    case 'None':
      return { type: 'none' };
    case 'True':
    case 'False':
      return { type: 'bool', value: name === 'True' };
    case 'set':
    case 'frozenset':
      return readCall(cursor, name, start);
    case 'nan':
    case 'inf':
    case 'float':
      if (cursor.dialect === 'typed') {
        cursor.at = start;
        return readFloatName(cursor);
      }
      return fail(cursor, `expected plain data, got ${name}: write {"$float": "nan"} or {"$float": "inf"}`, start);
    default:
      if (name === 'complex' && cursor.dialect === 'typed') return readComplex(cursor, start);
      cursor.at = start;
      return fail(cursor, `expected plain data, got ${here(cursor)}`);
  }
}

export function readExpression(cursor: Cursor): PyValue {
  cursor.values = (cursor.values ?? 0) + 1;
  if (cursor.values > MAX_VALUES) fail(cursor, `expected at most ${MAX_VALUES} values, got more`);
  if (++cursor.depth > MAX_DEPTH) fail(cursor, `expected at most ${MAX_DEPTH} levels of nesting, got more`);
  const value = (cursor.operators ?? readAtom)(cursor);
  cursor.depth--;
  return value;
}

export function readAtom(cursor: Cursor): PyValue {
  const character = peek(cursor);
  if (/[0-9+-]/.test(character)) return readComplexTail(cursor, readSigned(cursor));
  if (character === '.' && !cursor.source.startsWith('...', cursor.at)) {
    return readComplexTail(cursor, readSigned(cursor));
  }
  if (STRING_START.test(cursor.source.slice(cursor.at, cursor.at + 3))) return readStrings(cursor);
  if (take(cursor, '[')) return { type: 'list', items: readItems(cursor, ']').items };
  if (take(cursor, '{')) return readBraces(cursor);
  if (take(cursor, '(')) {
    const { items, comma } = readItems(cursor, ')');
    return items.length === 1 && !comma ? readComplexTail(cursor, items[0]!) : { type: 'tuple', items };
  }
  return readName(cursor);
}

/**
 * Reads one literal from `from` on, and tells where it ends and of how many values it is made.
 *
 * @throws LiteralError
 */
export function readLiteral(
  source: string,
  from: number,
  dialect: Dialect = 'literal',
): { readonly value: PyValue; readonly end: number; readonly values: number } {
  const cursor: Cursor = { source, dialect, at: from, depth: 0 };
  return { value: readExpression(cursor), end: cursor.at, values: cursor.values ?? 1 };
}

/**
 * Reads the positional arguments of a call whose opening bracket is before `from`, and tells where its closing one ends.
 *
 * @throws LiteralError
 */
export function readArguments(
  source: string,
  from: number,
  dialect: Dialect = 'literal',
): { readonly args: PyValue[]; readonly end: number } {
  const cursor: Cursor = { source, dialect, at: from, depth: 0 };
  return { args: readItems(cursor, ')').items, end: cursor.at };
}

/**
 * Reads a whole text as one literal; items with commas and no brackets make a tuple.
 *
 * @throws LiteralError
 */
export function parseLiteral(text: string, dialect: Dialect = 'literal'): PyValue {
  const cursor: Cursor = { source: text.replace(/\r\n?/g, '\n'), dialect, at: 0, depth: 0 };
  const first = readExpression(cursor);
  const items = [first];
  let comma = false;
  while (take(cursor, ',')) {
    comma = true;
    if (peek(cursor) === '') break;
    items.push(readExpression(cursor));
  }
  if (peek(cursor) !== '') fail(cursor, `expected the end, got ${here(cursor)}`);
  return comma ? { type: 'tuple', items } : first;
}
