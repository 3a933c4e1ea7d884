/** The input of `grade`: JSON lines or a JSON list of programs with tests in any published form, all checked first. */

import type { GradeRecord } from '../core/grade.ts';
import { fail, type Place } from './fields.ts';
import { parseFile } from './format.ts';
import { type FindProblem, type GradeRow, readRow } from './grade-row.ts';
import { unpackRow } from './importers/packed-tests.ts';
import { type JsonNode, JsonSyntaxError, parseJson } from './lossless.ts';

/** One row and where it stands. */
export interface RowNode {
  readonly node: JsonNode;
  readonly place: Place;
}

/** Rows of a text that is one JSON value: a list, `{"problems": [rows]}`, or a single row on any number of lines. */
function wholeRows(node: JsonNode, file: string, firstLine: number): RowNode[] {
  const list = wrappedRows(node) ?? node;
  if (list.type !== 'array') return [{ node: list, place: { file: `${file}, line ${firstLine}`, path: '' } }];
  if (list.items.length === 0) fail({ file, path: '' }, 'at least one program', 'an empty list');
  return list.items.map((row, i) => ({ node: row, place: { file, path: `[${i}]` } }));
}

/** The list in `{"problems": [rows]}` or `{"rows": [rows]}`; undefined for any other value. */
export function wrappedRows(node: JsonNode): JsonNode | undefined {
  const isWrapper = (name: string) => name === 'problems' || name === 'rows';
  const wrapped = node.type === 'object' ? node.entries.find(([name]) => isWrapper(name))?.[1] : undefined;
  return wrapped?.type === 'array' ? wrapped : undefined;
}

/** Whether an error in a text that is not one JSON value is the error of one that was meant to be. */
function isMeantWhole(error: JsonSyntaxError, text: string): boolean {
  if (text.trimStart().startsWith('[')) return true;
  // A broken first row ends the whole where the second row starts; a value over several lines gets beyond that.
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  const second = lines.findIndex((line, i) => i > first && line.trim() !== '');
  if (second < 0 || error.line <= second) return false;
  return error.line > second + 1 || error.column > lines[second]!.search(/\S/) + 1;
}

/** The one JSON value that a text is or was meant to be; undefined for JSON lines. */
function wholeValue(text: string, file: string): JsonNode | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    // Read again, the error names the file.
    return isMeantWhole(error, text) ? parseFile(text, file) : undefined;
  }
}

/** Rows of JSON lines. */
function lineRows(text: string, file: string): RowNode[] {
  const rows = text.split('\n').flatMap((line, i) => (line.trim() === '' ? [] : [lineRow(line, file, i + 1)]));
  if (rows.length === 0) fail({ file, path: '' }, 'at least one line', 'an empty file');
  return rows;
}

/** The row in one line of JSON lines. */
export const lineRow = (line: string, file: string, number: number): RowNode => ({
  node: parseFile(line, file, number),
  place: { file: `${file}, line ${number}`, path: '' },
});

/**
 * The rows of a whole text. Text that is one JSON value is taken as such, and any other as JSON lines.
 *
 * @throws FormatError naming file and line
 */
export function textRows(text: string, file: string): RowNode[] {
  const node = wholeValue(text, file);
  if (node === undefined) return lineRows(text, file);
  const firstLine = text.slice(0, text.search(/\S/)).split('\n').length;
  return wholeRows(node, file, firstLine);
}

/**
 * Reads a whole file before anything runs, so that a mistake in the last line costs nothing.
 *
 * @param file name for errors
 * @param known finds problems that rows name by id
 * @throws FormatError naming file and line
 */
export async function readGradeRows(text: string, file: string, known: FindProblem): Promise<GradeRow[]> {
  const rows: GradeRow[] = [];
  for (const { node, place } of textRows(text, file)) rows.push(readRow(await unpackRow(node, place), place, known));
  return rows;
}

/**
 * The records of a file without packed tests, and without tests that a reference has to tell.
 * Fields that `grade` does not know are let through: files of samples carry much else.
 *
 * @param file name for errors
 * @param known finds problems that rows name by id
 * @throws FormatError naming file and line
 */
export function parseGradeFile(text: string, file: string, known: FindProblem = () => undefined): GradeRecord[] {
  return textRows(text, file).map(({ node, place }) => readRow(node, place, known).record);
}
