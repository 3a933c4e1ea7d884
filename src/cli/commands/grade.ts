/** `grade FILE.jsonl`: runs every program in the sealed sandbox and prints verdicts in the order of the file. */

import { basename } from 'node:path';
import { messageOf } from '../../core/errors.ts';
import { type GradeRecord, type GradeResult, unclearResult } from '../../core/grade.ts';
import { agreedResult } from '../../core/same-verdict.ts';
import { toldRecords } from '../../problems/grade-answers.ts';
import { readGradeRows } from '../../problems/grade-file.ts';
import type { GradeRow } from '../../problems/grade-row.ts';
import { type Flags, parseArgs } from '../args.ts';
import { BrowserSession, PageGoneError } from '../browser-session.ts';
import type { Command } from '../command.ts';
import { knownProblem, readInput } from '../files.ts';
import { progress, result } from '../output.ts';
import { type BatchLimits, batchesOf } from './batches.ts';
import { gradeProgress } from './grade-progress.ts';

const FLAGS = {
  workers: { type: 'integer', minimum: 1, maximum: 16, help: 'sandbox workers (2)' },
  twice: { type: 'switch', help: 'judge every program twice, in two orders, and name those whose verdicts differ' },
} as const satisfies Flags;

/** The records of rows, with results that references tell; names those whose tests are unclear. */
async function recordsOf(rows: readonly GradeRow[], session: BrowserSession): Promise<GradeRecord[]> {
  const records = await toldRecords(rows, (requests) => session.call('references', requests));
  for (const { unclear } of records) if (unclear !== undefined) progress(unclear);
  return records;
}

/** Ids that are listed when rows could not be judged; more would hide the sentence. */
const MAX_LISTED = 10;

export const listed = (ids: readonly string[]): string =>
  ids.slice(0, MAX_LISTED).join(', ') + (ids.length > MAX_LISTED ? ', …' : '');

/**
 * The last word on a graded file: rows that got no verdict mean that not all was done.
 *
 * @throws when there are any, with their ids
 */
function requireJudged(unjudged: readonly string[], total: number): void {
  progress(`${total - unjudged.length} graded`);
  if (unjudged.length === 0) return;
  throw new Error(`${unjudged.length} of ${total} could not be judged: ${listed(unjudged)}`);
}

/** The part of the session that grading needs. */
export type Asker = Pick<BrowserSession, 'call'>;

/** Hands over one result, in the order of the file. */
type Deliver = (result: GradeResult) => void | Promise<void>;

/** Judges one batch in one call and hands results over in its order, each as soon as all before it are there. */
async function gradeBatch(session: Asker, batch: readonly GradeRecord[], onResult: Deliver): Promise<void> {
  const waiting = new Map<number, GradeResult>();
  let next = 0;
  const deliver = async () => {
    for (let ready = waiting.get(next); ready !== undefined; ready = waiting.get(next)) {
      waiting.delete(next);
      const { id } = batch[next]!;
      next++;
      await onResult({ ...ready, id });
    }
  };
  // Ids in files may repeat, so the page sees positions in their place.
  const numbered = batch.map((record, i) => ({ ...record, id: String(i) }));
  for (const record of numbered) {
    if (record.unclear !== undefined) waiting.set(Number(record.id), unclearResult(record, record.unclear));
  }
  const clear = numbered.filter(({ unclear }) => unclear === undefined);
  try {
    await deliver();
    if (clear.length > 0) {
      await session.call('grade', clear, async (results) => {
        for (const one of results) waiting.set(Number(one.id), one);
        await deliver();
      });
    }
  } catch (error) {
    if (!(error instanceof PageGoneError)) throw error;
    const inFlight = batch.filter((_, i) => i >= next && !waiting.has(i)).map(({ id }) => id);
    throw new Error(`${error.message}; without a verdict are ${listed(inFlight)} and what follows`);
  }
  if (next < batch.length) throw new Error(`grade: expected ${batch.length} results, got ${next}`);
}

/** Judges one batch twice, the second time from its end, and hands over what both runs agree on. */
async function gradeBatchTwice(session: Asker, batch: readonly GradeRecord[], onResult: Deliver): Promise<void> {
  const run = async (order: readonly GradeRecord[]): Promise<readonly GradeResult[]> => {
    const results: GradeResult[] = [];
    await gradeBatch(session, order, (one) => {
      results.push(one);
    });
    return results;
  };
  const first = await run(batch);
  const second = (await run(batch.toReversed())).toReversed();
  for (const [i, one] of first.entries()) await onResult(agreedResult(one, second[i]!));
}

/** Grades batch after batch; the ids of rows without a verdict. */
async function gradeBatches(
  judge: typeof gradeBatch,
  session: Asker,
  records: readonly GradeRecord[],
  onResult: Deliver,
  limits: BatchLimits | undefined,
): Promise<readonly string[]> {
  const unjudged: string[] = [];
  const advance = gradeProgress(records.length);
  for (const batch of batchesOf(records, limits)) {
    await judge(session, batch, async (one) => {
      if (one.outcome === 'infra_error') unjudged.push(one.id);
      await onResult(one);
      advance();
    });
  }
  return unjudged;
}

/**
 * Grades records in bounded batches, one after another, and hands results over in input order. Records whose tests are
 * unclear get their `infra_error` here.
 *
 * @param limits of one batch
 * @returns ids of rows that could not be judged, by a fault of their own test code or of ours
 */
export function gradeInOrder(
  session: Asker,
  records: readonly GradeRecord[],
  onResult: Deliver,
  limits?: BatchLimits,
): Promise<readonly string[]> {
  return gradeBatches(gradeBatch, session, records, onResult, limits);
}

/**
 * Grades each batch twice, the second time in reverse order, and hands over what both runs agree on as soon as the
 * batch is done. Two verdicts that differ, wall times aside, are neither averaged nor believed: the record's result
 * says that it is flaky. A record that is a batch alone meets the neighbours of the batches around it both times.
 *
 * @returns as `gradeInOrder`, flaky records among them
 */
export async function gradeTwice(
  session: Asker,
  records: readonly GradeRecord[],
  onResult: Deliver,
  limits?: BatchLimits,
): Promise<readonly string[]> {
  const flaky: string[] = [];
  const watch: Deliver = (one) => {
    if (one.flaky) flaky.push(one.id);
    return onResult(one);
  };
  const unjudged = await gradeBatches(gradeBatchTwice, session, records, watch, limits);
  if (flaky.length > 0) progress(`two verdicts that differ, which must not be: ${flaky.join(', ')}`);
  return unjudged;
}

export const grade: Command = {
  summary: 'run programs against their tests in the sealed sandbox',
  operands: ['FILE.jsonl'],
  flags: FLAGS,
  async run(args) {
    const { flags, operands } = parseArgs('grade', args, FLAGS, this.operands);
    const path = operands[0]!;
    // All of the file is checked before anything runs.
    const rows = await readGradeRows(readInput(path), basename(path), knownProblem).catch((error: unknown) => {
      throw new Error(`${messageOf(error)}; nothing was judged`);
    });
    await using session = await BrowserSession.open(flags.workers === undefined ? {} : { workers: flags.workers });
    const records = await recordsOf(rows, session);
    const judge = flags.twice ? gradeTwice : gradeInOrder;
    requireJudged(await judge(session, records, result), records.length);
  },
};
