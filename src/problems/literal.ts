/** Python literals in text: all plain data as `ast.literal_eval` reads it, and `frozenset({…})` besides. */

import type { PyValue } from '../core/value.ts';
import { hashKey } from './hash-key.ts';
import { type Cursor, type Dialect, fail, here, match, peek, take } from './literal-cursor.ts';
import { NAME, readComplexTail, readFloatName, readSigned, readStrings, STRING_START } from './literal-tokens.ts';

export { type Dialect, LiteralError } from './literal-cursor.ts';

const MAX_DEPTH = 200;
/** As in JSON files. */
const MAX_VALUES = 5_000_000;

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
