/** Assert statements read as calls with literals: which values a test compares, and how closely; nothing is ever run. */

import type { TestCase, Tolerance } from '../../core/types.ts';
import type { PyValue } from '../../core/value.ts';
import { readConstant, readConstantArguments } from '../constants.ts';
import { LiteralError } from '../literal.ts';
import { logicalLines } from './logical-lines.ts';

export interface AssertedCalls {
  readonly tests: readonly TestCase[];
  /** Of all floats; absent where every test asks for equality. */
  readonly tolerance?: Tolerance;
  /** The one function that is called. */
  readonly name: string;
}

/** Asserts of which no value tests can be made, with the first that stands in the way. */
export class AssertError extends Error {
  readonly line: string;
  readonly why: string;

  constructor(line: string, why: string) {
    super(`${line} (${why})`);
    this.line = line;
    this.why = why;
  }
}

interface Asserted {
  readonly name: string;
  readonly test: TestCase;
  /** Undefined asks for equality. */
  readonly tolerance?: Tolerance;
}

/** Of a call alone: `1`, `[0]` and a match are true as well as `True`. */
const TRUTH = 'it asks only whether what comes back counts as true, and a test compares values';

class Refusal extends Error {}

const refuse = (why: string): never => {
  throw new Refusal(why);
};

