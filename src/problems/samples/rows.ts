/** Rows of a file as they arrive: JSON lines one by one; any other JSON is short enough to be read as a whole. */

import { FormatError, fail } from '../fields.ts';
import { lineRow, type RowNode, textRows, wrappedRows } from '../grade-file.ts';
import { unpackRow } from '../importers/packed-tests.ts';
import { type Line, linesOf } from './lines.ts';

/** The row in a first line that starts JSON lines; undefined where the file must be seen as a whole. */
function firstRow(line: Line, file: string): RowNode | undefined {
  try {
    const row = lineRow(line.text, file, line.number);
    return row.node.type === 'object' && wrappedRows(row.node) === undefined ? row : undefined;
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

/**
 * Rows with their tests unpacked.
 *
 * @param file name for errors
 * @throws FormatError naming file and line
 */
export async function* rowsOf(stream: ReadableStream<Uint8Array>, file: string): AsyncGenerator<RowNode> {
  for await (const { node, place } of packedRows(stream, file)) yield { node: await unpackRow(node, place), place };
}

async function* packedRows(stream: ReadableStream<Uint8Array>, file: string): AsyncGenerator<RowNode> {
  const lines = linesOf(stream, file);
  let blank = '';
  for await (const line of lines) {
    if (line.text.trim() === '') {
      blank += '\n';
      continue;
    }
    const first = firstRow(line, file);
    if (first === undefined) {
      const texts = [blank + line.text];
      for await (const more of lines) texts.push(more.text);
      yield* textRows(texts.join('\n'), file);
      return;
    }
    yield first;
    for await (const more of lines) if (more.text.trim() !== '') yield lineRow(more.text, file, more.number);
    return;
  }
  fail({ file, path: '' }, 'at least one line', 'an empty file');
}
