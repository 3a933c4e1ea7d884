/** Where a reader of Python literals stands in its text, and how it looks ahead and fails there. */

import type { PyValue } from '../core/value.ts';

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

const SPACE = /(?:[ \t\f\n]|\\\n|#[^\n]*)*/y;

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

export function match(cursor: Cursor, pattern: RegExp): string {
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

export function here(cursor: Cursor): string {
  const found = /^(?:[\p{L}\p{N}_.]+|.|\n)/u.exec(cursor.source.slice(cursor.at, cursor.at + 40))?.[0];
  return found === undefined ? 'the end' : found;
}
