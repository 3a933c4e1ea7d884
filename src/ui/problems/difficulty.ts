/** How hard a problem is for the model, as its solve rates say. */

import type { ProblemRates } from '../selectors.ts';
import { words } from '../words/index.ts';

/** Judged by the newest rate. That nothing is solved holds for that one alone: earlier programs may have solved it. */
export function difficulty({ before, now }: ProblemRates): string {
  const { untried, unsolved, unsolvedNow, hard, mixed, solved } = words.problems.difficulty;
  const rate = now ?? before;
  if (rate === null) return untried;
  if (rate.value === 0) return now === null ? unsolved : unsolvedNow;
  if (rate.value < 0.25) return hard;
  return rate.value < 0.85 ? mixed : solved;
}