/** Characters of all asserts of a problem; those of people have a thousandth. */
const MAX_SOURCE = 1_000_000;
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy;
const BOOL_OR_NONE: ReadonlySet<string> = new Set(['bool', 'none']);
/** Python of a check that does nothing: what its author left behind, and imports of what the asserts themselves use. */
const IDLE = /^(?:pass|print|print\(\s*(?:"[^"\\]*"|'[^'\\]*')?\s*\)|assert\s+(?:True|1|\(\s*True\s*\))\s*(?:,.*)?)$/s;
const IMPORT =
  /^(?:import\s+(?:math|sys|typing|random)|from\s+typing\s+import\s+[\w, ]+|from\s+math\s+import\s+isclose)$/;

/** A place in a statement. */
class Reader {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Behind spaces, takes what the pattern (sticky) finds. */
  take(pattern: RegExp): string | undefined {
    this.#space();
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  need(pattern: RegExp, expected: string): string {
    return this.take(pattern) ?? refuse(`${this.place()}: expected ${expected}`);
  }

  constant(rank?: 'product'): PyValue {
    const { value, end } = readConstant(this.text, this.at, rank);
    this.at = end;
    return value;
  }

  /** `name(literals)`. */
  call(): { readonly name: string; readonly args: readonly PyValue[] } {
    const name = this.need(NAME, 'a call with literals');
    this.need(/\(/y, 'a call with literals');
    const { args, end } = readConstantArguments(this.text, this.at);
    this.at = end;
    return { name, args };
  }

  place(): string {
    return `column ${this.at + 1}`;
  }

  #space(): void {
    const space = /\s*/y;
    space.lastIndex = this.at;
    this.at += space.exec(this.text)![0].length;
  }
}

/** A number as a float, so that the tolerance holds for it whatever comes back. */
function floatOf(value: PyValue): PyValue {
  if (value.type === 'float') return value;
  if (value.type !== 'int') return refuse(`expected a number to come close to, got a ${value.type}`);
  const float = Number(value.value);
  return BigInt(float) === value.value
    ? { type: 'float', value: float }
    : refuse('expected a number that a float holds');
}

function positive(value: PyValue): number {
  const number = value.type === 'int' || value.type === 'float' ? Number(value.value) : Number.NaN;
  return number >= 0 && number < Number.POSITIVE_INFINITY ? number : refuse('expected a tolerance of 0 or more');
}

/** Behind the condition: nothing, or a message, which runs only once the assertion has failed. */
function finish(reader: Reader): void {
  if (reader.take(/,/y) !== undefined) return;
  if (reader.take(/\S/y) !== undefined) {
    reader.at--;
    refuse(`${reader.place()}: expected the end behind the condition`);
  }
}

/** `abs(f(…) - v) < eps`, or with the two the other way round. */
function readDistance(reader: Reader): Asserted {
  reader.need(/abs\s*\(/y, 'abs(');
  const start = reader.at;
  let called: ReturnType<Reader['call']>;
  let value: PyValue;
  if (/^\s*[\p{L}_]/u.test(reader.text.slice(start))) {
    called = reader.call();
    reader.need(/-/y, '- and the value that it comes close to');
    value = reader.constant('product'); // `- 1 - 2` takes both away
  } else {
    const number = reader.take(/[-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?/y) ?? refuse(`${reader.place()}: expected a number`);
    value = readConstant(number, 0).value;
    reader.need(/-/y, '- and a call');
    called = reader.call();
  }
  reader.need(/\)/y, ')');
  reader.need(/<=?/y, '< and a tolerance');
  const tolerance = { rel: 0, abs: positive(reader.constant()) };
  return { name: called.name, test: { args: called.args, expected: floatOf(value) }, tolerance };
}

/** `math.isclose(f(…), v, rel_tol=…, abs_tol=…)`. */
function readIsClose(reader: Reader): Asserted {
  reader.need(/(?:math\s*\.\s*)?isclose\s*\(/y, 'isclose(');
  const { name, args } = reader.call();
  reader.need(/,/y, ', and the value that it comes close to');
  const expected = floatOf(reader.constant());
  const tolerance = { rel: 1e-9, abs: 0 };
  while (reader.take(/,/y) !== undefined) {
    const key = reader.take(/(?:rel|abs)_tol/y);
    if (key === undefined) break; // a comma may stand before the bracket
    reader.need(/=/y, '=');
    tolerance[key === 'rel_tol' ? 'rel' : 'abs'] = positive(reader.constant());
  }
  reader.need(/\)/y, ')');
  return { name, test: { args, expected }, tolerance };
}

/** `f(…) == v` or `f(…) is None`, the call or the whole in brackets. */
function readEquality(reader: Reader): Asserted {
  if (reader.take(/not\b/y) !== undefined) refuse(TRUTH);
  const bracket = reader.take(/\(/y) !== undefined;
  const { name, args } = reader.call();
  // `(f(1)) == 2`: the call alone stands in brackets.
  const closed = bracket && reader.take(/\)/y) !== undefined;
  const operator = reader.take(/==|is\b(?!\s+not\b)/y);
  if (operator === undefined) {
    const isBare = /^\s*(?:[,)]|$)/.test(reader.text.slice(reader.at));
    refuse(isBare ? TRUTH : `${reader.place()}: expected == and a value behind the call`);
  }
  const expected = reader.constant();
  if (operator === 'is' && !BOOL_OR_NONE.has(expected.type)) refuse('expected == before a value, got is');
  if (bracket && !closed) reader.need(/\)/y, ')');
  return { name, test: { args, expected } };
}

/** One statement of the form `assert CONDITION`. */
function readAssert(statement: string): Asserted {
  const reader = new Reader(statement);
  reader.need(/assert\b/y, 'assert');
  const rest = statement.slice(reader.at);
  let asserted: Asserted;
  if (/^\s*abs\s*\(/.test(rest) && /<[^<]*$/.test(rest)) asserted = readDistance(reader);
  else if (/^\s*(?:math\s*\.\s*)?isclose\s*\(/.test(rest)) asserted = readIsClose(reader);
  else asserted = readEquality(reader);
  finish(reader);
  return asserted;
}

/** What an assertion asks for that no comparison of values says, for those that ask often. */
function whyNot(statement: string, why: string): string {
  const wrapper = /^assert\s*\(?\s*(set|sorted|tuple|list|int|round|len|str)\s*\(\s*[\p{L}_]\w*\s*\(/u.exec(
    statement,
  )?.[1];
  if (wrapper !== undefined)
    return `it compares ${wrapper}(…) of what comes back, and a test compares the value itself`;
  if (/^for\b|^while\b/.test(statement)) return 'a loop: which calls it makes is known only to whoever runs it';
  if (/^(?:import|from)\b/.test(statement)) return 'it needs Python of its own to run first';
  return why;
}

function attempt(statement: string): Asserted {
  try {
    return readAssert(statement);
  } catch (error) {
    if (error instanceof Refusal) throw new AssertError(statement, whyNot(statement, error.message));
    if (error instanceof LiteralError) {
      throw new AssertError(statement, whyNot(statement, `column ${error.column}: ${error.detail}`));
    }
    throw error;
  }
}

const isDataWithFloat = (value: PyValue): boolean => {
  switch (value.type) {
    case 'float':
    case 'complex':
      return true;
    case 'list':
    case 'tuple':
    case 'set':
    case 'frozenset':
      return value.items.some(isDataWithFloat);
    case 'dict':
      return value.entries.some(([, item]) => isDataWithFloat(item));
    default:
      return false;
  }
};

/** The tolerance of all tests, which a problem has once: what is asked exactly must have no float that it would loosen. */
function commonTolerance(asserted: readonly (Asserted & { readonly statement: string })[]): Tolerance | undefined {
  const [first] = asserted.filter(({ tolerance }) => tolerance !== undefined);
  if (first?.tolerance === undefined) return undefined;
  const { rel, abs } = first.tolerance;
  for (const { tolerance, test, statement } of asserted) {
    const same = tolerance?.rel === rel && tolerance.abs === abs;
    if (same || (tolerance === undefined && !isDataWithFloat(test.expected))) continue;
    throw new AssertError(statement, 'another tolerance than the asserts before it, and a problem has one');
  }
  return { rel, abs };
}

/**
 * Reads all statements of some Python text: asserts, and what does nothing. All or none: a problem with part of its tests
 * would be another one.
 *
 * @throws AssertError
 */
export function readAsserts(source: string): AssertedCalls | null {
  if (source.length > MAX_SOURCE) throw new AssertError(source, `expected at most ${MAX_SOURCE} characters, got more`);
  const statements = logicalLines(source).filter((line) => !IDLE.test(line) && !IMPORT.test(line));
  const asserted = statements.map((statement) => ({ statement, ...attempt(statement) }));
  const [first] = asserted;
  if (first === undefined) return null;
  const other = asserted.find(({ name }) => name !== first.name);
  if (other !== undefined)
    throw new AssertError(other.statement, `it calls ${other.name}, and those before ${first.name}`);
  const tolerance = commonTolerance(asserted);
  return { name: first.name, tests: asserted.map(({ test }) => test), ...(tolerance && { tolerance }) };
}
