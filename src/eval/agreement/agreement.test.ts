/** Agreement by its properties: what may not matter, what must win, and where the paper and its code part. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AgreementMatrix, agreementOf, bestSets, scoreOf } from './consensus.ts';
import { judgePick, pickByAgreement, picksDiffer } from './pick.ts';

/** Rows as text, `x` for a pass. */
const matrix = (rows: readonly string[], solutionCounts?: number[], testCounts?: number[]): AgreementMatrix => ({
  passes: rows.map((row) => [...row].map((cell) => cell === 'x')),
  solutionCounts: solutionCounts ?? rows.map(() => 1),
  testCounts: testCounts ?? [...(rows[0] ?? '')].map(() => 1),
});

const matrices = fc
  .record({ solutions: fc.integer({ min: 1, max: 7 }), tests: fc.integer({ min: 1, max: 5 }) })
  .chain(({ solutions, tests }) =>
    fc.record({
      passes: fc.array(fc.array(fc.boolean(), { minLength: tests, maxLength: tests }), {
        minLength: solutions,
        maxLength: solutions,
      }),
      solutionCounts: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: solutions, maxLength: solutions }),
      testCounts: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: tests, maxLength: tests }),
    }),
  );

/** The same matrix with rows and columns in another order. */
const shuffled = matrices.chain((given) =>
  fc.record({
    given: fc.constant(given),
    rows: fc.shuffledSubarray([...given.passes.keys()], { minLength: given.passes.length }),
    columns: fc.shuffledSubarray([...given.testCounts.keys()], { minLength: given.testCounts.length }),
  }),
);

/** The matrix as if every sample and every written test were one of its own. */
function unrolled({ passes, solutionCounts, testCounts }: AgreementMatrix): AgreementMatrix {
  const rows = passes.flatMap((row, i) =>
    Array.from({ length: solutionCounts[i]! }, () =>
      row.flatMap((cell, j) => new Array<boolean>(testCounts[j]!).fill(cell)),
    ),
  );
  return { passes: rows, solutionCounts: rows.map(() => 1), testCounts: (rows[0] ?? []).map(() => 1) };
}

test('every solution is in one set or passes nothing, and sets are told apart by their tests', () => {
  fc.assert(
    fc.property(matrices, (given) => {
      const { sets, passingNothing } = agreementOf(given);
      const all = [...passingNothing, ...sets.flatMap(({ solutions }) => solutions)].sort((a, b) => a - b);
      expect(all).toEqual([...given.passes.keys()]);
      expect(new Set(sets.map(({ tests }) => tests.join())).size).toBe(sets.length);
      expect(sets.every(({ tests }) => tests.length > 0)).toBe(true);
    }),
  );
});

test('the order of solutions and tests does not matter', () => {
  fc.assert(
    fc.property(shuffled, fc.constantFrom('product' as const, 'sqrt' as const), ({ given, rows, columns }, by) => {
      const other = {
        passes: rows.map((row) => columns.map((column) => given.passes[row]![column]!)),
        solutionCounts: rows.map((row) => given.solutionCounts[row]!),
        testCounts: columns.map((column) => given.testCounts[column]!),
      };
      const [a, b] = [pickByAgreement(given, by), pickByAgreement(other, by)];
      expect(b?.pick.score).toBe(a?.pick.score);
      expect(b?.pick.tied).toBe(a?.pick.tied);
      expect(b?.solutions.map((row) => rows[row]!).sort((x, y) => x - y)).toEqual(a?.solutions);
    }),
  );
});

test('counts stand for duplicates', () => {
  fc.assert(
    fc.property(matrices, fc.constantFrom('product' as const, 'sqrt' as const), (given, by) => {
      expect(pickByAgreement(unrolled(given), by)?.pick).toEqual(pickByAgreement(given, by)?.pick);
    }),
  );
});

