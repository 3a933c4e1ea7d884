/** The rule by which room is made: what goes first, what never goes, and how it is told. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { KeptPiece } from './runs.ts';
import { NEWEST, planThinning, thinningSentence } from './thinning.ts';

const line = (id: string, startedAt: number, more: { name?: string; note?: string; baseline?: boolean } = {}) => ({
  ...{ id, startedAt, name: '', note: '', baseline: false },
  ...more,
});
const model = (run: string, step: number, bytes = 10): KeptPiece => ({ run, kind: 'checkpoint', step, bytes });
const programs = (run: string, step: number, bytes = 10): KeptPiece => ({ run, kind: 'rollouts', step, bytes });
const name = ({ run, kind, step }: KeptPiece) => `${run} ${kind} ${step}`;

/** Runs newer than all others: they keep the places of the newest. */
const recent = Array.from({ length: NEWEST }, (_, i) => line(`recent${i}`, 1000 + i));
const plan = (pieces: KeptPiece[], runs: ReturnType<typeof line>[], wanted: number, spared: string[] = []) =>
  planThinning({ pieces, runs: [...runs, ...recent], wanted, spared: new Set(spared) }).map(name);

describe('what goes first', () => {
  const pieces = [programs('b', 1), model('b', 20), model('b', 10), model('a', 10), model('a', 20), programs('a', 1)];
  const runs = [line('a', 1), line('b', 2)];

  test('models in between, then last ones, then programs; of each the oldest', () => {
    expect(plan(pieces, runs, 1000)).toEqual([
      'a checkpoint 10',
      'b checkpoint 10',
      'a checkpoint 20',
      'b checkpoint 20',
      'a rollouts 1',
      'b rollouts 1',
    ]);
  });

  test('no more than is wanted', () => {
    expect(plan(pieces, runs, 0)).toEqual([]);
    expect(plan(pieces, runs, 1)).toEqual(['a checkpoint 10']);
    expect(plan(pieces, runs, 10)).toEqual(['a checkpoint 10']);
    expect(plan(pieces, runs, 11)).toEqual(['a checkpoint 10', 'b checkpoint 10']);
  });

  test.each([{ baseline: true }, { name: 'mine' }, { note: 'to be shown' }])(
    'nothing of a run that a person marked (%o) before all of the others',
    (mark) => {
      const went = plan(pieces, [line('a', 1, mark), line('b', 2)], 1000);
      expect(went.map((piece) => piece[0])).toEqual(['b', 'b', 'b', 'a', 'a', 'a']);
    },
  );
});

describe('what never goes', () => {
  test('the last models of the newest runs; their programs may', () => {
    const own = recent.flatMap(({ id }) => [model(id, 10), model(id, 20), programs(id, 20)]);
    const went = plan(own, [], 1000);
    expect(went.filter((piece) => piece.endsWith('checkpoint 20'))).toEqual([]);
    expect(went.filter((piece) => piece.endsWith('checkpoint 10'))).toHaveLength(NEWEST);
    expect(went.filter((piece) => piece.endsWith('rollouts 20'))).toHaveLength(NEWEST);
  });

  test('anything of a run that somebody works on, or that is not known', () => {
    expect(plan([model('a', 1), model('gone', 1)], [line('a', 1)], 1000, ['a'])).toEqual([]);
  });
});

test('whatever is kept, what goes is enough or all that may go, and each piece once', () => {
  const piece = fc.record({
    run: fc.constantFrom('a', 'b', 'c', 'recent0'),
    kind: fc.constantFrom('checkpoint' as const, 'rollouts' as const),
    step: fc.integer({ min: 1, max: 9 }),
    bytes: fc.integer({ min: 1, max: 100 }),
  });
  const pieces = fc.uniqueArray(piece, { selector: name, maxLength: 30 });
  fc.assert(
    fc.property(pieces, fc.integer({ min: 0, max: 1500 }), (all, wanted) => {
      const runs = [line('a', 1), line('b', 2, { note: 'x' }), line('c', 3), ...recent];
      const spared = new Set(['c']);
      const went = planThinning({ pieces: all, runs, wanted, spared });
      const most = planThinning({ pieces: all, runs, wanted: Number.POSITIVE_INFINITY, spared });
      const freed = went.reduce((sum, { bytes }) => sum + bytes, 0);
      expect(new Set(went.map(name)).size).toBe(went.length);
      expect(most.slice(0, went.length)).toEqual(went);
      if (went.length < most.length) expect(freed).toBeGreaterThanOrEqual(wanted);
      if (went.length > 0) expect(freed - went.at(-1)!.bytes).toBeLessThan(wanted);
    }),
  );
});

test('it is told in a sentence', () => {
  expect(thinningSentence([model('a', 10, 3.5e6)], 61e6)).toBe(
    'storage: to make room, let go of 1 trained model of the run a (3.5 MB); kept 61 MB, and every curve and measurement',
  );
  expect(thinningSentence([model('a', 10, 7e6), programs('b', 1, 1e5), programs('b', 2, 1e5)], 5e6)).toBe(
    'storage: to make room, let go of 1 trained model and 2 steps of programs of 2 older runs (7.2 MB); kept 5.0 MB, and every curve and measurement',
  );
});
