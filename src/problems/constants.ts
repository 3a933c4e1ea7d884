/** Constant arithmetic in the literals of tests, `1.0 / 3` or `'ab' + 'c'`: worked out here by Python's rules, never by Python. */

import type { PyValue } from '../core/value.ts';
import { readAtom, readExpression, readItems } from './literal.ts';
import { type Cursor, fail, peek, take } from './literal-cursor.ts';
import { negate } from './literal-tokens.ts';

/** Bits of an integer, and items of a text or list, beyond which a test is no test that a person wrote. */
const MAX_BITS = 20_000;
const MAX_ITEMS = 100_000;
/** Powers of powers. */
const MAX_TOWER = 200;

const OPERATORS = ['**', '//', '*', '/', '+', '-'] as const;
type Operator = (typeof OPERATORS)[number];

type Numeric = Extract<PyValue, { readonly type: 'int' | 'float' | 'bool' }>;

const isNumeric = (value: PyValue): value is Numeric =>
  value.type === 'int' || value.type === 'float' || value.type === 'bool';

const bits = (value: bigint): number => value.toString(16).length * 4;

/** Exact, for integers; undefined where that would be no integer or too large. */
function foldIntegers(operator: Operator, a: bigint, b: bigint): bigint | undefined {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return bits(a) + bits(b) > MAX_BITS ? undefined : a * b;
    case '**':
      return b < 0n || b > BigInt(MAX_BITS) || bits(a) * Number(b) > MAX_BITS ? undefined : a ** b;
    case '//':
    case '/':
      return undefined;
    default:
      return operator satisfies never;
  }
}

/** IEEE 754 arithmetic is the same in Python; powers are not, and are left out. */
function foldFloats(operator: Operator, a: number, b: number): number | undefined {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0 ? undefined : a / b;
    case '//':
    case '**':
      return undefined;
    default:
      return operator satisfies never;
  }
}

/** A double that holds the number exactly; undefined for an integer that none does. */
function exactDouble(value: Numeric): number | undefined {
  if (value.type === 'float') return value.value;
  const number = Number(value.value);
  return value.type === 'bool' || BigInt(number) === value.value ? number : undefined;
}

function foldNumbers(operator: Operator, a: Numeric, b: Numeric): PyValue | undefined {
  if (a.type !== 'float' && b.type !== 'float') {
    const value = foldIntegers(operator, BigInt(a.value), BigInt(b.value));
    if (value !== undefined) return { type: 'int', value };
    if (operator !== '/') return undefined;
  }
  const [left, right] = [exactDouble(a), exactDouble(b)];
  if (left === undefined || right === undefined) return undefined;
  const value = foldFloats(operator, left, right);
  return value === undefined || !Number.isFinite(value) ? undefined : { type: 'float', value };
}

function repeated(value: PyValue, times: PyValue): PyValue | undefined {
  if (times.type !== 'int' || times.value > BigInt(MAX_ITEMS)) return undefined;
  const n = Math.max(0, Number(times.value));
  if (value.type === 'str') {
    return value.value.length * n > MAX_ITEMS ? undefined : { type: 'str', value: value.value.repeat(n) };
  }
  if (value.type !== 'list' && value.type !== 'tuple') return undefined;
  if (value.items.length * n > MAX_ITEMS) return undefined;
  return { type: value.type, items: Array.from({ length: n }, () => value.items).flat() };
}

function joined(a: PyValue, b: PyValue): PyValue | undefined {
  if (a.type === 'str' && b.type === 'str') return { type: 'str', value: a.value + b.value };
  if (a.type === 'list' && b.type === 'list') return { type: 'list', items: [...a.items, ...b.items] };
  if (a.type === 'tuple' && b.type === 'tuple') return { type: 'tuple', items: [...a.items, ...b.items] };
  return undefined;
}

