/**
 * Tests that a model wrote as assert lines, read as data: what is no call of the entry point with literals is refused, so
 * that no generated code ever runs as a test.
 */

import { repr } from '../core/repr.ts';
import type { TestCase } from '../core/types.ts';
import type { PyValue } from '../core/value.ts';
import { LiteralError, readArguments, readLiteral } from './literal.ts';

/** Why a line is no test, in the order in which it is looked at. */
export type AssertRefusal = 'no-assert' | 'cut-off' | 'other-call' | 'no-literal' | 'surplus';

type AssertLine =
  | { readonly type: 'test'; readonly test: TestCase }
  | { readonly type: 'refused'; readonly why: Exclude<AssertRefusal, 'cut-off' | 'surplus'> };

interface AssertOptions {
  readonly entryPoint: string;
  /** Most tests that are kept of one completion, its first ones; 5 in the paper's code. */
  readonly most: number;
  /** The completion hit the length limit: its last line is not known to be whole. */
  readonly truncated: boolean;
}

export interface AssertLines {
  readonly tests: readonly TestCase[];
  /** Lines that begin with `assert`. */
  readonly written: number;
  readonly refused: Readonly<Partial<Record<AssertRefusal, number>>>;
}

const refused = (why: Exclude<AssertRefusal, 'cut-off' | 'surplus'>): AssertLine => ({ type: 'refused', why });
const bool = (value: boolean): PyValue => ({ type: 'bool', value });

/**
 * Reads `assert f(…) == VALUE`, `assert f(…) is True` (or `False`, `None`), `assert f(…)` and `assert not f(…)`, each with
 * or without a message, where f is the entry point and everything else a literal. A bare call must return True and a
 * negated one False: a test compares values, and knows nothing of what else Python takes for true. `!=`, orderings,
 * tolerances, keyword arguments and calls within calls are refused.
 */
export function readAssertLine(line: string, entryPoint: string): AssertLine {
  const text = line.trim();
  if (!/^assert\b/.test(text)) return refused('no-assert');
  const head = /^assert\s+(?:(not)\s+)?([\p{L}_][\p{L}\p{N}_]*)\s*\(/u.exec(text);
  if (head === null || head[2] !== entryPoint) return refused('other-call');
  try {
    const { args, end } = readArguments(text, head[0].length);
    const expected = expectedOf(text, end, head[1] !== undefined);
    return expected === undefined ? refused('no-literal') : { type: 'test', test: { args, expected } };
  } catch (error) {
    if (error instanceof LiteralError) return refused('no-literal');
    throw error;
  }
}

/** What the call must give, from the text behind it; undefined where that is nothing that a test can say. */
function expectedOf(text: string, end: number, negated: boolean): PyValue | undefined {
  const operator = /^\s*(==|is\b(?!\s+not\b))/.exec(text.slice(end));
  if (operator === null) return isTail(text, end) ? bool(!negated) : undefined;
  const { value, end: last } = readLiteral(text, end + operator[0].length);
  const singleton = value.type === 'bool' || value.type === 'none';
  if (negated || !isTail(text, last) || (operator[1] === 'is' && !singleton)) return undefined;
  return value;
}

/** Whether an assertion may end here: nothing follows but a comment or a message. */
function isTail(text: string, from: number): boolean {
  const rest = text.slice(from).trimStart();
  if (!rest.startsWith(',')) return rest === '' || rest.startsWith('#');
  const message = text.length - rest.length + 1;
  const after = text.slice(readLiteral(text, message).end).trimStart();
  return after === '' || after.startsWith('#');
}

/** The tests of one completion: its first `most` lines that can be read, and what became of the others; blank ones are none. */
export function readAssertLines(completion: string, { entryPoint, most, truncated }: AssertOptions): AssertLines {
  const lines = completion.split('\n');
  const tests: TestCase[] = [];
  const counts: Partial<Record<AssertRefusal, number>> = {};
  let written = 0;
  lines.forEach((line, i) => {
    if (line.trim() === '') return;
    const read = readAssertLine(line, entryPoint);
    const cut = truncated && i === lines.length - 1;
    const why = whyNot(read, cut, tests.length >= most);
    if (!(read.type === 'refused' && read.why === 'no-assert')) written++;
    if (why !== undefined) counts[why] = (counts[why] ?? 0) + 1;
    else if (read.type === 'test') tests.push(read.test);
  });
  return { tests, written, refused: counts };
}

function whyNot(read: AssertLine, cut: boolean, full: boolean): AssertRefusal | undefined {
  if (read.type === 'refused' && read.why === 'no-assert') return read.why;
  if (cut) return 'cut-off';
  if (read.type === 'refused') return read.why;
  return full ? 'surplus' : undefined;
}

/** Different tests in the order in which they first came, and how often each did. */
interface CountedTests {
  readonly tests: readonly TestCase[];
  readonly counts: readonly number[];
}

/** Tests are the same when Python writes their arguments and expected values the same: `1`, `1.0` and `True` differ. */
export function countTests(tests: readonly TestCase[]): CountedTests {
  const found = new Map<string, { readonly test: TestCase; count: number }>();
  for (const test of tests) {
    const key = `${repr({ type: 'tuple', items: test.args })} ${repr(test.expected)}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, { test, count: 1 });
    else known.count++;
  }
  const all = [...found.values()];
  return { tests: all.map(({ test }) => test), counts: all.map(({ count }) => count) };
}
