/** What agreement picks: the best consensus sets, and how likely a solution drawn from them is right. */

import type { AgreementPick } from '../../core/measure-choices.ts';
import { type AgreementMatrix, type AgreementScore, agreementOf, bestSets, scoreOf } from './consensus.ts';

/** The best sets of a matrix under one score. */
export interface Picked {
  readonly pick: Omit<AgreementPick, 'correct'>;
  /** Rows of all sets that tie for the best: a draw is from their samples, each as likely. */
  readonly solutions: readonly number[];
}

/** The choice alone: it sees what the generated tests say of the solutions and nothing else. Null where none passes any test. */
export function pickByAgreement(matrix: AgreementMatrix, by: AgreementScore): Picked | null {
  const best = bestSets(agreementOf(matrix).sets, by);
  const [first] = best;
  if (first === undefined) return null;
  const { solutionCount, testCount } = first;
  return {
    pick: { solutions: solutionCount, tests: testCount, score: scoreOf(first, by), tied: best.length },
    // As `_turn_solution_scores_into_choose_count` of the released code, which merges sets of one score before it draws.
    solutions: best.flatMap(({ solutions }) => solutions).sort((a, b) => a - b),
  };
}

/**
 * Adds what the choice is worth.
 *
 * @param correct whether each row passes all tests of the problem
 */
export function judgePick(
  { pick, solutions }: Picked,
  { solutionCounts }: AgreementMatrix,
  correct: readonly boolean[],
): AgreementPick {
  let drawn = 0;
  let right = 0;
  for (const row of solutions) {
    drawn += solutionCounts[row]!;
    if (correct[row]) right += solutionCounts[row]!;
  }
  return { ...pick, correct: right / drawn };
}

/** Whether two choices differ: in a set where they agree, every solution is in both. */
export function picksDiffer(a: Picked | null, b: Picked | null): boolean {
  return a?.solutions.join() !== b?.solutions.join();
}
