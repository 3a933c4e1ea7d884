/** Grading in batches: bounds, order, two orders, rows that are not run, and a page that dies. */

import { describe, expect, test } from 'vitest';
import type { GradeRecord, GradeResult } from '../../core/grade.ts';
import { toWire } from '../../core/wire.ts';
import { PageGoneError } from '../browser-session.ts';
import { batchesOf } from './batches.ts';
import { type Asker, gradeInOrder, gradeTwice } from './grade.ts';

const record = (id: string, code = ''): GradeRecord => ({
  id,
  problem: 'p',
  entryPoint: 'f',
  code,
  tests: { type: 'asserts', asserts: ['assert f()'], setup: '' },
});
const RECORDS = ['a', 'b', 'c', 'd', 'e'].map((id) => record(id, `# ${id}`));
const TWO = { chars: Number.POSITIVE_INFINITY, records: 2 };

/** A page that answers each call from its last record on and keeps the programs of every call. */
function pageThat(answer: (record: GradeRecord, call: number) => Partial<GradeResult> = () => ({})) {
  const calls: string[][] = [];
  const call = async (
    _method: string,
    records: readonly GradeRecord[],
    onReport: (results: readonly GradeResult[]) => Promise<void>,
  ) => {
    const number = calls.push(records.map(({ code }) => code.slice(2))) - 1;
    for (const one of records.toReversed()) {
      const passed = { outcome: 'passed', passed: 1, total: 1, reward: 1, per_test: [], ticks: 1, integrity: 'sealed' };
      await onReport([{ id: one.id, problem: 'p', ...passed, ...answer(one, number) } as GradeResult]);
    }
  };
  return { calls, session: { call } as unknown as Asker };
}

describe('batches', () => {
  const ids = (limits: { chars: number; records: number }, records: readonly GradeRecord[] = RECORDS) =>
    [...batchesOf(records, limits)].map((batch) => batch.map(({ id }) => id).join(''));

  test('are bounded by number and by size, and a record that is too large goes alone', () => {
    const size = toWire(RECORDS[0]).length;
    expect(ids(TWO)).toEqual(['ab', 'cd', 'e']);
    expect(ids({ chars: 3 * size, records: 99 })).toEqual(['abc', 'de']);
    expect(ids({ chars: 3 * size - 1, records: 99 })).toEqual(['ab', 'cd', 'e']);
    const large = record('L', 'x'.repeat(9 * size));
    expect(ids({ chars: 3 * size, records: 99 }, [RECORDS[0]!, large, ...RECORDS.slice(1)])).toEqual([
      'a',
      'L',
      'bcd',
      'e',
    ]);
    expect(ids(TWO, [])).toEqual([]);
  });
});

test('results come in the order of the file, each batch in a call of its own', async () => {
  const { calls, session } = pageThat();
  const seen: string[] = [];
  const unjudged = await gradeInOrder(session, RECORDS, ({ id }) => void seen.push(id), TWO);
  expect(calls).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  expect(seen.join('')).toBe('abcde');
  expect(unjudged).toEqual([]);
});

test('twice: each batch in both orders, its results before the next batch starts', async () => {
  const { calls, session } = pageThat(({ code }, call) =>
    code === '# c' && call === 3 ? { outcome: 'wrong_answer', passed: 0, reward: 0 } : {},
  );
  const seen: [string, number][] = [];
  const unjudged = await gradeTwice(session, RECORDS, ({ id }) => void seen.push([id, calls.length]), TWO);
  expect(calls).toEqual([['a', 'b'], ['b', 'a'], ['c', 'd'], ['d', 'c'], ['e'], ['e']]);
  expect(seen).toEqual([
    ['a', 2],
    ['b', 2],
    ['c', 4],
    ['d', 4],
    ['e', 6],
  ]);
  expect(unjudged).toEqual(['c']);
});

test('a record whose tests are unclear is answered and not sent', async () => {
  const { calls, session } = pageThat();
  const seen: GradeResult[] = [];
  const rows = RECORDS.map((one) => (one.id === 'b' || one.id === 'e' ? { ...one, unclear: 'which?' } : one));
  const unjudged = await gradeInOrder(session, rows, (one) => void seen.push(one), TWO);
  expect(calls).toEqual([['a'], ['c', 'd']]);
  expect(seen.map(({ id }) => id).join('')).toBe('abcde');
  expect(seen[1]).toMatchObject({ id: 'b', outcome: 'infra_error', reward: null, error: 'which?' });
  expect(unjudged).toEqual(['b', 'e']);
});

test('when the page dies, what was judged is out and the records in flight are named', async () => {
  const { session } = pageThat(({ code }) => {
    if (code === '# c') throw new PageGoneError('page', 'crashed');
    return {};
  });
  const seen: string[] = [];
  const graded = gradeInOrder(session, RECORDS, ({ id }) => void seen.push(id), TWO);
  await expect(graded).rejects.toThrow(
    'browser: expected the page to live, but it crashed; without a verdict are c and what follows',
  );
  expect(seen.join('')).toBe('ab');
});
