/** Problems written as Python: dictionaries, or lists of them, with or without `problems =` in front. Read, never run. */

import type { JsonNode } from '../lossless.ts';
import { type FileRow, refused } from './file-row.ts';
import { Lines, type ListedRow, listRows, PYTHON_ROWS, readRow, skip, syntaxFault } from './list-rows.ts';

const ASSIGNMENT = /[\p{L}_][\p{L}\p{N}_]*[ \t]*(?::[^=\n]*)?=(?!=)[ \t]*(?:\\\r?\n[ \t]*)?/uy;
/** Statements that mean nothing to problems. */
const IDLE = /(?:import|from)[ \t][^\n]*|(?:[rRuU]?"""[\s\S]*?"""|'''[\s\S]*?''')[ \t]*(?=\n|$)/y;
const END_OF_LINE = /[ \t]*(?:;|#[^\n]*)?[ \t]*\r?(?:\n|$)/y;
const CLOSING: Readonly<Record<string, string>> = { '[': ']', '(': ')' };

/** Where the next statement begins: the next line that is not indented. */
function nextStatement(text: string, from: number): number {
  const next = /\n(?=[^\s#)\]}])/g;
  next.lastIndex = from;
  const found = next.exec(text);
  return found === null ? text.length : found.index + 1;
}

/** The rows of a dictionary that holds them under `problems`, or itself. */
function rowsOf(node: JsonNode): readonly JsonNode[] {
  const wrapped = node.type === 'object' ? node.entries.find(([name]) => name === 'problems')?.[1] : undefined;
  return wrapped?.type === 'array' ? wrapped.items : [node];
}

function* statement(text: string, at: number): Generator<ListedRow, number> {
  const close = CLOSING[text[at] ?? ''];
  if (close !== undefined) return yield* listRows(text, at + 1, close, PYTHON_ROWS);
  if (text[at] !== '{') {
    const got = /^[^\n]{0,40}/.exec(text.slice(at, at + 40))![0];
    yield { type: 'fault', at, message: `expected a dictionary or a list of problems, got ${JSON.stringify(got)}` };
    return nextStatement(text, at);
  }
  const read = readRow(text, at, PYTHON_ROWS);
  if (!('node' in read)) {
    yield read;
    return nextStatement(text, at);
  }
  for (const node of rowsOf(read.node)) yield { type: 'row', node, at };
  return read.end;
}

/** All rows of a text, in order, with what could not be read. */
export function* pythonRows(text: string, file: string, firstLine = 1): Generator<FileRow> {
  const lines = new Lines(text, firstLine);
  let at = skip(text, 0, PYTHON_ROWS.space);
  while (at < text.length) {
    const idle = skip(text, at, IDLE);
    if (idle > at) {
      at = skip(text, idle, PYTHON_ROWS.space);
      continue;
    }
    const found = statement(text, skip(text, at, ASSIGNMENT));
    let step = found.next();
    for (; step.done !== true; step = found.next()) {
      const { line, column } = lines.at(step.value.at);
      if (step.value.type === 'fault') {
        yield refused(syntaxFault(file, line, column, step.value.message));
      } else yield { type: 'row', node: step.value.node, place: { file: `${file}, line ${line}`, path: '' } };
    }
    const end = step.value;
    at = skip(text, end, PYTHON_ROWS.space);
    const closed = end >= text.length || skip(text, end, END_OF_LINE) > end || text[end - 1] === '\n';
    if (!closed && text[at] !== ',') {
      const { line, column } = lines.at(end);
      const got = JSON.stringify(text.slice(end, end + 20));
      yield refused(syntaxFault(file, line, column, `expected the end of the line, got ${got}`));
      at = nextStatement(text, end);
    } else if (text[at] === ',') at = skip(text, at + 1, PYTHON_ROWS.space);
  }
}
