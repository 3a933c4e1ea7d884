/** An experiment as exports take it: settings and problem sets become the problems of each step, as the run visits them. */

import type { ExperimentInput } from '../interop/experiment.ts';
import { drawProblems, type TrainingProblems, withVisibleTests } from '../rl/rollout/epoch.ts';

export interface ExperimentParts extends Omit<ExperimentInput, 'steps' | 'lecture' | 'own'> {
  readonly sets: TrainingProblems;
}

export function experimentOf({ sets, ...parts }: ExperimentParts): ExperimentInput {
  const { config } = parts;
  const { own = [] } = sets;
  // One object for each problem: exports write its tests once.
  const paid = new Map(
    [...sets.lecture, ...sets.auxiliary, ...own].map((problem) => [
      problem,
      withVisibleTests(problem, config.rollout.visibleTests),
    ]),
  );
  const steps = Array.from({ length: config.epochs }, (_, step) =>
    drawProblems(config, sets, step).map((problem) => paid.get(problem) ?? problem),
  );
  return { ...parts, steps, lecture: sets.lecture, own: config.ownProblems === 0 ? [] : own };
}
