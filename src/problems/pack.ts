/** Packs of problems: read row by row, so that a damaged row costs no other, and written so that nothing is lost. */

import type { ReferenceAnswer, ReferenceRequest } from '../core/own-problems.ts';
import type { Problem } from '../core/types.ts';
import { FormatError } from './fields.ts';
import { appsFolders, folderRow } from './files/apps-folder.ts';
import type { FileRow } from './files/file-row.ts';
import { fileRows, unwrapped } from './files/problem-rows.ts';
import { headOf, isZip, READ_LIMITS, type ReadLimits, type SourceFile } from './files/source.ts';
import { readZip } from './files/zip.ts';
import type { FormName, ImportedRow } from './importers/imported.ts';
import { unpackRow } from './importers/packed-tests.ts';
import { readAnyProblem } from './importers/rows.ts';
import { type JsonNode, parseJson, writeJson } from './lossless.ts';
import { freeName } from './own.ts';
import { writeProblem, writeProblems } from './write.ts';

/** What files hold, before it is set beside what is there already. */
export interface Reading {
  readonly rows: readonly ImportedRow[];
  /** What could not be read: file, line, what was expected and what came, one sentence each. */
  readonly refused: readonly string[];
}

/** A problem that was read. */
export interface PackedProblem {
  readonly problem: Problem;
  readonly form: FormName;
  /** What it is called in the file, where that name is taken and it got another one. */
  readonly was: string | null;
  /** The same problem is there already, to the last value: bringing it again would change nothing. */
  readonly known: boolean;
  readonly notes: readonly string[];
}

export interface Pack {
  readonly problems: readonly PackedProblem[];
  readonly refused: readonly string[];
}

/** Runs references in the sandbox; answers in order. */
export type AskReferences = (requests: readonly ReferenceRequest[]) => Promise<readonly ReferenceAnswer[]>;

/** The message of what is wrong with a row or file; anything else is a mistake of ours. */
function messageIn(error: unknown): string {
  if (error instanceof FormatError) return error.message;
  throw error;
}

/** Files with zips in their place taken apart. */
async function openZips(
  files: readonly SourceFile[],
  limits: ReadLimits,
  refused: string[],
): Promise<readonly SourceFile[]> {
  const opened: SourceFile[] = [];
  for (const file of files) {
    if (!isZip(await headOf(file, 4))) {
      opened.push(file);
      continue;
    }
    try {
      const contents = await readZip(file, limits);
      refused.push(...contents.refused);
      if (contents.files.length === 0 && contents.refused.length === 0) {
        refused.push(`${file.name}: expected files of problems in this zip, got none`);
      }
      opened.push(...contents.files);
    } catch (error) {
      refused.push((error as Error).message); // of `readZip`, one sentence
    }
  }
  return opened;
}

/** Values in a tree, counted up to a limit. */
function countValues(node: JsonNode): number {
  switch (node.type) {
    case 'array':
      return node.items.reduce((sum, item) => sum + countValues(item), 1);
    case 'object':
      return node.entries.reduce((sum, [, item]) => sum + countValues(item), 1);
    default:
      return 1;
  }
}

async function* allRows(files: readonly SourceFile[], limits: ReadLimits): AsyncGenerator<FileRow> {
  let bytes = 0;
  const spend = (more: number) => {
    bytes += more;
    return bytes <= limits.all;
  };
  const { folders, others } = appsFolders(files);
  for (const folder of folders) yield folderRow(folder, limits);
  for (const file of others) yield* fileRows(file, limits, spend);
}

/**
 * Reads files of problems in any of the known forms: JSON, JSON lines or Python, each perhaps gzip or in a zip, and folders
 * of APPS. Nothing of them is run.
 */
export async function readProblemFiles(
  files: readonly SourceFile[],
  limits: ReadLimits = READ_LIMITS,
): Promise<Reading> {
  const refused: string[] = [];
  const rows: ImportedRow[] = [];
  let values = 0;
  for await (const row of allRows(await openZips(files, limits, refused), limits)) {
    if (row.type === 'refused') {
      refused.push(row.message);
      continue;
    }
    try {
      const node = await unpackRow(unwrapped(row.node), row.place);
      const imported = readAnyProblem(node, row.place);
      values += countValues(node);
      if (values > limits.values) {
        const message = `expected at most ${limits.values} values in all problems, got more`;
        throw new FormatError({ ...row.place, problem: imported.problem.id }, message);
      }
      rows.push(imported);
    } catch (error) {
      refused.push(messageIn(error));
    }
  }
  return { rows, refused };
}

/** A reading whose problems all have results: those that the references told, where the files had calls alone. */
export async function answered({ rows, refused }: Reading, ask: AskReferences): Promise<Reading> {
  const waiting = rows.flatMap(({ problem, awaits }) => (awaits === undefined ? [] : [{ problem, calls: awaits }]));
  if (waiting.length === 0) return { rows, refused };
  const answers = await ask(waiting);
  const byProblem = new Map(waiting.map(({ problem }, i) => [problem, answers[i]]));
  const told: ImportedRow[] = [];
  const failed: string[] = [];
  for (const row of rows) {
    const { awaits, ...rest } = row;
    const answer = byProblem.get(row.problem);
    if (awaits === undefined || answer === undefined) told.push(row);
    else if ('error' in answer) failed.push(answer.error);
    else told.push({ ...rest, problem: answer.problem, notes: [...rest.notes, ...answer.notes] });
  }
  return { rows: told, refused: [...refused, ...failed] };
}

/**
 * What a reading brings.
 *
 * @param own problems that are there already
 * @param reserved ids of problems that come with the page
 */
export function packOf({ rows, refused }: Reading, own: readonly Problem[], reserved: ReadonlySet<string>): Pack {
  const taken = new Set([...reserved, ...own.map(({ id }) => id)]);
  const known = new Set(own.map(writeProblem));
  const problems = rows.map(({ problem, form, notes }): PackedProblem => {
    const text = writeProblem(problem);
    if (known.has(text)) return { problem, form, notes, was: null, known: true };
    const id = freeName(problem.id, taken);
    taken.add(id);
    known.add(text);
    return { problem: { ...problem, id }, form, notes, was: id === problem.id ? null : problem.id, known: false };
  });
  return { problems, refused };
}

/** The lecture's form: a list of problems, one test a line. */
export const packJson = (problems: readonly Problem[]): string => writeProblems(problems);

/** One problem a line. */
export const packLines = (problems: readonly Problem[]): string =>
  problems.map((problem) => `${writeJson(parseJson(writeProblem(problem)))}\n`).join('');
