/** Rows of a list in one text, one after another: a damaged row costs no other as long as its brackets and quotes close. */

import { FormatError, type Place } from '../fields.ts';
import { LiteralError, readLiteral } from '../literal.ts';
import { type JsonNode, JsonSyntaxError, readJson } from '../lossless.ts';
import { writeValue } from '../values.ts';

interface ReadRow {
  readonly node: JsonNode;
  readonly end: number;
  /** How many it is made of. */
  readonly values: number;
}

/** Rows of a list, and values of all of them, beyond which the rest is let go: each takes a hundred bytes and more. */
const MOST_ROWS = 200_000;
const MOST_VALUES = 5_000_000;

/** How rows are written. */
export interface RowSyntax {
  /** What may stand between them (sticky). */
  readonly space: RegExp;
  /** @throws JsonSyntaxError | LiteralError */
  readonly read: (text: string, from: number) => ReadRow;
  readonly quotes: readonly string[];
}

export const JSON_ROWS: RowSyntax = { space: /[ \t\n\r]*/y, read: readJson, quotes: ['"'] };

export const PYTHON_ROWS: RowSyntax = {
  space: /(?:[ \t\f\n\r]|\\\r?\n|#[^\n]*)*/y,
  read: (text, from) => {
    const { value, ...read } = readLiteral(text, from, 'typed');
    return { node: writeValue(value), ...read };
  },
  quotes: ['"""', "'''", '"', "'"],
};

/** One row, or what is wrong with it and where: an offset into the text. */
export type ListedRow =
  | { readonly type: 'row'; readonly node: JsonNode; readonly at: number }
  | { readonly type: 'fault'; readonly message: string; readonly at: number };

export function skip(text: string, from: number, pattern: RegExp): number {
  pattern.lastIndex = from;
  return from + (pattern.exec(text)?.[0].length ?? 0);
}

/** Where a string that opens at `at` ends; the end of the text where it does not close. */
function stringEnd(text: string, at: number, quote: string): number {
  for (let i = at + quote.length; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text.startsWith(quote, i)) return i + quote.length;
    else if (quote.length === 1 && text[i] === '\n') return i; // it was no string: nothing else is lost for it
  }
  return text.length;
}

/** Where what begins at `from` ends: before a comma or bracket of the list around it; null where the text ends first. */
function itemEnd(text: string, from: number, { quotes, space }: RowSyntax): number | null {
  let depth = 0;
  const comments = space.source.includes('#');
  for (let i = from; i < text.length; ) {
    const character = text[i]!;
    const quote = character === '"' || character === "'" ? quotes.find((one) => text.startsWith(one, i)) : undefined;
    if (quote !== undefined) {
      i = stringEnd(text, i, quote);
      continue;
    }
    if (character === '#' && comments) {
      i = text.indexOf('\n', i);
      if (i < 0) return null;
      continue;
    }
    if (depth === 0 && (character === ',' || character === ']' || character === ')')) return i;
    if (character === '[' || character === '{' || character === '(') depth++;
    else if (character === ']' || character === '}' || character === ')') depth--;
    if (depth < 0) return null;
    i++;
  }
  return null;
}

/**
 * The row at an offset and where it ends, or what is wrong there.
 *
 * @returns a fault with its own place, which lies inside the row
 */
export function readRow(
  text: string,
  at: number,
  syntax: RowSyntax,
): ReadRow | (ListedRow & { readonly type: 'fault' }) {
  try {
    return syntax.read(text, at);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError) && !(error instanceof LiteralError)) throw error;
    return { type: 'fault', at: error.at, message: error.detail };
  }
}

/**
 * The items of the list whose opening bracket is before `from`. Ends behind the closing one, or where nothing more can be
 * told apart, which is a fault as well.
 *
 * @returns where it ended
 */
export function* listRows(text: string, from: number, close: string, syntax: RowSyntax): Generator<ListedRow, number> {
  let at = skip(text, from, syntax.space);
  let [rows, values] = [0, 0];
  while (at < text.length && text[at] !== close) {
    const read = readRow(text, at, syntax);
    values += 'node' in read ? read.values : 1;
    if (++rows > MOST_ROWS || values > MOST_VALUES) {
      const most = `${MOST_ROWS} rows of ${MOST_VALUES} values in a list`;
      yield { type: 'fault', at, message: `expected at most ${most}, got more: write a problem a line` };
      return text.length;
    }
    let end: number | null;
    if ('node' in read) {
      yield { type: 'row', node: read.node, at };
      end = skip(text, read.end, syntax.space);
    } else {
      yield read;
      end = itemEnd(text, at, syntax);
      if (end === null) return text.length;
    }
    if (text[end] === close) return end + 1;
    if (text[end] !== ',') {
      const got = end >= text.length ? 'the end' : JSON.stringify(text[end]);
      yield { type: 'fault', at: end, message: `expected , or ${close} behind a row, got ${got}` };
      return text.length;
    }
    at = skip(text, end + 1, syntax.space);
  }
  if (at >= text.length) yield { type: 'fault', at, message: `expected ${close} at the end of the list, got the end` };
  return at + 1;
}

/** Line and column of offsets, from 1; asked in order, it looks at the text once. */
export class Lines {
  readonly #text: string;
  readonly #first: number;
  #line: number;
  /** Where the line begins. */
  #start = 0;

  /** @param first number of the first line of the text */
  constructor(text: string, first = 1) {
    this.#text = text;
    this.#first = first;
    this.#line = first;
  }

  at(offset: number): { readonly line: number; readonly column: number } {
    if (offset < this.#start) [this.#line, this.#start] = [this.#first, 0];
    for (let next = this.#text.indexOf('\n', this.#start); next >= 0 && next < offset; ) {
      this.#line++;
      this.#start = next + 1;
      next = this.#text.indexOf('\n', this.#start);
    }
    return { line: this.#line, column: offset - this.#start + 1 };
  }
}

export const syntaxFault = (file: string, line: number, column: number, message: string): string => {
  const place: Place = { file: `${file}, line ${line}, column ${column}`, path: '' };
  return new FormatError(place, message).message;
};
