/** `grade FILE.jsonl`: runs every program in the sealed sandbox and prints verdicts in the order of the file. */

import { basename } from 'node:path';
import type { GradeRecord, GradeResult } from '../../core/grade.ts';
import { agreedResult } from '../../core/same-verdict.ts';
import { parseGradeFile } from '../../problems/grade-file.ts';
import { type Flags, parseArgs } from '../args.ts';
import { BrowserSession } from '../browser-session.ts';
import type { Command } from '../command.ts';
import { knownProblem, readInput } from '../files.ts';
import { progress, result } from '../output.ts';

const FLAGS = {
  workers: { type: 'integer', minimum: 1, maximum: 16, help: 'sandbox workers (2)' },
  twice: { type: 'switch', help: 'judge every program twice, in two orders, and name those whose verdicts differ' },
} as const satisfies Flags;

/** Reads a file and checks all of it before anything runs. */
export function readRecords(path: string): GradeRecord[] {
  return parseGradeFile(readInput(path), basename(path), knownProblem);
}

/** Ids that are listed when rows could not be judged; more would hide the sentence. */
const MAX_LISTED = 10;

/**
 * The last word on a graded file: rows that got no verdict mean that not all was done.
 *
 * @throws when there are any, with their ids
 */
export function requireJudged(unjudged: readonly string[], total: number): void {
  progress(`${total - unjudged.length} graded`);
  if (unjudged.length === 0) return;
  const listed = unjudged.slice(0, MAX_LISTED).join(', ');
  const more = unjudged.length > MAX_LISTED ? ', …' : '';
  throw new Error(`${unjudged.length} of ${total} could not be judged: ${listed}${more}`);
}

/**
 * Grades records and hands results over in input order, each as soon as all before it are there.
 * Ids in files may repeat, so the page sees positions in their place.
 *
 * @returns ids of rows that could not be judged, by a fault of their own test code or of ours
 */
export async function gradeInOrder(
  session: BrowserSession,
  records: readonly GradeRecord[],
  onResult: (result: GradeResult) => void | Promise<void>,
): Promise<readonly string[]> {
  const waiting = new Map<number, GradeResult>();
  const unjudged: string[] = [];
  let next = 0;
  await session.call(
    'grade',
    records.map((record, i) => ({ ...record, id: String(i) })),
    async (results) => {
      for (const one of results) waiting.set(Number(one.id), one);
      for (let ready = waiting.get(next); ready !== undefined; ready = waiting.get(next)) {
        waiting.delete(next);
        const { id } = records[next]!;
        if (ready.outcome === 'infra_error') unjudged.push(id);
        await onResult({ ...ready, id });
        next++;
      }
      progress(`${next} of ${records.length} graded`, true);
    },
  );
  if (next < records.length) throw new Error(`grade: expected ${records.length} results, got ${next}`);
  return unjudged;
}

/**
 * Grades records twice, the second time in reverse order, and hands over what both runs agree on. Two verdicts that
 * differ, wall times aside, are neither averaged nor believed: the record's result says that it is flaky.
 *
 * @returns as `gradeInOrder`, flaky records among them
 */
export async function gradeTwice(
  session: BrowserSession,
  records: readonly GradeRecord[],
  onResult: (result: GradeResult) => void | Promise<void>,
): Promise<readonly string[]> {
  const run = async (order: readonly GradeRecord[]): Promise<readonly GradeResult[]> => {
    const results: GradeResult[] = [];
    await gradeInOrder(session, order, (one) => {
      results.push(one);
    });
    return results;
  };
  const first = await run(records);
  const second = (await run(records.toReversed())).toReversed();
  const agreed = first.map((one, i) => agreedResult(one, second[i]!));
  for (const one of agreed) await onResult(one);
  const ids = (results: readonly GradeResult[]) => results.map(({ id }) => id);
  const flaky = ids(agreed.filter((one) => one.flaky));
  if (flaky.length > 0) progress(`two verdicts that differ, which must not be: ${flaky.join(', ')}`);
  return ids(agreed.filter(({ outcome }) => outcome === 'infra_error'));
}

export const grade: Command = {
  summary: 'run programs against their tests in the sealed sandbox',
  operands: ['FILE.jsonl'],
  flags: FLAGS,
  async run(args) {
    const { flags, operands } = parseArgs('grade', args, FLAGS, this.operands);
    const records = readRecords(operands[0]!);
    await using session = await BrowserSession.open(flags.workers === undefined ? {} : { workers: flags.workers });
    const judge = flags.twice ? gradeTwice : gradeInOrder;
    requireJudged(await judge(session, records, result), records.length);
  },
};
