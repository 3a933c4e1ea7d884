/** Rows of an experiment: each prompt with the task that `greenbar_reward.py` grades it by, for training and for evaluation. */

import type { Problem, TestCase } from '../core/types.ts';
import type { ExperimentInput } from './experiment.ts';
import { gradedOf, type PayRules, plainReward, writeTask } from './reward/task.ts';

export interface TrainingRow {
  /** Id of the problem. */
  readonly problem: string;
  /** From 1: which of the run's steps it belongs to. */
  readonly step: number;
  readonly prompt: string;
  readonly task: string;
}

export interface EvaluationRow {
  readonly problem: string;
  /** `lecture`, `own`, or the name of a held-out set. */
  readonly set: string;
  readonly prompt: string;
  readonly task: string;
}

/** What pays in training. */
export function payRules({ config, endsByText = false }: ExperimentInput, endIds: readonly number[]): PayRules {
  return {
    reward: plainReward(config.reward),
    truncated: config.rollout.truncated,
    maxTokens: config.sampling.maxNewTokens,
    overlongCache: config.rollout.overlongCache,
    endIds,
    endsByText,
  };
}

/** One row for each prompt of each step, in the order of the run. */
export function trainingRows(input: ExperimentInput, rules: PayRules): TrainingRow[] {
  const known = new Map<Problem, Pick<TrainingRow, 'problem' | 'prompt' | 'task'>>();
  const rowOf = (problem: Problem) => {
    const row = known.get(problem) ?? {
      problem: problem.id,
      prompt: input.promptOf(problem),
      task: writeTask(gradedOf(problem), rules),
    };
    known.set(problem, row);
    return row;
  };
  return input.steps.flatMap((problems, step) => problems.map((problem) => ({ ...rowOf(problem), step: step + 1 })));
}

/** One row for each problem that is measured: 1 where tests of all three kinds pass, else 0. */
export function evaluationRows(input: ExperimentInput, rules: PayRules): EvaluationRow[] {
  const evaluated: PayRules = { ...rules, reward: 'binary', overlongCache: 0, truncated: 'zero' };
  const trained = [
    { name: 'lecture', problems: input.lecture },
    { name: 'own', problems: input.own ?? [] },
  ];
  const sets = [...trained, ...input.heldOut];
  return sets.flatMap(({ name, problems }) =>
    problems.map((problem) => ({
      problem: problem.id,
      set: name,
      prompt: input.promptOf(problem),
      task: writeTask(gradedOf(withEveryTest(problem)), evaluated),
    })),
  );
}

/** The problem with its hidden tests among those that decide, each test once. */
function withEveryTest(problem: Problem): Problem {
  const { tests } = problem;
  const every: readonly TestCase[] = [...new Set([...tests.public, ...tests.reward, ...tests.hidden])];
  return { ...problem, tests: { public: [], reward: every, hidden: [] } };
}

/** JSON Lines; what JavaScript cannot hold stands inside the text of a task. */
export const jsonLines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
