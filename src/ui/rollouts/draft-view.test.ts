/** A step on its way as rows, and counted. */

import { expect, test } from 'vitest';
import type { DraftProgram } from '../../core/draft.ts';
import { draftCounts, draftRows } from './draft-view.ts';

const program = (problemId: string, group: number, more: Partial<DraftProgram> = {}): DraftProgram => ({
  ...{ problemId, group, code: `pass # ${group}`, pieces: [], verdict: null, advantage: null },
  ...more,
});

test('the ten come first, in their order, then the others by group; two groups of one problem stay apart', () => {
  const programs = ['other', 'b', 'a', 'b'].flatMap((id, group) => [program(id, group), program(id, group)]);
  const rows = draftRows({ step: 1, done: 'sampling', programs }, ['a', 'b']);
  expect(rows.map(({ problemId, group }) => `${problemId} ${group}`)).toEqual(['a 2', 'b 1', 'b 3', 'other 0']);
  expect(rows.every((row) => row.programs.length === 2)).toBe(true);
});

test('what is not known yet is not counted', () => {
  const verdict = { outcome: 'passed', passed: 2, total: 2, reward: 1 } as const;
  const programs = [
    program('a', 0),
    program('a', 0, { verdict }),
    program('a', 0, { verdict, advantage: 0.5 }),
    program('a', 0, { verdict: { ...verdict, outcome: 'wrong_answer', reward: 0 }, advantage: -0.5 }),
    program('a', 0, { verdict, advantage: 0 }),
  ];
  expect(draftCounts({ step: 1, done: 'scoring', programs })).toEqual({ programs: 5, passed: 3, pushed: 1, held: 1 });
});
