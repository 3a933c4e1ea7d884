/** What models say of the tokens that are trained on: the frozen reference, the policy itself, its value head, the outcome critic. */

import type { RunConfig } from '../core/config.ts';
import { needsValueHead } from '../core/config.ts';
import type { Policy, Sequence, TokenScores } from '../core/policy.ts';
import { outcomeProbs } from './critic/outcome-critic.ts';
import type { OutcomeTurn } from './critic/prefixes.ts';
import { correctionWeights } from './loss/correction.ts';
import { cutRows, unpackRows } from './loss/table.ts';
import { attemptsOf, type Rollout } from './rollout/select.ts';
import type { ScoredRollout, ScoredTurn, TrainingRow } from './rows.ts';

export interface ScoringModels {
  readonly policy: Policy;
  readonly critic?: Policy | undefined;
}

export interface ScoringOptions extends Pick<RunConfig, 'algorithm' | 'sampling'> {
  /** Updates were made since these rollouts were sampled: what the sampler stored is not what the policy says. */
  readonly stale: boolean;
  /** Most tokens of a prompt and its completion together. */
  readonly contextLength: number;
  /** By group: the reward of the greedy completion, where the run compares with it. */
  readonly baselines?: readonly (number | null)[] | undefined;
}

/** Scores every turn of the rollouts. */
export async function scoreRollouts(
  models: ScoringModels,
  rollouts: readonly Rollout[],
  options: ScoringOptions,
): Promise<ScoredRollout[]> {
  const attempts = rollouts.map(turnsOf);
  const scored = await scoreTurns(models, attempts.flat(), options);
  const turns = cutRows(
    scored,
    attempts.map(({ length }) => length),
  );
  return rollouts.map((rollout, i) => {
    const baseline = options.baselines?.[rollout.group] ?? null;
    return { rollout, turns: turns[i]!, ...(baseline === null ? {} : { baseline }) };
  });
}

/** One attempt of a rollout, as sampled and judged. */
export interface Attempt extends OutcomeTurn {
  readonly rollout: Rollout;
  /** 0 for the first. */
  readonly turn: number;
  readonly logProbs: readonly number[];
}

/** Every attempt of a rollout, the last one included. */
export function turnsOf(rollout: Rollout): readonly Attempt[] {
  return attemptsOf(rollout).map(({ prompt, completion, verdict }, turn) => ({
    rollout,
    turn,
    prompt,
    completion: completion.ids,
    logProbs: completion.logProbs,
    outcome: verdict.outcome,
    flaky: verdict.flaky,
  }));
}

/** Log-probs of the rows' tokens under the weights as they are now. */
export async function scoreAgain(
  policy: Policy,
  rows: readonly TrainingRow[],
  temperature: number,
): Promise<Map<TrainingRow, number[]>> {
  if (rows.length === 0) return new Map();
  const logProbs = logProbsOf(await policy.score({ sequences: rows, temperature }), rows);
  return new Map(rows.map((row, i) => [row, logProbs[i]!]));
}

async function scoreTurns(
  { policy, critic }: ScoringModels,
  turns: readonly Attempt[],
  { algorithm, sampling, stale, contextLength }: ScoringOptions,
): Promise<ScoredTurn[]> {
  if (turns.length === 0) return [];
  const batch = { sequences: turns, temperature: sampling.temperature };
  const reference = logProbsOf(await policy.score(batch, 'reference'), turns);
  const corrects = algorithm.correction !== 'off';
  const valued = needsValueHead({ algorithm });
  const current = stale || corrects || valued ? await policy.score(batch) : undefined;
  const trainer = current && logProbsOf(current, turns);
  const values = valued ? valuesOf(current!, turns) : undefined;
  const probs = critic && (await outcomeProbs(critic, turns, contextLength));
  return turns.map(({ rollout, turn, prompt, completion, logProbs }, i) => ({
    rollout,
    turn,
    prompt,
    completion,
    // A corrected loss compares with the trainer's own weights, and is weighed for what the sampler had instead.
    oldLogProbs: corrects ? trainer![i]! : logProbs,
    refLogProbs: reference[i]!,
    ...(trainer === undefined ? {} : { currentLogProbs: trainer[i]! }),
    ...(corrects ? { correction: correctionWeights(trainer![i]!, logProbs, algorithm) } : {}),
    ...(values === undefined ? {} : { values: values[i]! }),
    ...(probs === undefined ? {} : { outcomeProbs: probs[i]! }),
    samplerLogProbs: logProbs,
  }));
}

const lengthsOf = (sequences: readonly Sequence[]) => sequences.map(({ completion }) => completion.length);

/** Log-probs of every sequence's tokens, `[T_i]` each. */
export function logProbsOf(scores: TokenScores, sequences: readonly Sequence[]): number[][] {
  return unpackRows(scores.logProb, scores.width, lengthsOf(sequences));
}

function valuesOf({ value, width }: TokenScores, sequences: readonly Sequence[]): number[][] {
  if (value === undefined) throw new Error('scores: expected a policy with a value head, got one without');
  return unpackRows(value, width, lengthsOf(sequences));
}
