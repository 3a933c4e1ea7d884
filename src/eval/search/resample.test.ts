/** n@k by resampling against counting by hand, and what must hold for every pool. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRng } from '../../core/rng.ts';
import { passAtK } from '../pass-at-k.ts';
import { type DrawnPool, type DrawnProgram, searchBudgets, solvedShare } from './resample.ts';

const program = (code: string, count: number, cluster: number, correct = false): DrawnProgram => ({
  code,
  count,
  cluster,
  correct,
});

const share = (pool: DrawnPool, budget: number, submissions: number, draws = 4000) =>
  solvedShare(pool, { budget, submissions, draws }, createRng('search', 1));

test('budgets: thirds of decades, and all', () => {
  expect(searchBudgets(1000)).toEqual([1, 3, 10, 30, 100, 300, 1000]);
  expect(searchBudgets(12)).toEqual([1, 3, 10, 12]);
  expect(searchBudgets(3)).toEqual([1, 3]);
  expect(searchBudgets(1)).toEqual([1]);
  expect(searchBudgets(0)).toEqual([]);
});

describe('by hand', () => {
  // Four samples: a wrong program twice, a right one once, one that the filter takes out.
  const pool: DrawnPool = { samples: 4, correct: 1, programs: [program('wrong', 2, 0), program('right', 1, 1, true)] };

  test.each<readonly [string, number, number, number]>([
    ['one sample is the right one', 1, 1, 1 / 4],
    // Right and filtered, or right and one wrong that came later: 1/6 + 2/6 · 1/2.
    ['of two, one submission', 2, 1, 1 / 6 + 2 / 12],
    ['of two, two submissions', 2, 2, 1 / 2],
    // Without one of the wrong ones (2 of 4) there is a tie; without the filtered one, wrong has more.
    ['of three, one submission', 3, 1, (2 / 4) * (1 / 2)],
    ['of three, two submissions', 3, 2, 3 / 4],
    ['of all, one submission', 4, 1, 0],
    ['of all, two submissions', 4, 2, 1],
  ])('%s', (_name, budget, submissions, expected) => {
    // Four standard errors of 4000 draws.
    expect(Math.abs(share(pool, budget, submissions) - expected)).toBeLessThan(
      4 * Math.sqrt((expected * (1 - expected)) / 4000) + 1e-12,
    );
  });

  test('a larger cluster wins with programs of which none was sampled more often', () => {
    const programs = [
      program('wrong', 2, 0),
      program('a', 1, 1, true),
      program('b', 1, 1, true),
      program('c', 1, 1, true),
    ];
    expect(share({ samples: 5, correct: 3, programs }, 5, 1, 10)).toBe(1);
    // Two submissions go to two clusters, not to the two most frequent programs of one.
    const second = [program('x', 3, 0), program('y', 3, 0), program('right', 1, 1, true)];
    expect(share({ samples: 7, correct: 1, programs: second }, 7, 2, 10)).toBe(1);
  });
});

/** Pools of up to 12 samples; programs of one text are one program. */
const anyPool = fc
  .tuple(
    fc.uniqueArray(
      fc.record({
        code: fc.string({ maxLength: 3 }),
        count: fc.integer({ min: 1, max: 3 }),
        cluster: fc.nat(2),
        correct: fc.boolean(),
      }),
      { selector: ({ code }) => code, maxLength: 4 },
    ),
    fc.integer({ min: 1, max: 3 }),
    fc.boolean(),
  )
  .map(([programs, others, lost]): DrawnPool => {
    const count = (some: readonly DrawnProgram[]) => some.reduce((sum, one) => sum + one.count, 0);
    const correct = count(programs.filter((one) => one.correct)) + Number(lost);
    return { programs, correct, samples: others + count(programs) };
  });

const passOf = ({ samples, correct }: DrawnPool, budget: number) => passAtK({ n: samples, correct }, budget);

/** Without right samples that cannot be submitted. */
const whole = anyPool.map((pool): DrawnPool => {
  const correct = pool.programs.reduce((sum, one) => sum + (one.correct ? one.count : 0), 0);
  return { ...pool, correct };
});

test('at most pass@k, and equal to it when everything may be submitted', () => {
  fc.assert(
    fc.property(anyPool, fc.nat(), fc.integer({ min: 1, max: 4 }), (pool, at, submissions) => {
      const budget = 1 + (at % pool.samples);
      expect(share(pool, budget, submissions, 40)).toBeLessThanOrEqual(passOf(pool, budget));
    }),
  );
  fc.assert(
    fc.property(whole, fc.nat(), (pool, at) => {
      const budget = 1 + (at % pool.samples);
      expect(share(pool, budget, pool.samples, 200)).toBe(passOf(pool, budget));
    }),
  );
});

test('what is right but cannot be submitted is lost', () => {
  const pool: DrawnPool = { samples: 4, correct: 2, programs: [program('right', 1, 0, true)] };
  // One of four samples is right and may be submitted.
  expect(Math.abs(share(pool, 1, 1) - 1 / 4)).toBeLessThan(0.03);
  expect(share({ ...pool, programs: [] }, 4, 1)).toBe(0);
});

test('more submissions never solve less', () => {
  fc.assert(
    fc.property(anyPool, fc.nat(), fc.integer({ min: 1, max: 4 }), (pool, at, submissions) => {
      const budget = 1 + (at % pool.samples);
      expect(share(pool, budget, submissions + 1, 40)).toBeGreaterThanOrEqual(share(pool, budget, submissions, 40));
    }),
  );
});

test('the order of the pool has no influence, nor have the names of clusters', () => {
  fc.assert(
    fc.property(anyPool, fc.nat(), (pool, at) => {
      const budget = 1 + (at % pool.samples);
      const turned = pool.programs.toReversed().map((one) => ({ ...one, cluster: 7 - one.cluster }));
      expect(share({ ...pool, programs: turned }, budget, 1, 40)).toBe(share(pool, budget, 1, 40));
    }),
  );
});

test('fewer samples than k are refused', () => {
  expect(() => share({ samples: 2, correct: 0, programs: [] }, 3, 1)).toThrow(
    'pass@k: expected at least k = 3 samples per problem, got 2',
  );
});
