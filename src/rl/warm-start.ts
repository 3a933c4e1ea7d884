/** One supervised step: the log-likelihood of reference solutions goes up (the warm start of CodeRL, arXiv:2207.01780 §3.1, and of every RLHF recipe). */

import type { PromptCodec } from '../core/codec.ts';
import type { RunConfig } from '../core/config.ts';
import type { Policy } from '../core/policy.ts';
import type { Alert, StepRecord } from '../core/records.ts';
import type { Problem } from '../core/types.ts';
import { watchStep } from './record/alerts.ts';
import type { FinishedStep } from './record/finished.ts';
import { writeStep } from './record/record.ts';
import type { Stopwatch } from './record/stopwatch.ts';
import { imitationRows, lessonsOf } from './rollout/imitation.ts';
import { logProbsOf, scoreAgain } from './scores.ts';
import type { LoopState } from './state.ts';
import { updateFromRows } from './update.ts';

export interface ImitationOptions {
  readonly codec: PromptCodec;
  readonly config: RunConfig;
  readonly state: LoopState;
  readonly learningRate: number;
  readonly maxNewTokens: number;
  readonly stopwatch: Stopwatch;
}

export interface ImitatedStep {
  readonly record: StepRecord;
  readonly notices: readonly string[];
  readonly alerts: readonly Alert[];
  readonly state: LoopState;
}

/** Imitates what these problems have for reference solutions, in the minibatches of the run. */
export async function imitate(
  policy: Policy,
  problems: readonly Problem[],
  { codec, config, state, learningRate, maxNewTokens, stopwatch }: ImitationOptions,
): Promise<ImitatedStep> {
  const { step } = state;
  const { temperature } = config.sampling;
  const { sequences, unsolved, tooLong } = lessonsOf(problems, codec, maxNewTokens);
  const scored = async (weights: 'policy' | 'reference') =>
    sequences.length === 0 ? [] : logProbsOf(await policy.score({ sequences, temperature }, weights), sequences);
  const rows = imitationRows(sequences, await scored('policy'), await scored('reference'));
  stopwatch.lap('reference');
  // Maximum likelihood, whatever the run maximises later.
  const algorithm = { ...config.algorithm, surrogate: 'log-likelihood', beta: 0, entropyBonus: 0 } as const;
  const settings = { config: { ...config, algorithm }, endOfText: codec.endOfText, step, updates: state.updates };
  const updated = await stopwatch.track(
    'update',
    step,
    updateFromRows(policy, rows, { ...settings, learningRate, klCoefficient: 0 }),
  );
  const after = await scoreAgain(policy, config.explain ? rows : [], temperature);
  // What RL is held near is the model that it begins with.
  if (step + 1 === config.rollout.warmStart) await policy.setReference();
  stopwatch.lap('update');
  const updates = state.updates + updated.summary.applied;
  const finished: FinishedStep = {
    step,
    updates,
    tokens: state.tokens,
    plan: { learningRate, klCoefficient: 0, maxNewTokens, rounds: 0, predictedDead: null, staleness: 0 },
    rollouts: [],
    rows,
    shown: new Map(),
    updated,
    after,
    critic: null,
    seconds: stopwatch.read(),
    spans: stopwatch.spans(),
  };
  const { record, notices: told } = writeStep(finished, config);
  const { alerts, watch } = watchStep(state.watch, { ...record, flaw: updated.summary.flaw, config });
  const missing = unsolved + tooLong;
  const notices = [
    ...(sequences.length > 0 && missing > 0
      ? [
          `step ${step + 1}: imitated ${sequences.length} of ${problems.length} reference solutions; the others are missing or too long`,
        ]
      : []),
    ...(sequences.length === 0
      ? [`step ${step + 1}: no update, since none of ${problems.length} problems has a reference solution that fits`]
      : told),
  ];
  return { record, notices, alerts, state: { ...state, step: step + 1, updates, watch } };
}
