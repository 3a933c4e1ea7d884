/** Packs of problems: read row by row, so that a damaged row costs no other, and written so that nothing is lost. */

import type { Problem } from '../core/types.ts';
import { FormatError } from './fields.ts';
import { lineRow, type RowNode, textRows } from './grade-file.ts';
import { readAnyProblem } from './importers/rows.ts';
import { parseJson, writeJson } from './lossless.ts';
import { freeName } from './own.ts';
import { writeProblem, writeProblems } from './write.ts';

export interface PackFile {
  readonly name: string;
  readonly text: string;
}

/** A problem that was read. */
export interface PackedProblem {
  readonly problem: Problem;
  /** What it is called in the file, where that name is taken and it got another one. */
  readonly was: string | null;
  /** The same problem is there already, to the last value: bringing it again would change nothing. */
  readonly known: boolean;
}

export interface Pack {
  readonly problems: readonly PackedProblem[];
  /** What could not be read: file, line, what was expected and what came, one sentence each. */
  readonly refused: readonly string[];
}

/**
 * Reads files of problems in any of the known forms, as JSON or as JSON lines.
 *
 * @param own problems that are there already
 * @param reserved ids of problems that come with the page
 */
export function readPack(files: readonly PackFile[], own: readonly Problem[], reserved: ReadonlySet<string>): Pack {
  const taken = new Set([...reserved, ...own.map(({ id }) => id)]);
  const known = new Set(own.map(writeProblem));
  const refused: string[] = [];
  const problems: PackedProblem[] = [];
  for (const row of files.flatMap((file) => rowsOf(file, refused))) {
    const problem = attempt(() => readAnyProblem(row.node, row.place), refused);
    if (problem === null) continue;
    const text = writeProblem(problem);
    if (known.has(text)) {
      problems.push({ problem, was: null, known: true });
      continue;
    }
    const id = freeName(problem.id, taken);
    taken.add(id);
    known.add(text);
    problems.push({ problem: { ...problem, id }, was: id === problem.id ? null : problem.id, known: false });
  }
  return { problems, refused };
}

/** Null where it throws what is wrong with the file, which is put down. */
function attempt<T>(read: () => T, refused: string[]): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    refused.push(error.message);
    return null;
  }
}

/** Rows of a file. Text that is no JSON as a whole is read line by line, if at least one of its lines is a row. */
function rowsOf({ name, text }: PackFile, refused: string[]): readonly RowNode[] {
  try {
    return textRows(text, name);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const notes: string[] = [];
    const rows = text.split('\n').flatMap((line, i) => {
      if (line.trim() === '') return [];
      const row = attempt(() => lineRow(line, name, i + 1), notes);
      return row === null || row.node.type !== 'object' ? [] : [row];
    });
    refused.push(...(rows.length === 0 ? [error.message] : notes));
    return rows;
  }
}

/** The lecture's form: a list of problems, one test a line. */
export const packJson = (problems: readonly Problem[]): string => writeProblems(problems);

/** One problem a line. */
export const packLines = (problems: readonly Problem[]): string =>
  problems.map((problem) => `${writeJson(parseJson(writeProblem(problem)))}\n`).join('');
