/** Files of problems that a person names: read in any known form, what was understood told on stderr, results asked of references. */

import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { Problem } from '../core/types.ts';
import type { SourceFile } from '../problems/files/source.ts';
import type { FormName } from '../problems/importers/imported.ts';
import { answered, packOf, type Reading, readProblemFiles } from '../problems/pack.ts';
import { UsageError } from './args.ts';
import { BrowserSession } from './browser-session.ts';
import { knownProblemIds, openInput } from './files.ts';
import { counted, progress } from './output.ts';

/** Files of a folder, by their path from its parent on. */
function* filesIn(folder: string, from: string): Generator<SourceFile> {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path, from);
    // Links are not followed: they may lead anywhere.
    else if (entry.isFile()) yield { name: relative(from, path).replaceAll('\\', '/'), open: () => openInput(path) };
  }
}

function sourcesAt(path: string): SourceFile[] {
  if (!existsSync(path) || !statSync(path).isDirectory())
    return [{ name: basename(path), open: () => openInput(path) }];
  return [...filesIn(path, join(path, '..'))];
}

/** Refusals that are told; the page shows all of them. */
const TOLD = 3;

function describeForms({ rows }: Reading): string {
  const counts = new Map<FormName, number>();
  for (const { form } of rows) counts.set(form, (counts.get(form) ?? 0) + 1);
  return [...counts].map(([form, count]) => `${count} as ${form}`).join(', ');
}

function tell(path: string, reading: Reading): void {
  const { rows, refused } = reading;
  const not = refused.length === 0 ? '' : `, ${counted(refused.length, 'row')} refused`;
  progress(`${path}: ${counted(rows.length, 'problem')} read (${describeForms(reading)})${not}`);
  for (const why of refused.slice(0, TOLD)) progress(`refused: ${why}`);
  if (refused.length > TOLD) progress(`refused: ${refused.length - TOLD} more`);
  const waiting = rows.filter(({ awaits }) => awaits !== undefined).length;
  if (waiting > 0) progress(`${counted(waiting, 'problem')} without results: their references will tell them`);
}

/**
 * Reads a file, a zip or a folder.
 *
 * @throws UsageError where there is no problem in it, with the first reason
 */
export async function readProblemsAt(path: string): Promise<Reading> {
  if (!existsSync(path)) throw new UsageError(`--problems: expected a file of problems, but ${path} is not there`);
  const reading = await readProblemFiles(sourcesAt(path));
  if (reading.rows.length === 0) {
    const [why = 'nothing in it is one'] = reading.refused;
    const more = reading.refused.length > 1 ? ` (and ${reading.refused.length - 1} more)` : '';
    throw new UsageError(`${path}: expected a problem that can be read, got none: ${why}${more}`);
  }
  tell(path, reading);
  return reading;
}

/**
 * The problems of a reading, each with an id that no problem of the page has, and with the results that its reference tells.
 *
 * @throws Error where no reference told any
 */
export async function problemsOf(reading: Reading, session: BrowserSession): Promise<readonly Problem[]> {
  const whole = await answered(reading, (requests) => session.call('references', requests));
  for (const why of whole.refused.slice(reading.refused.length)) progress(`refused: ${why}`);
  return namedProblems(whole);
}

/** The same for a command that needs no browser otherwise: one is opened only where a reference has to tell results. */
export async function problemsAlone(reading: Reading): Promise<readonly Problem[]> {
  if (reading.rows.every(({ awaits }) => awaits === undefined)) return namedProblems(reading);
  await using session = await BrowserSession.open();
  return problemsOf(reading, session);
}

function namedProblems(whole: Reading): readonly Problem[] {
  const { problems } = packOf(whole, [], knownProblemIds());
  if (problems.length === 0) throw new Error('problems: expected a reference that runs, got none');
  for (const { was, problem } of problems) if (was !== null) progress(`${was} is taken: it is called ${problem.id}`);
  return problems.filter(({ known }) => !known).map(({ problem }) => problem);
}
