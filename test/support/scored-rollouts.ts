/** Rollouts with made-up rewards and scores, for tests of what is estimated from them. */

import { parseConfig, type RunConfigInput } from '../../src/core/config.ts';
import type { Outcome } from '../../src/core/types.ts';
import type { EstimateOptions } from '../../src/rl/advantage/estimate.ts';
import { predictedDeadGroups } from '../../src/rl/record/solve-rates.ts';
import type { Turn } from '../../src/rl/rollout/sampling.ts';
import type { Rollout } from '../../src/rl/rollout/select.ts';
import type { ScoredRollout, ScoredTurn } from '../../src/rl/rows.ts';
import { letterProblem, verdict } from './letters.ts';

const completionOf = (length: number) => ({
  ids: Array.from({ length }, () => 5),
  logProbs: Array.from({ length }, () => -1),
  truncated: false,
});

/** A rollout of two tokens; earlier attempts are given by their outcomes. */
export function rolloutOf(group: number, reward: number | null, earlier: readonly Outcome[] = []): Rollout {
  const turns = earlier.map(
    (outcome): Turn => ({
      prompt: [group],
      completion: completionOf(2),
      code: 'a',
      verdict: verdict(outcome, 0, 1),
      feedback: '',
    }),
  );
  return {
    problem: letterProblem(group),
    group,
    prompt: [group],
    completion: completionOf(2),
    code: 'a',
    verdict: verdict(
      reward === null ? 'infra_error' : reward === 1 ? 'passed' : 'wrong_answer',
      reward === 1 ? 1 : 0,
      1,
    ),
    reward,
    components: [],
    zeroVariance: false,
    ...(turns.length === 0 ? {} : { earlier: turns }),
  };
}

/** A turn that sampler and trainer find as likely; its reference log-probs are e.g. 0.5 lower where `gap` is 0.5. */
export function turnOf(length: number, gap = 0, more: Partial<ScoredTurn> = {}): ScoredTurn {
  const flat = Array.from({ length }, () => -1);
  return {
    turn: 0,
    prompt: [0],
    completion: flat.map(() => 5),
    samplerLogProbs: flat,
    oldLogProbs: flat,
    refLogProbs: flat.map((one) => one - gap),
    ...more,
  };
}

export const scoredOf = (rollout: Rollout, ...turns: readonly ScoredTurn[]): ScoredRollout => ({ rollout, turns });

/** Share of groups of this size that are predicted to be dead, one group per problem with these solve rates. */
export function deadShare(rates: readonly number[], size: number): number {
  const groups = rates.map((_, i) => Array.from({ length: size }, () => rolloutOf(i, 0)));
  const known = Object.fromEntries(rates.map((rate, i) => [groups[i]![0]!.problem.id, rate]));
  return predictedDeadGroups(groups, known)!;
}

/** What an estimate needs to know of a configuration, as differences from the defaults. */
export function estimateOptions(
  algorithm: NonNullable<RunConfigInput['algorithm']>,
  value: NonNullable<RunConfigInput['value']> = {},
  reward: RunConfigInput['reward'] = 'binary',
): EstimateOptions {
  const config = parseConfig({ algorithm, value, reward });
  return { ...config, klCoefficient: config.algorithm.beta };
}
