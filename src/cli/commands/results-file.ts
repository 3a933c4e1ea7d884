/** `FILE_results.jsonl`: verdicts in the order of the samples, written as they come and read again by the next command. */

import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { GradeRecord, GradeResult } from '../../core/grade.ts';
import { parsePythonJson } from '../../core/python-json.ts';
import { UNKNOWN_ID } from '../../core/samples.ts';
import { OUTCOMES, type Outcome } from '../../core/types.ts';
import { toWire } from '../../core/wire.ts';
import type { RowNode } from '../../problems/grade-file.ts';
import type { SampleSet } from '../../problems/samples/collect.ts';
import { linesOf } from '../../problems/samples/lines.ts';
import { type ProgramVerdict, resultLine, verdictOf } from '../../problems/samples/results.ts';
import { openInput } from '../files.ts';
import { progress } from '../output.ts';

/** Field with the hash of a program and everything it was held against. */
const HASH = 'program_hash';

/** Hashes of all programs; those of one problem share their tests, which are put into text once. */
function hashesOf(programs: readonly GradeRecord[]): string[] {
  const ofTests = new Map<object, string>();
  return programs.map(({ id: _, problem: __, code, ...target }) => {
    const known = ofTests.get(target.tests) ?? createHash('sha256').update(toWire(target)).digest('hex');
    ofTests.set(target.tests, known);
    return createHash('sha256').update(known).update(code).digest('hex').slice(0, 32);
  });
}

type Row = Readonly<Record<string, unknown>>;

/** The object in a line; null where the command was ended while it wrote the line. */
function readLine(line: string): Row | null {
  try {
    return Object(parsePythonJson(line)) as Row;
  } catch {
    return line.startsWith('{') ? null : {};
  }
}

/** Whether a row was written here, and by no other evaluator. */
const isOurs = (row: Row): boolean => typeof row[HASH] === 'string' || row.result === UNKNOWN_ID;

/** The verdict in a row, with the hash of its program; undefined in rows that nobody can go on from. */
function readVerdict(row: Row): readonly [string, ProgramVerdict] | undefined {
  const { [HASH]: hash, outcome, tests_passed: passed, tests_total: total, result } = row;
  if (typeof hash !== 'string' || !OUTCOMES.includes(outcome as Outcome) || outcome === 'infra_error') return undefined;
  if (typeof passed !== 'number' || typeof total !== 'number' || typeof result !== 'string') return undefined;
  return [hash, { outcome: outcome as Outcome, passed, total, result }];
}

/**
 * Adds what an earlier command left.
 *
 * @throws Error where the file has something in it, and no row of ours: it is somebody else's
 */
async function addVerdicts(path: string, known: Map<string, ProgramVerdict>): Promise<void> {
  let hasOurs = false;
  let hasOthers = false;
  // The last line may be cut within a character.
  for await (const { text } of linesOf(openInput(path), basename(path), 'replace')) {
    const row = text.trim() === '' ? null : readLine(text);
    if (row === null) continue;
    if (isOurs(row)) hasOurs = true;
    else hasOthers = true;
    const verdict = readVerdict(row);
    if (verdict !== undefined) known.set(...verdict);
  }
  if (hasOthers && !hasOurs) {
    const got = 'a file that eval did not write: --results FILE puts results elsewhere';
    throw new Error(`${path}: expected results of an earlier eval, got ${got}`);
  }
}

export interface ResultsOptions {
  readonly path: string;
  readonly set: SampleSet;
  /** The samples once more, since they are too many to be held. */
  readonly rows: AsyncIterable<RowNode>;
  /** Earlier verdicts are of no use. */
  readonly fresh: boolean;
  /** Files that are read and must stay. */
  readonly inputs: readonly string[];
}

export class ResultsFile {
  readonly path: string;
  /** By index into the programs; absent while not judged. */
  readonly verdicts: (ProgramVerdict | undefined)[];
  /** Programs whose verdict an earlier command left. */
  readonly kept: number;
  readonly #set: SampleSet;
  readonly #hashes: readonly string[];
  readonly #rows: AsyncIterator<RowNode>;
  #written = 0;

  private constructor(path: string, set: SampleSet, rows: AsyncIterable<RowNode>, known: Map<string, ProgramVerdict>) {
    this.path = path;
    this.#set = set;
    this.#hashes = hashesOf(set.programs);
    this.verdicts = this.#hashes.map((hash) => known.get(hash));
    this.kept = this.verdicts.filter((verdict) => verdict !== undefined).length;
    this.#rows = rows[Symbol.asyncIterator]();
  }

  /**
   * Begins the file anew, with what an earlier one says of the same programs. Until the end that one stays beside it as
   * `….old`, so that no verdict is lost when this command is ended too.
   *
   * @throws Error where a file is in its place that no earlier command wrote
   */
  static async open({ path, set, rows, fresh, inputs }: ResultsOptions): Promise<ResultsFile> {
    if (inputs.some((input) => resolve(input) === resolve(path))) {
      throw new Error(`${path}: expected another file for results than those that are read`);
    }
    const old = `${path}.old`;
    const known = new Map<string, ProgramVerdict>();
    // What is there is looked at in any case: nobody else's file is overwritten.
    for (const one of [old, path]) if (existsSync(one)) await addVerdicts(one, known);
    const file = new ResultsFile(path, set, rows, fresh ? new Map() : known);
    if (existsSync(path) && file.kept === 0) progress(`${path}: overwriting`);
    if (existsSync(path) && file.kept > 0) {
      // The line that was cut ends here.
      if (existsSync(old)) appendFileSync(old, Buffer.concat([Buffer.from('\n'), readFileSync(path)]));
      else renameSync(path, old);
    }
    writeFileSync(path, '');
    return file;
  }

  /** Takes a verdict and writes what can be written. */
  async add(program: number, result: GradeResult): Promise<void> {
    this.verdicts[program] = verdictOf(result);
    await this.advance();
  }

  /** Writes the rows up to the first that has no verdict yet. */
  async advance(): Promise<void> {
    const lines: string[] = [];
    for (; this.#written < this.#set.rows.length; this.#written++) {
      const at = this.#set.rows[this.#written]!;
      const verdict = at < 0 ? null : this.verdicts[at];
      if (verdict === undefined) break;
      const next = await this.#rows.next();
      if (next.done) throw new Error(`${this.path}: expected the samples to stay as they are, but rows are missing`);
      lines.push(`${resultLine(next.value, verdict, at < 0 ? {} : { [HASH]: this.#hashes[at]! })}\n`);
      if (lines.length === 1000) appendFileSync(this.path, lines.splice(0).join(''));
    }
    if (lines.length > 0) appendFileSync(this.path, lines.join(''));
  }

  /** The file is whole: what was kept of earlier ones is of no more use. */
  async finish(): Promise<void> {
    await this.advance();
    await this.#rows.return?.();
    rmSync(`${this.path}.old`, { force: true });
  }
}
