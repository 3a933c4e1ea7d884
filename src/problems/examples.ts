/** Examples as people write them down: assert lines, calls with their results, a doctest, or arguments and an arrow. */

import type { TestCase } from '../core/types.ts';
import type { PyValue } from '../core/value.ts';
import { LiteralError, parseLiteral, readArguments, readLiteral } from './literal.ts';

/** A line of which nothing could be made. */
export interface RefusedExample {
  /** 1-based, in what was pasted. */
  readonly line: number;
  readonly text: string;
  /** What was expected, and where in the line. */
  readonly why: string;
}

export interface Examples {
  readonly tests: readonly TestCase[];
  readonly refused: readonly RefusedExample[];
  /** Names of the functions that are called, each once: the tests ask about one, whatever it is called. */
  readonly names: readonly string[];
}

const CALL = /^([\p{L}_][\p{L}\p{N}_]*)\s*\(/u;
const ARROW = /^\s*(?:->|→|=>)/;
const DOCTEST = /^>>>\s*/;

/** What one line says: a test and whom it calls, or why it says none. */
type Line =
  | { readonly type: 'test'; readonly test: TestCase; readonly name: string | null }
  | { readonly type: 'refused'; readonly why: string };

const refuse = (why: string): Line => ({ type: 'refused', why });

/** Reads every line by itself; blank lines and comments say nothing. */
export function readExamples(text: string): Examples {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const tests: TestCase[] = [];
  const refused: RefusedExample[] = [];
  const names = new Set<string>();
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!.trim();
    if (line === '' || line.startsWith('#')) continue;
    const first = i;
    // A doctest has its result on the next line.
    const read = DOCTEST.test(line) ? readDoctest(line.replace(DOCTEST, ''), lines[++i]?.trim() ?? '') : readLine(line);
    if (read.type === 'refused') {
      refused.push({ line: first + 1, text: line, why: read.why });
      continue;
    }
    tests.push(read.test);
    if (read.name !== null) names.add(read.name);
  }
  return { tests, refused, names: [...names] };
}

function readDoctest(call: string, result: string): Line {
  if (result === '' || DOCTEST.test(result)) return refuse('expected the result on the next line, got none');
  return guarded(() => {
    const head = CALL.exec(call);
    if (head === null) return refuse('expected a call with literals, such as f(1, 2)');
    const { args, end } = readArguments(call, head[0].length, 'typed');
    if (!isOver(call.slice(end))) return refuse(`column ${end + 1}: expected the end behind the call`);
    return { type: 'test', name: head[1]!, test: { args, expected: parseLiteral(result, 'typed') } };
  });
}

/** `assert f(1) == 2`, `f(1) == 2`, `f(1) -> 2`, `1 -> 2`; with `assert` also a bare call, `not`, `is` and a message. */
function readLine(line: string): Line {
  return guarded(() => {
    const assert = /^assert\s+/.exec(line);
    const body = assert === null ? 0 : assert[0].length;
    const not = assert === null ? null : /^not\s+/.exec(line.slice(body));
    const from = body + (not?.[0].length ?? 0);
    const head = CALL.exec(line.slice(from));
    // A set or a float as an argument is no call of a function.
    const isCall = head !== null && !(assert === null && /^(?:set|frozenset|float|complex)$/.test(head[1]!));
    if (!isCall) return assert === null ? readArrow(line) : refuse('expected a call with literals behind assert');
    const { args, end } = readArguments(line, from + head[0].length, 'typed');
    const expected = readResult(line, end, { asserted: assert !== null, negated: not !== null });
    return 'why' in expected
      ? refuse(expected.why)
      : { type: 'test', name: head[1]!, test: { args, expected: expected.value } };
  });
}

interface CallForm {
  readonly asserted: boolean;
  readonly negated: boolean;
}

/** What the call must give, from what stands behind it. */
function readResult(
  line: string,
  end: number,
  { asserted, negated }: CallForm,
): { readonly value: PyValue } | { readonly why: string } {
  const rest = line.slice(end);
  if (asserted && isTail(rest)) return { value: { type: 'bool', value: !negated } };
  const operator = /^\s*(==|is\b(?!\s+not\b)|->|→|=>)/.exec(rest);
  if (operator === null || negated) return { why: `column ${end + 1}: expected == and a value behind the call` };
  const { value, end: last } = readLiteral(line, end + operator[0].length, 'typed');
  if (operator[1] === 'is' && value.type !== 'bool' && value.type !== 'none') {
    return { why: `column ${end + 1}: expected == before a value, got is` };
  }
  const over = asserted ? isTail(line.slice(last)) : isOver(line.slice(last));
  return over ? { value } : { why: `column ${last + 1}: expected the end behind the value` };
}

/** Arguments, an arrow, and the result. */
function readArrow(line: string): Line {
  const args: PyValue[] = [];
  let at = 0;
  while (!ARROW.test(line.slice(at))) {
    const { value, end } = readLiteral(line, at, 'typed');
    args.push(value);
    const comma = /^\s*,/.exec(line.slice(end));
    at = end + (comma?.[0].length ?? 0);
    if (comma === null && !ARROW.test(line.slice(at))) {
      return refuse(`column ${at + 1}: expected ->, or == behind a call`);
    }
  }
  const from = at + ARROW.exec(line.slice(at))![0].length;
  const { value, end } = readLiteral(line, from, 'typed');
  if (!isOver(line.slice(end))) return refuse(`column ${end + 1}: expected the end behind the value`);
  return { type: 'test', name: null, test: { args, expected: value } };
}

/** Nothing follows but a comment. */
const isOver = (rest: string): boolean => /^\s*(?:#|$)/.test(rest);

/** Nothing follows but a comment or the message of an assertion. */
function isTail(rest: string): boolean {
  const comma = /^\s*,/.exec(rest);
  if (comma === null) return isOver(rest);
  return isOver(rest.slice(readLiteral(rest, comma[0].length, 'typed').end));
}

function guarded(read: () => Line): Line {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof LiteralError)) throw error;
    return refuse(`column ${error.column}: ${error.detail}`);
  }
}
