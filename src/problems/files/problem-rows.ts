/** The rows of one file, as they come: JSON lines one by one, a JSON list or Python read as a whole; damage costs its own row. */

import { wrappedRows } from '../grade-file.ts';
import { type JsonNode, JsonSyntaxError, parseJson } from '../lossless.ts';
import { decodeLine, type RawLine, rawLinesOf } from '../samples/lines.ts';
import { type FileRow, refused } from './file-row.ts';
import { JSON_ROWS, Lines, listRows, readRow, skip, syntaxFault } from './list-rows.ts';
import { pythonRows } from './python-rows.ts';
import { BINARY_HEAD, headOf, isBinary, type ReadLimits, type SourceFile, sizeText } from './source.ts';

const isRow = (row: FileRow): boolean => row.type === 'row' && row.node.type === 'object';

/** One line as text, or why not. */
function textOf({ parts, number }: RawLine, { name }: SourceFile, limits: ReadLimits): string | FileRow {
  const where = `${name}, line ${number}`;
  if (parts === null) return refused(`${where}: expected at most ${sizeText(limits.text)} in a line, got more`);
  try {
    return decodeLine({ parts, number }, name).text;
  } catch (error) {
    return refused((error as Error).message); // it names file and line
  }
}

/** One line of JSON lines. */
function lineRow(text: string, file: string, number: number): FileRow {
  try {
    return { type: 'row', node: parseJson(text), place: { file: `${file}, line ${number}`, path: '' } };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return refused(syntaxFault(file, number, error.column, error.detail));
  }
}

interface NumberedLine {
  readonly number: number;
  readonly text: string | FileRow;
}

/** Rows of lines each of which is one. */
function* lineRows(lines: Iterable<NumberedLine>, file: string): Generator<FileRow> {
  for (const { text, number } of lines) {
    if (typeof text !== 'string') yield text;
    else if (text.trim() !== '') yield lineRow(text, file, number);
  }
}

/** What a text is a part of. */
interface Whole {
  readonly file: string;
  /** Number of its first line. */
  readonly firstLine: number;
}

/** A list in a text, from behind its opening bracket. */
function* listed(text: string, from: number, { file, firstLine }: Whole, path: string): Generator<FileRow> {
  const lines = new Lines(text, firstLine);
  let index = 0;
  let faults = 0;
  for (const row of listRows(text, from, ']', JSON_ROWS)) {
    if (row.type === 'row') yield { type: 'row', node: row.node, place: { file, path: `${path}[${index}]` } };
    else {
      const { line, column } = lines.at(row.at);
      yield refused(syntaxFault(file, line, column, row.message));
      // Each looks at everything before it, to say where it stands.
      if (++faults * text.length > MOST_LOOKED_AT)
        return yield refused(`${file}: expected fewer damaged rows, got more than ${faults}`);
    }
    index++;
  }
  if (index === 0) yield refused(`${file}: expected at least one problem, got an empty list`);
}

