/** APPS: inputs with outputs, of a function or on standard input; TACO and parts of DeepCoder publish the same. */

import type { TestCase } from '../../core/types.ts';
import type { PyValue } from '../../core/value.ts';
import {
  describe,
  type Fields,
  fail,
  inside,
  type Place,
  readFields,
  readItems,
  readName,
  readOptionalText,
  readText,
} from '../fields.ts';
import type { JsonNode } from '../lossless.ts';
import { nameFrom } from '../own.ts';
import { readValue } from '../values.ts';
import {
  calledProblem,
  firstProgram,
  type ImportedRow,
  idOf,
  openSuite,
  readNested,
  readStream,
  stdinProblem,
  stdinTest,
} from './imported.ts';

const NONE: ReadonlySet<string> = new Set();

/** What the row is called, with whatever of its fields can name it. */
function nameOf(row: Fields, place: Place, text: string): string {
  return idOf(row, place, ['problem_id', 'task_id', 'id', 'name']) ?? nameFrom(text, NONE);
}

/** The text; where it was left out of the file, the problem's address stands in, and that is said. */
function textOf(row: Fields, place: Place): { readonly text: string; readonly notes: readonly string[] } {
  for (const name of ['question', 'problem', 'description']) {
    const text = readOptionalText(row.get(name), inside(place, name))?.trim();
    if (text !== undefined && text !== '') return { text, notes: [] };
  }
  const id = idOf(row, place, ['problem_id', 'task_id', 'id']);
  if (id === undefined) fail(inside(place, 'question'), 'the text of the problem', describe(row.get('question')));
  const address = addressOf(row, place);
  const text = address === undefined ? id : `${id} (${address})`;
  return { text, notes: ['the file has no text for it, so its name stands in: write one before a model is asked'] };
}

function addressOf(row: Fields, place: Place): string | undefined {
  // A folder has its metadata in a file.
  const metadata = readNested(row.get('metadata'), inside(place, 'metadata'));
  const inner = metadata?.type === 'object' ? new Map(metadata.entries).get('url') : undefined;
  const url = row.get('url') ?? inner;
  return url?.type === 'string' && url.value !== '' ? url.value : undefined;
}

/** Solutions are a list of programs, or JSON of one; a file whose solutions cannot be read is none the less for it. */
function programOf(row: Fields, place: Place): string | undefined {
  const at = inside(place, 'solutions');
  const list = readNested(row.get('solutions'), at);
  if (list === undefined) return undefined;
  return firstProgram(readItems(list, at).map((item, i) => readText(item, inside(at, i))));
}

/** Keys that JSON made texts of: where `int()` reads all of them, they were integers (APPS, `testing_util.py`). */
function withIntegerKeys(value: PyValue): PyValue {
  if (value.type !== 'dict' || value.entries.length === 0) return value;
  const keys = value.entries.map(([key]) =>
    key.type === 'str' && /^\s*[+-]?\d+\s*$/.test(key.value) ? key.value : null,
  );
  if (keys.some((key) => key === null)) return value;
  const numbers = keys.map((key) => BigInt(key!.trim().replace(/^\+/, '')));
  if (new Set(numbers).size < numbers.length) return value;
  return {
    type: 'dict',
    entries: value.entries.map(([, item], i) => [{ type: 'int', value: numbers[i]! }, item]),
  };
}

/**
 * Whether results stand in lists of one, as those from Codewars do. A signature that returns a list, or a result that is
 * no list of one, says that they do not; APPS itself takes either for right.
 */
function isWrapped(outputs: readonly JsonNode[], starter: string): boolean {
  const lists = outputs.filter((output) => output.type === 'array');
  if (lists.length === 0 || lists.some(({ items }) => items.length !== 1)) return false;
  const returnsList = /->\s*(?:typing\s*\.\s*)?(?:List|list|Optional\[List)\b/.test(starter);
  return !returnsList || lists.every(({ items }) => items[0]!.type === 'array');
}

function readCalls(fields: Fields, starter: string, at: Place): TestCase[] {
  const { inputs, outputs } = pairs(fields, at);
  const wrapped = isWrapped(outputs, starter);
  return inputs.map((input, i) => {
    const [argsAt, resultAt] = [inside(inside(at, 'inputs'), i), inside(inside(at, 'outputs'), i)];
    const args = readItems(input, argsAt).map((arg, j) => readValue(arg, inside(argsAt, j)));
    const output = outputs[i]!;
    const result = wrapped && output.type === 'array' ? output.items[0] : output;
    const [first, ...rest] = args;
    return {
      args: first === undefined ? args : [withIntegerKeys(first), ...rest],
      expected: withIntegerKeys(readValue(result, resultAt)),
    };
  });
}

function pairs(
  fields: Fields,
  at: Place,
): { readonly inputs: readonly JsonNode[]; readonly outputs: readonly JsonNode[] } {
  const inputs = readItems(fields.get('inputs'), inside(at, 'inputs'));
  const outputs = readItems(fields.get('outputs'), inside(at, 'outputs'));
  if (inputs.length !== outputs.length) {
    fail(inside(at, 'outputs'), `as many outputs as inputs (${inputs.length})`, `${outputs.length}`);
  }
  return { inputs, outputs };
}

function readStdin(fields: Fields, at: Place): TestCase[] {
  const { inputs, outputs } = pairs(fields, at);
  return inputs.map((input, i) =>
    stdinTest(
      readStream(input, inside(inside(at, 'inputs'), i)),
      readStream(outputs[i], inside(inside(at, 'outputs'), i)),
    ),
  );
}

/** A row of the data set, or the files of one of its folders as such a row. */
export function readAppsRow(row: Fields, place: Place, field = 'input_output'): ImportedRow {
  const at = inside(place, field);
  const told = readNested(row.get(field), at);
  if (told === undefined) fail(at, 'tests as {"inputs": […], "outputs": […]}', 'none');
  const { text, notes } = textOf(row, place);
  const fields = readFields(told, at);
  const parts = { id: nameOf(row, place, text), text, program: programOf(row, place), source: addressOf(row, place) };
  // TACO's rows have tags besides.
  const form = field === 'tests' || row.has('raw_tags') ? 'TACO' : 'APPS';
  if (!fields.has('fn_name') || fields.get('fn_name')?.type === 'null') {
    const tests = openSuite(readStdin(fields, at), inside(at, 'inputs'));
    return { form, problem: stdinProblem({ ...parts, tests }), notes };
  }
  const name = readName(fields.get('fn_name'), inside(at, 'fn_name'));
  const starter = readOptionalText(row.get('starter_code'), inside(place, 'starter_code')) ?? '';
  const tests = openSuite(readCalls(fields, starter, at), inside(at, 'inputs'));
  return { form, problem: calledProblem({ ...parts, name, tests }), called: name, notes };
}
