/** `FILE_results.jsonl`: verdicts in the order of the samples, written as they come and read again by the next command. */

import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { GradeRecord, GradeResult } from '../../core/grade.ts';
import { OUTCOMES, type Outcome } from '../../core/types.ts';
import type { RowNode } from '../../problems/grade-file.ts';
import type { SampleSet } from '../../problems/samples/collect.ts';
import { linesOf } from '../../problems/samples/lines.ts';
import { type ProgramVerdict, resultLine, verdictOf } from '../../problems/samples/results.ts';
import { openInput } from '../files.ts';
import { progress } from '../output.ts';
import { toWire } from '../wire.ts';

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

/** The verdict in a line, with the hash of its program; undefined in lines that nobody can go on from. */
function readVerdict(line: string): readonly [string, ProgramVerdict] | undefined {
  let row: Record<string, unknown>;
  try {
    row = JSON.parse(line);
  } catch {
    return undefined; // The command was ended while it wrote this one.
  }
  const { [HASH]: hash, outcome, tests_passed: passed, tests_total: total, result } = row ?? {};
  if (typeof hash !== 'string' || !OUTCOMES.includes(outcome as Outcome) || outcome === 'infra_error') return undefined;
  if (typeof passed !== 'number' || typeof total !== 'number' || typeof result !== 'string') return undefined;
  return [hash, { outcome: outcome as Outcome, passed, total, result }];
}

async function addVerdicts(path: string, known: Map<string, ProgramVerdict>): Promise<void> {
  for await (const { text } of linesOf(openInput(path), basename(path))) {
    const verdict = readVerdict(text);
    if (verdict !== undefined) known.set(...verdict);
  }
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
   * @param rows the samples once more, since they are too many to be held
   */
  static async open(
    samples: string,
    set: SampleSet,
    rows: AsyncIterable<RowNode>,
    fresh: boolean,
  ): Promise<ResultsFile> {
    const path = `${samples}_results.jsonl`;
    const old = `${path}.old`;
    const known = new Map<string, ProgramVerdict>();
    if (!fresh) for (const one of [old, path]) if (existsSync(one)) await addVerdicts(one, known);
    const file = new ResultsFile(path, set, rows, known);
    if (existsSync(path) && file.kept === 0) progress(`${path}: overwriting`);
    if (existsSync(path) && file.kept > 0) {
      if (existsSync(old)) appendFileSync(old, readFileSync(path));
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
