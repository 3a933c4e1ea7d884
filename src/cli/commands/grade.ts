/** `grade FILE.jsonl`: runs every program in the sealed sandbox and prints verdicts in the order of the file. */

import { basename } from 'node:path';
import type { GradeRecord, GradeResult } from '../../core/grade.ts';
import { parseGradeFile } from '../../problems/grade-file.ts';
import { type Flags, parseArgs } from '../args.ts';
import { BrowserSession } from '../browser-session.ts';
import type { Command } from '../command.ts';
import { knownProblem, readInput } from '../files.ts';
import { progress, result } from '../output.ts';

const FLAGS = {
  workers: { type: 'integer', minimum: 1, maximum: 16, help: 'sandbox workers (as many as there are cores)' },
} as const satisfies Flags;

/** Reads a file and checks all of it before anything runs. */
export function readRecords(path: string): GradeRecord[] {
  return parseGradeFile(readInput(path), basename(path), knownProblem);
}

/**
 * Grades records and hands results over in input order, each as soon as all before it are there.
 * Ids in files may repeat, so the page sees positions in their place.
 */
export async function gradeInOrder(
  session: BrowserSession,
  records: readonly GradeRecord[],
  onResult: (result: GradeResult) => void | Promise<void>,
): Promise<void> {
  const waiting = new Map<number, GradeResult>();
  let next = 0;
  await session.call(
    'grade',
    records.map((record, i) => ({ ...record, id: String(i) })),
    async (results) => {
      for (const one of results) waiting.set(Number(one.id), one);
      for (let ready = waiting.get(next); ready !== undefined; ready = waiting.get(next)) {
        waiting.delete(next);
        await onResult({ ...ready, id: records[next]!.id });
        next++;
      }
      progress(`${next} of ${records.length} graded`, true);
    },
  );
  if (next < records.length) throw new Error(`grade: expected ${records.length} results, got ${next}`);
}

export const grade: Command = {
  summary: 'run programs against their tests in the sealed sandbox',
  operands: ['FILE.jsonl'],
  flags: FLAGS,
  async run(args) {
    const { flags, operands } = parseArgs('grade', args, FLAGS, this.operands);
    const records = readRecords(operands[0]!);
    await using session = await BrowserSession.open(flags.workers === undefined ? {} : { workers: flags.workers });
    await gradeInOrder(session, records, result);
    progress(`${records.length} graded`);
  },
};