test('no set scores above the best, and only the best tie', () => {
  fc.assert(
    fc.property(matrices, fc.constantFrom('product' as const, 'sqrt' as const), (given, by) => {
      const { sets } = agreementOf(given);
      const best = bestSets(sets, by);
      for (const set of sets) {
        const gap = scoreOf(best[0]!, by) - scoreOf(set, by);
        if (best.includes(set)) expect(gap).toBeCloseTo(0, 9);
        else expect(gap).toBeGreaterThan(0);
      }
    }),
  );
});

test('where every solution passes as many tests, both scores pick the largest set', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }), (counts) => {
      const diagonal = matrix(
        counts.map((_, i) => `${'.'.repeat(i)}x${'.'.repeat(counts.length - i - 1)}`),
        counts,
      );
      const [product, sqrt] = [pickByAgreement(diagonal, 'product')!, pickByAgreement(diagonal, 'sqrt')!];
      expect(product.pick.solutions).toBe(Math.max(...counts));
      expect(picksDiffer(product, sqrt)).toBe(false);
    }),
  );
});

test('right tests and solutions that agree beat as many wrong ones that do not', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 8 }),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 8 }),
      (right, wrong, good) => {
        // Each wrong solution passes one of the right tests, and a wrong test of its own.
        const rows = [
          ...Array.from({ length: right }, () => 'x'.repeat(good) + '.'.repeat(wrong)),
          ...Array.from({ length: wrong }, (_, i) => `${'.'.repeat(good + i)}x${'.'.repeat(wrong - i - 1)}`),
        ];
        const correct = rows.map((_, i) => i < right);
        for (const by of ['product', 'sqrt'] as const) {
          const pick = judgePick(pickByAgreement(matrix(rows), by)!, matrix(rows), correct);
          expect(pick).toMatchObject({ solutions: right, tests: good, tied: 1, correct: 1 });
        }
      },
    ),
  );
});

describe('where the paper and the released code part', () => {
  // Nine solutions agree on two tests, one alone passes seven others.
  const apart = matrix(['xx.......', '..xxxxxxx'], [9, 1]);

  test('the product follows the solutions, the square root the tests', () => {
    const [product, sqrt] = [pickByAgreement(apart, 'product'), pickByAgreement(apart, 'sqrt')];
    expect(product).toEqual({ pick: { solutions: 9, tests: 2, score: 18, tied: 1 }, solutions: [0] });
    expect(sqrt).toEqual({ pick: { solutions: 1, tests: 7, score: 7, tied: 1 }, solutions: [1] });
    expect(picksDiffer(product, sqrt)).toBe(true);
    expect(picksDiffer(product, pickByAgreement(apart, 'product'))).toBe(false);
  });

  test('square roots tie exactly where they are equal on paper', () => {
    // As floats, √2·3 and √18·1 differ in their last digit.
    const tie = matrix(['xxx.', '...x'], [2, 18]);
    expect(pickByAgreement(tie, 'sqrt')?.pick.tied).toBe(2);
  });
});

test('a draw from tied sets takes every sample of them as likely', () => {
  const tied = matrix(['x..', '.x.', '..x', '...'], [2, 4, 4, 9]);
  const picked = pickByAgreement(tied, 'product')!;
  expect(judgePick(picked, tied, [true, true, false, true])).toEqual({
    solutions: 4,
    tests: 1,
    score: 4,
    tied: 2,
    correct: 0.5,
  });
});

test('nothing agrees where no test passes, or there is none', () => {
  expect(agreementOf(matrix(['..', '..']))).toEqual({ sets: [], passingNothing: [0, 1] });
  expect(pickByAgreement(matrix(['..', '..']), 'product')).toBeNull();
  expect(pickByAgreement(matrix(['', '']), 'sqrt')).toBeNull();
  expect(pickByAgreement(matrix([]), 'sqrt')).toBeNull();
  expect(picksDiffer(null, null)).toBe(false);
});

test('sizes that do not fit are refused', () => {
  expect(() => agreementOf(matrix(['x'], [1, 2]))).toThrow('agreement: expected counts of 1 solutions, got 2');
  expect(() => agreementOf(matrix(['xx', 'x']))).toThrow('agreement: expected 2 tests of solution 1, got 1');
});