const MOST_LOOKED_AT = 4e9;
const WRAPPER = /^\s*\{[^[{]*?"(problems|rows)"\s*:\s*\[/;

/** Rows of a text that is one JSON value, or was meant to be; none of one that was not. */
function* jsonRows(text: string, whole: Whole): Generator<FileRow> {
  const { file, firstLine } = whole;
  const from = skip(text, 0, JSON_ROWS.space);
  if (text[from] === '[') return yield* listed(text, from + 1, whole, '');
  if (text[from] !== '{') return;
  const read = readRow(text, from, JSON_ROWS);
  if (!('node' in read)) {
    const found = WRAPPER.exec(text);
    if (found !== null) yield* listed(text, found[0].length, whole, found[1]!);
    return;
  }
  const { node, end } = read;
  if (skip(text, end, JSON_ROWS.space) < text.length) return;
  const rows = wrappedRows(node);
  const { line } = new Lines(text, firstLine).at(from);
  if (rows?.type !== 'array') yield { type: 'row', node, place: { file: `${file}, line ${line}`, path: '' } };
  else if (rows.items.length === 0) yield refused(`${file}: expected at least one problem, got an empty list`);
  else {
    const name = wrapperName(node);
    for (const [i, item] of rows.items.entries()) {
      yield { type: 'row', node: item, place: { file, path: `${name}[${i}]` } };
    }
  }
}

const wrapperName = (node: JsonNode): string =>
  node.type === 'object' ? (node.entries.find(([name]) => name === 'problems' || name === 'rows')?.[0] ?? '') : '';

/** Rows of a text that is no JSON lines from its first line on. Of readings that find nothing, the one that got farthest tells why. */
function* wholeRows(lines: readonly NumberedLine[], file: string): Generator<FileRow> {
  const bad = lines.find(({ text }) => typeof text !== 'string');
  const text = lines.map((line) => (typeof line.text === 'string' ? line.text : '')).join('\n');
  const whole: Whole = { file, firstLine: lines[0]?.number ?? 1 };
  const asJson = bad === undefined ? [...jsonRows(text, whole)] : [];
  if (asJson.some(({ type }) => type === 'row')) return yield* asJson;
  const byLine = [...lineRows(lines, file)];
  if (byLine.some(isRow)) return yield* byLine;
  const asPython = [...pythonRows(text, file, whole.firstLine)];
  if (asPython.some(isRow)) return yield* asPython;
  yield typeof bad?.text === 'object' ? bad.text : whyNothing(text, whole, [asJson, asPython]);
}

function whyNothing(
  text: string,
  { file, firstLine }: Whole,
  [asJson, asPython]: readonly [readonly FileRow[], readonly FileRow[]],
): FileRow {
  const at = skip(text, 0, JSON_ROWS.space);
  const read = readRow(text, at, JSON_ROWS);
  if ('node' in read && asJson[0] !== undefined) return asJson[0];
  const { line, column } = new Lines(text, firstLine).at('node' in read ? read.end : read.at);
  const message = 'node' in read ? 'expected the end after the value' : read.message;
  const python = asPython.find(({ type }) => type === 'refused');
  const reached = python?.type === 'refused' ? /, line (\d+), column (\d+)/.exec(python.message) : null;
  const [pythonLine, pythonColumn] = [Number(reached?.[1] ?? 0), Number(reached?.[2] ?? 0)];
  const isFarther = pythonLine > line || (pythonLine === line && pythonColumn > column);
  return python !== undefined && isFarther ? python : refused(syntaxFault(file, line, column, message));
}

/** Lines that are looked at together, up to a size; the rest of a longer file is read line by line. */
interface Gathered {
  readonly lines: NumberedLine[];
  readonly whole: boolean;
}

/** What a line takes in memory beside its text. */
const LINE_COST = 64;

async function gather(
  first: NumberedLine,
  raw: AsyncIterator<RawLine>,
  file: SourceFile,
  limits: ReadLimits,
): Promise<Gathered> {
  const lines = [first];
  let size = typeof first.text === 'string' ? first.text.length : 0;
  for (let next = await raw.next(); !next.done; next = await raw.next()) {
    const text = textOf(next.value, file, limits);
    lines.push({ number: next.value.number, text });
    size += LINE_COST + (typeof text === 'string' ? text.length : 0);
    if (size > limits.text) return { lines, whole: false };
  }
  return { lines, whole: true };
}

/**
 * All rows of a file that is no zip.
 *
 * @param spend is told the bytes of every line; false ends the reading
 */
export async function* fileRows(
  file: SourceFile,
  limits: ReadLimits,
  spend: (bytes: number) => boolean,
): AsyncGenerator<FileRow> {
  const { name } = file;
  const head = await headOf(file, BINARY_HEAD).catch(() => new Uint8Array()); // what cannot be read is told below
  if (isBinary(head)) return yield refused(`${name}: expected text with problems, got a binary file`);
  const raw = rawLinesOf(file.open(), name, limits.text);
  let isLines = false;
  let seen = false;
  try {
    for await (const line of raw) {
      if (!spend(line.parts?.reduce((sum, part) => sum + part.length, 0) ?? limits.text)) {
        yield refused(`${name}, line ${line.number}: expected at most ${sizeText(limits.all)} in all files, got more`);
        return;
      }
      const text = textOf(line, file, limits);
      if (typeof text === 'string' && text.trim() === '') continue;
      const row = typeof text === 'string' ? lineRow(text, name, line.number) : text;
      seen = true;
      if (isLines || typeof text !== 'string') {
        yield row;
        continue;
      }
      isLines = row.type === 'row' && row.node.type === 'object' && wrappedRows(row.node) === undefined;
      if (isLines) {
        yield row;
        continue;
      }
      const gathered = await gather({ number: line.number, text }, raw, file, limits);
      if (gathered.whole) return yield* wholeRows(gathered.lines, name);
      if (!text.trimStart().startsWith('{')) {
        yield refused(
          `${name}: expected at most ${sizeText(limits.text)} in one list, got more: write a problem a line`,
        );
        return;
      }
      yield* lineRows(gathered.lines, name);
      isLines = true;
    }
  } catch (error) {
    // A file that cannot be read, or gzip that is broken; anything else is a mistake of ours.
    const isReading = error instanceof Error && (error.constructor === Error || error.name.endsWith('ReadableError'));
    if (!isReading) throw error;
    yield refused(error.message);
    return;
  }
  if (!seen) yield refused(`${name}: expected at least one problem, got an empty file`);
}

/** The row itself; Hugging Face's server of data sets wraps each. */
export function unwrapped(node: JsonNode): JsonNode {
  const inner = node.type === 'object' ? node.entries.find(([name]) => name === 'row')?.[1] : undefined;
  return inner?.type === 'object' && node.type === 'object' && node.entries.some(([name]) => name === 'row_idx')
    ? inner
    : node;
}
