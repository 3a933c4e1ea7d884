/** CodeT's agreement on real CodeGen samples with the tests that CodeGen wrote, and on small matrices. */

import { describe, expect, test } from 'vitest';
import {
  type AgreementMatrix,
  type AgreementScore,
  agreementOf,
  bestSets,
  scoreOf,
} from '../../src/eval/agreement/consensus.ts';
import { judgePick, pickByAgreement } from '../../src/eval/agreement/pick.ts';
import golden from '../cases/golden/codet_agreement.json' with { type: 'json' };

type Case = (typeof golden.cases)[number];

const matrixOf = ({ pass, solution_counts, test_counts }: Case): AgreementMatrix => ({
  passes: pass.map((row) => row.map(Boolean)),
  solutionCounts: solution_counts,
  testCounts: test_counts,
});

const eachOnce = ({ passes, solutionCounts, testCounts }: AgreementMatrix): AgreementMatrix => ({
  passes,
  solutionCounts: solutionCounts.map(() => 1),
  testCounts: testCounts.map(() => 1),
});

/** In the words of the file. */
function outOf(matrix: AgreementMatrix) {
  const { sets, passingNothing } = agreementOf(matrix);
  const best = (by: AgreementScore) => bestSets(sets, by).map(({ solutions }) => solutions);
  return {
    sets: sets.map((set) => ({
      solutions: set.solutions,
      tests: set.tests,
      n_solutions: set.solutionCount,
      n_tests: set.testCount,
      score_product: scoreOf(set, 'product'),
      score_sqrt: scoreOf(set, 'sqrt'),
    })),
    best_by_product: best('product'),
    best_by_sqrt: best('sqrt'),
    passing_nothing: passingNothing,
  };
}

test('the file has real and made-up cases', () => {
  const kinds = golden.cases.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind.startsWith('real'))).toHaveLength(7);
  expect(kinds.filter((kind) => kind === 'synthetic')).toHaveLength(12);
});

describe.each(golden.cases.map((one, i) => [one.problem ?? `synthetic ${i}`, one] as const))('%s', (_, given) => {
  test('with duplicates counted', () => {
    expect(outOf(matrixOf(given))).toEqual(given.out_with_counts);
  });

  test('with each solution and each test once', () => {
    expect(outOf(eachOnce(matrixOf(given)))).toEqual(given.out_distinct);
  });
});

test('on the real samples, the pick is right where most of the samples are not', () => {
  const real = golden.cases.find(({ problem }) => problem === 'HumanEval/15')!;
  const matrix = matrixOf(real);
  const correct = real.official_outcome!.map((outcome) => outcome === 'success');
  const pick = judgePick(pickByAgreement(matrix, 'product')!, matrix, correct);
  expect(pick).toEqual({ solutions: 8, tests: 19, score: 152, tied: 1, correct: 1 });
  const all = matrix.solutionCounts.reduce((sum, count) => sum + count);
  const right = matrix.solutionCounts.reduce((sum, count, i) => sum + (correct[i] ? count : 0), 0);
  expect(right / all).toBe(0.5);
});
