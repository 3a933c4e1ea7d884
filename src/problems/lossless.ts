/**
 * JSON that loses nothing: numbers keep their literal, so that integers of any size and `1.0` against `1` survive,
 * and so do lone surrogates in strings. `JSON.parse` turns every number into a double and cannot serve problem values.
 */

export type JsonNode =
  | { readonly type: 'null' }
  | { readonly type: 'bool'; readonly value: boolean }
  /** The digits as they stand in the file. */
  | { readonly type: 'number'; readonly literal: string }
  /** What Python's `json` writes where JSON has no number. No value of a problem: each reader that wants one refuses it. */
  | { readonly type: 'non-finite'; readonly name: 'NaN' | 'Infinity' | '-Infinity' }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'array'; readonly items: readonly JsonNode[] }
  | { readonly type: 'object'; readonly entries: readonly (readonly [string, JsonNode])[] };

/** A syntax error with its place, 1-based; `detail` is the message without the place. */
export class JsonSyntaxError extends Error {
  readonly detail: string;
  readonly line: number;
  readonly column: number;
  /** Offset in the text. */
  readonly at: number;

  constructor(detail: string, at: number, line: number, column: number) {
    super(`JSON, line ${line}, column ${column}: ${detail}`);
    this.name = 'JsonSyntaxError';
    this.detail = detail;
    this.line = line;
    this.column = column;
    this.at = at;
  }
}

/** Deeper nesting is a mistake or an attack, and would exhaust the stack of whoever walks the tree. */
const MAX_DEPTH = 200;

/** Values of one text: each takes a hundred times the memory of its two characters. */
const MAX_VALUES = 5_000_000;

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
/** Stops at the closing quote, an escape, or a control character, which JSON does not allow in strings. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const PLAIN_CHARACTERS = /[^"\\\u0000-\u001f]*/y;
const SPACE = /[ \t\n\r]*/y;

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

interface Cursor {
  readonly text: string;
  at: number;
  /** Read so far, lists and their items both. */
  values: number;
}

function fail(cursor: Cursor, detail: string, at = cursor.at): never {
  const before = cursor.text.slice(0, at);
  const line = before.split('\n').length;
  throw new JsonSyntaxError(detail, at, line, at - before.lastIndexOf('\n'));
}

function match(cursor: Cursor, pattern: RegExp): string {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0] ?? '';
  cursor.at += found.length;
  return found;
}

/** What stands at the cursor, for people. */
function here(cursor: Cursor): string {
  const character = cursor.text.codePointAt(cursor.at);
  return character === undefined ? 'the end of the text' : JSON.stringify(String.fromCodePoint(character));
}

function readString(cursor: Cursor): string {
  const start = cursor.at;
  cursor.at++; // the opening quote
  let out = '';
  for (;;) {
    out += match(cursor, PLAIN_CHARACTERS);
    const character = cursor.text[cursor.at];
    if (character === '"') {
      cursor.at++;
      return out;
    }
    if (character === undefined) fail(cursor, 'expected the closing quote of this string, got the end', start);
    if (character !== '\\') fail(cursor, `expected a printable character in a string, got ${here(cursor)}: escape it`);
    const letter = cursor.text[cursor.at + 1] ?? '';
    const simple = ESCAPES[letter];
    if (simple !== undefined) {
      out += simple;
      cursor.at += 2;
      continue;
    }
    const hex = /^u([0-9a-fA-F]{4})/.exec(cursor.text.slice(cursor.at + 1, cursor.at + 6))?.[1];
    if (hex === undefined) fail(cursor, `expected an escape such as \\n or \\u00e9, got \\${letter}`);
    out += String.fromCharCode(Number.parseInt(hex, 16));
    cursor.at += 6;
  }
}

function readNumber(cursor: Cursor): JsonNode {
  const start = cursor.at;
  const literal = match(cursor, NUMBER);
  const next = cursor.text[cursor.at] ?? '';
  if (literal === '' || /[0-9a-zA-Z_.+-]/.test(next)) {
    const wrong = /[^\s,\]}:]*/.exec(cursor.text.slice(start, start + 40))?.[0] ?? '';
    fail(cursor, `expected a JSON number such as -12 or 1.5e3, got ${wrong}`, start);
  }
  return { type: 'number', literal };
}

/** Reads the comma or the closing bracket after an item; true when the list goes on. */
function continues(cursor: Cursor, close: ']' | '}'): boolean {
  match(cursor, SPACE);
  const character = cursor.text[cursor.at];
  if (character !== ',' && character !== close) fail(cursor, `expected , or ${close}, got ${here(cursor)}`);
  cursor.at++;
  return character === ',';
}