function complexSum(operator: '+' | '-', a: PyValue, b: PyValue): PyValue | undefined {
  if (b.type !== 'complex' || (a.type !== 'int' && a.type !== 'float')) return undefined;
  return { type: 'complex', re: Number(a.value), im: operator === '-' ? -b.im : b.im };
}

function fold(operator: Operator, a: PyValue, b: PyValue): PyValue | undefined {
  if (isNumeric(a) && isNumeric(b)) return foldNumbers(operator, a, b);
  if (operator === '+') return joined(a, b) ?? complexSum('+', a, b);
  if (operator === '-') return complexSum('-', a, b);
  if (operator === '*') return repeated(a, b) ?? repeated(b, a);
  return undefined;
}

function apply(cursor: Cursor, operator: Operator, a: PyValue, b: PyValue, at: number): PyValue {
  const value = fold(operator, a, b);
  if (value === undefined) fail(cursor, `expected plain data, got ${a.type} ${operator} ${b.type}`, at);
  return value;
}

function takeOperator(cursor: Cursor, wanted: readonly Operator[]): Operator | undefined {
  peek(cursor);
  const found = OPERATORS.find((operator) => cursor.source.startsWith(operator, cursor.at));
  if (found === undefined || !wanted.includes(found) || cursor.source.startsWith('->', cursor.at)) return undefined;
  cursor.at += found.length;
  return found;
}

/** Operators of one rank, the leftmost first. */
function leftToRight(cursor: Cursor, operators: readonly Operator[], operand: (cursor: Cursor) => PyValue): PyValue {
  const at = cursor.at;
  let value = operand(cursor);
  for (let found = takeOperator(cursor, operators); found; found = takeOperator(cursor, operators)) {
    value = apply(cursor, found, value, operand(cursor), at);
  }
  return value;
}

const sum = (cursor: Cursor): PyValue => leftToRight(cursor, ['+', '-'], product);
const product = (cursor: Cursor): PyValue => leftToRight(cursor, ['*', '/', '//'], signed);

/** A sign binds weaker than a power: `-2 ** 2` is −4. */
function signed(cursor: Cursor): PyValue {
  const at = cursor.at;
  let negative = false;
  let any = false;
  for (;;) {
    if (take(cursor, '-')) negative = !negative;
    else if (!take(cursor, '+')) break;
    any = true;
  }
  const value = power(cursor);
  if (any && !isNumeric(value) && value.type !== 'complex') fail(cursor, `expected a number behind a sign`, at);
  if (any && value.type === 'bool') return { type: 'int', value: BigInt(value.value) * (negative ? -1n : 1n) };
  return negative ? negate(value) : value;
}

function power(cursor: Cursor): PyValue {
  const at = cursor.at;
  const base = readAtom(cursor);
  if (takeOperator(cursor, ['**']) === undefined) return base;
  if (++cursor.depth > MAX_TOWER) fail(cursor, `expected at most ${MAX_TOWER} levels of nesting, got more`, at);
  const exponent = signed(cursor);
  cursor.depth--;
  return apply(cursor, '**', base, exponent, at);
}

const cursorAt = (source: string, at: number): Cursor => ({ source, dialect: 'typed', operators: sum, at, depth: 0 });

/**
 * Reads one constant expression from `from` on, and tells where it ends.
 *
 * @param rank `product` stops before a + or − that is not in brackets
 * @throws LiteralError
 */
export function readConstant(
  source: string,
  from: number,
  rank: 'sum' | 'product' = 'sum',
): { readonly value: PyValue; readonly end: number } {
  const cursor = cursorAt(source, from);
  return { value: rank === 'sum' ? readExpression(cursor) : product(cursor), end: cursor.at };
}

/**
 * Reads the positional arguments of a call whose opening bracket is before `from`, and tells where its closing one ends.
 *
 * @throws LiteralError
 */
export function readConstantArguments(
  source: string,
  from: number,
): { readonly args: PyValue[]; readonly end: number } {
  const cursor = cursorAt(source, from);
  return { args: readItems(cursor, ')').items, end: cursor.at };
}
