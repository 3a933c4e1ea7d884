/** Reading an object's fields by name, with errors that say where, what was expected and what came. */

import type { JsonNode } from './lossless.ts';

/** Where in which file a value stands. */
export interface Place {
  /** File name, with the line for JSONL: `samples.jsonl, line 3`. */
  readonly file: string;
  /** Id of the problem, once it is known. */
  readonly problem?: string;
  /** Path inside, such as `tests.public[2].expected`; empty at the top. */
  readonly path: string;
}

/** Input that is not what the format says. The message is one sentence. */
export class FormatError extends Error {
  readonly place: Place;
  /** What is wrong, without the place. */
  readonly detail: string;

  constructor(place: Place, message: string) {
    const problem = place.problem === undefined ? '' : `problem ${JSON.stringify(place.problem)}: `;
    const path = place.path === '' ? '' : `${place.path}: `;
    super(`${place.file}: ${problem}${path}${message}`);
    this.name = 'FormatError';
    this.place = place;
    this.detail = message;
  }
}

export function fail(place: Place, expected: string, got: string): never {
  throw new FormatError(place, `expected ${expected}, got ${got}`);
}

/** The place of a named field or of an item inside `place`. */
export function inside(place: Place, step: string | number): Place {
  const path = typeof step === 'number' ? `${place.path}[${step}]` : place.path === '' ? step : `${place.path}.${step}`;
  return { ...place, path };
}

function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** Says what a node is, for the second half of an error. */
export function describe(node: JsonNode | undefined): string {
  if (node === undefined) return 'nothing: the field is missing';
  switch (node.type) {
    case 'null':
      return 'null';
    case 'bool':
      return String(node.value);
    case 'number':
      return `the number ${cut(node.literal)}`;
    case 'non-finite':
      return node.name;
    case 'string':
      return `the string ${JSON.stringify(cut(node.value))}`;
    case 'array':
      return node.items.length === 0 ? 'an empty list' : `a list of ${node.items.length}`;
    case 'object':
      return node.entries.length === 0
        ? 'an empty object'
        : `an object with ${cut(node.entries.map(([key]) => JSON.stringify(key)).join(', '))}`;
    default:
      return node satisfies never;
  }
}

export type Fields = ReadonlyMap<string, JsonNode>;

/** The fields of an object; anything not named in `known` is refused, unless `known` is absent. */
export function readFields(node: JsonNode | undefined, place: Place, known?: readonly string[]): Fields {
  if (node?.type !== 'object') fail(place, 'an object', describe(node));
  const fields = new Map(node.entries);
  if (known !== undefined) {
    const unknown = [...fields.keys()].find((key) => !known.includes(key));
    if (unknown !== undefined) {
      throw new FormatError(place, `expected only the fields ${known.join(', ')}, got ${JSON.stringify(unknown)}`);
    }
  }
  return fields;
}

export function readText(node: JsonNode | undefined, place: Place): string {
  if (node?.type !== 'string') fail(place, 'a string', describe(node));
  return node.value;
}

/** A string that says something. */
export function readNonEmpty(node: JsonNode | undefined, place: Place): string {
  const text = readText(node, place);
  if (text.trim() === '') fail(place, 'a string that is not empty', describe(node));
  return text;
}

/** `id`, `task_id` or `problem`: numbers are ids too, and an id says something. */
export function readId(row: Fields, name: string, place: Place): string | undefined {
  const node = row.get(name);
  if (node === undefined || node.type === 'null') return undefined;
  return node.type === 'number' ? node.literal : readNonEmpty(node, inside(place, name));
}

/** A string, or undefined when the field is absent or null. */
export function readOptionalText(node: JsonNode | undefined, place: Place): string | undefined {
  return node === undefined || node.type === 'null' ? undefined : readText(node, place);
}

export function readItems(node: JsonNode | undefined, place: Place): readonly JsonNode[] {
  if (node?.type !== 'array') fail(place, 'a list', describe(node));
  return node.items;
}

export function readTexts(node: JsonNode | undefined, place: Place): string[] {
  return readItems(node, place).map((item, i) => readText(item, inside(place, i)));
}

/** A finite number of at least `minimum`. */
export function readNumber(node: JsonNode | undefined, place: Place, minimum: number): number {
  const value = node?.type === 'number' ? Number(node.literal) : Number.NaN;
  if (!(value >= minimum && Number.isFinite(value))) fail(place, `a number of at least ${minimum}`, describe(node));
  return value;
}

const PYTHON_NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** The keywords that are reserved everywhere (Python 3.14, `keyword.kwlist`). */
const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global ' +
    'if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

/** Whether Python accepts the name after `def`. */
export const isPythonName = (name: string): boolean => PYTHON_NAME.test(name) && !KEYWORDS.has(name);

/** A name that Python accepts after `def`. */
export function readName(node: JsonNode | undefined, place: Place): string {
  const name = readText(node, place);
  if (!PYTHON_NAME.test(name)) fail(place, 'the name of a Python function', describe(node));
  if (KEYWORDS.has(name)) fail(place, 'the name of a Python function', `the keyword ${name}`);
  return name;
}