function readArray(cursor: Cursor, depth: number): JsonNode {
  const items: JsonNode[] = [];
  cursor.at++;
  match(cursor, SPACE);
  if (cursor.text[cursor.at] === ']') {
    cursor.at++;
    return { type: 'array', items };
  }
  do {
    items.push(readNode(cursor, depth + 1));
  } while (continues(cursor, ']'));
  return { type: 'array', items };
}

function readObject(cursor: Cursor, depth: number): JsonNode {
  const entries: (readonly [string, JsonNode])[] = [];
  const seen = new Set<string>();
  cursor.at++;
  match(cursor, SPACE);
  if (cursor.text[cursor.at] === '}') {
    cursor.at++;
    return { type: 'object', entries };
  }
  do {
    match(cursor, SPACE);
    const start = cursor.at;
    if (cursor.text[start] !== '"') fail(cursor, `expected a key in double quotes, got ${here(cursor)}`);
    const key = readString(cursor);
    if (seen.has(key)) fail(cursor, `expected every key once, got ${JSON.stringify(key)} twice`, start);
    seen.add(key);
    match(cursor, SPACE);
    if (cursor.text[cursor.at] !== ':') fail(cursor, `expected : after a key, got ${here(cursor)}`);
    cursor.at++;
    entries.push([key, readNode(cursor, depth + 1)]);
  } while (continues(cursor, '}'));
  return { type: 'object', entries };
}

const WORDS: readonly (readonly [string, JsonNode])[] = [
  ['null', { type: 'null' }],
  ['true', { type: 'bool', value: true }],
  ['false', { type: 'bool', value: false }],
  ['NaN', { type: 'non-finite', name: 'NaN' }],
  ['Infinity', { type: 'non-finite', name: 'Infinity' }],
  ['-Infinity', { type: 'non-finite', name: '-Infinity' }],
];

function readNode(cursor: Cursor, depth: number): JsonNode {
  match(cursor, SPACE);
  if (++cursor.values > MAX_VALUES) fail(cursor, `expected at most ${MAX_VALUES} values, got more`);
  if (depth > MAX_DEPTH) fail(cursor, `expected at most ${MAX_DEPTH} levels of nesting, got more`);
  const character = cursor.text[cursor.at] ?? '';
  if (character === '{') return readObject(cursor, depth);
  if (character === '[') return readArray(cursor, depth);
  if (character === '"') return { type: 'string', value: readString(cursor) };
  const isWord = character === '-' && cursor.text[cursor.at + 1] === 'I';
  if (/[-0-9]/.test(character) && !isWord) return readNumber(cursor);
  const word = /^-?[A-Za-z_]*/.exec(cursor.text.slice(cursor.at, cursor.at + 20))?.[0] ?? '';
  const known = WORDS.find(([name]) => name === word);
  if (known !== undefined) {
    cursor.at += word.length;
    return known[1];
  }
  return fail(cursor, `expected a value, got ${word === '' ? here(cursor) : word}`);
}

/**
 * Reads one JSON text.
 *
 * @throws JsonSyntaxError with line and column; duplicate keys are refused too
 */
export function parseJson(text: string): JsonNode {
  const cursor: Cursor = { text, at: text.startsWith('\uFEFF') ? 1 : 0, values: 0 };
  const node = readNode(cursor, 0);
  match(cursor, SPACE);
  if (cursor.at < text.length) fail(cursor, `expected the end after the value, got ${here(cursor)}`);
  return node;
}

/**
 * Reads the JSON value that stands at `from`, and tells where it ends and how many values it is made of.
 *
 * @throws JsonSyntaxError as `parseJson`
 */
export function readJson(
  text: string,
  from: number,
): { readonly node: JsonNode; readonly end: number; readonly values: number } {
  const cursor: Cursor = { text, at: from, values: 0 };
  const node = readNode(cursor, 0);
  return { node, end: cursor.at, values: cursor.values };
}

/** Writes a node on one line, `", "` and `": "` between the parts as Python's `json.dumps` does. */
export function writeJson(node: JsonNode): string {
  switch (node.type) {
    case 'null':
      return 'null';
    case 'bool':
      return String(node.value);
    case 'number':
      return node.literal;
    case 'non-finite':
      return node.name;
    case 'string':
      return JSON.stringify(node.value);
    case 'array':
      return `[${node.items.map(writeJson).join(', ')}]`;
    case 'object':
      return `{${node.entries.map(([key, value]) => `${JSON.stringify(key)}: ${writeJson(value)}`).join(', ')}}`;
    default:
      return node satisfies never;
  }
}
