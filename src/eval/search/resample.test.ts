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
  const pool: DrawnPool = { samples: 4, programs: [program('wrong', 2, 0), program('right', 1, 1, true)] };

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
    expect(share({ samples: 5, programs }, 5, 1, 10)).toBe(1);
    // Two submissions go to two clusters, not to the two most frequent programs of one.
    const second = [program('x', 3, 0), program('y', 3, 0), program('right', 1, 1, true)];
    expect(share({ samples: 7, programs: second }, 7, 2, 10)).toBe(1);
  });
});

/** Pools of up to 15 samples; programs of one text are one program. */
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
  )
  .map(
    ([programs, others]): DrawnPool => ({
      programs,
      samples: others + programs.reduce((sum, one) => sum + one.count, 0),
    }),
  );

const passOf = ({ samples, programs }: DrawnPool, budget: number) => {
  const correct = programs.reduce((sum, one) => sum + (one.correct ? one.count : 0), 0);
  return passAtK({ n: samples, correct }, budget);
};

test('at most pass@k, and equal to it when everything may be submitted', () => {
  fc.assert(
    fc.property(anyPool, fc.nat(), fc.integer({ min: 1, max: 4 }), (pool, at, submissions) => {
      const budget = 1 + (at % pool.samples);
      expect(share(pool, budget, submissions, 40)).toBeLessThanOrEqual(passOf(pool, budget));
    }),
  );
  fc.assert(
    fc.property(anyPool, fc.nat(), (pool, at) => {
      const budget = 1 + (at % pool.samples);
      expect(share(pool, budget, pool.samples, 200)).toBe(passOf(pool, budget));
    }),
  );
});

/** n@k by going through every ordered draw of k samples, with filter, clusters and submissions written out anew. */
function enumerated({ programs, samples }: DrawnPool, budget: number, submissions: number): number {
  const slots = programs.flatMap((one) => new Array<DrawnProgram | null>(one.count).fill(one));
  const all = [...slots, ...new Array<DrawnProgram | null>(samples - slots.length).fill(null)];
  let [draws, solved] = [0, 0];
  const go = (drawn: readonly number[]) => {
    if (drawn.length === budget) {
      draws++;
      if (solves(drawn.flatMap((slot) => all[slot] ?? []))) solved++;
    } else for (const slot of all.keys()) if (!drawn.includes(slot)) go([...drawn, slot]);
  };
  const solves = (drawn: readonly DrawnProgram[]) => {
    const sizeOf = (cluster: number) => drawn.filter((one) => one.cluster === cluster).length;
    const names = [...new Set(drawn.map(({ cluster }) => cluster))].sort((a, b) => sizeOf(b) - sizeOf(a));
    const queues = names.map((name) => [...new Set(drawn.filter(({ cluster }) => cluster === name))]);
    const submitted: DrawnProgram[] = [];
    while (submitted.length < submissions && queues.some((queue) => queue.length > 0)) {
      for (const queue of queues) submitted.push(...queue.splice(0, 1));
    }
    return submitted.slice(0, submissions).some(({ correct }) => correct);
  };
  go([]);
  return solved / draws;
}

test.each<readonly [string, DrawnPool]>([
  ['one right of six', { samples: 6, programs: [program('right', 1, 0, true), program('wrong', 3, 1)] }],
  ['right and wrong in one cluster', { samples: 6, programs: [program('a', 2, 0), program('b', 1, 0, true)] }],
  [
    'three clusters',
    {
      samples: 6,
      programs: [program('a', 2, 0), program('b', 2, 1, true), program('c', 1, 2), program('d', 1, 2, true)],
    },
  ],
])('every draw counted: %s', (_name, pool) => {
  for (const budget of [1, 2, 3, 5, 6]) {
    for (const submissions of [1, 2]) {
      const [expected, pass] = [enumerated(pool, budget, submissions), passOf(pool, budget)];
      const chosen = expected / pass;
      // Four standard errors of the share of 4000 draws.
      const error = 4 * pass * Math.sqrt((chosen * (1 - chosen)) / 4000);
      expect(Math.abs(share(pool, budget, submissions) - expected)).toBeLessThanOrEqual(error + 1e-12);
    }
  }
});

describe('rare solutions', () => {
  const rare: DrawnPool = { samples: 1000, programs: [program('right', 1, 0, true), program('wrong', 400, 1)] };

  test('one right sample of 1000 is found at k = 1 as often as it is drawn', () => {
    expect(share(rare, 1, 1, 200)).toBe(0.001);
    expect(share(rare, 30, 2, 200)).toBeCloseTo(0.03, 12);
  });

  test('and few draws are as right on average as many', () => {
    // Chosen where no wrong program is drawn (then twice), or one that came later.
    const miss = 599 / 999;
    const two = (2 / 1000) * (miss + (1 - miss) / 2);
    const seeds = Array.from({ length: 50 }, (_, seed) =>
      solvedShare(rare, { budget: 2, submissions: 1, draws: 200 }, createRng('search', seed)),
    );
    expect(seeds.reduce((sum, value) => sum + value, 0) / 50 / two).toBeCloseTo(1, 1);
  });
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
  expect(() => share({ samples: 2, programs: [] }, 3, 1)).toThrow(
    'pass@k: expected at least k = 3 samples per problem, got 2',
  );
});
