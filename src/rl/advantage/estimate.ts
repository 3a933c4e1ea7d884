/** The advantage of every token that is trained on: the one place where the estimators meet the rollouts of a step. */

import type { AlgorithmConfig, RunConfig } from '../../core/config.ts';
import { mean } from '../../core/stats.ts';
import { cutRows } from '../loss/table.ts';
import { groupsOf, type Rollout } from '../rollout/select.ts';
import type { ScoredRollout, ScoredTurn, TrainingRow } from '../rows.ts';
import { gae, whiten } from './gae.ts';
import { batchAdvantages, type GroupScale } from './group.ts';
import { tokenReturns } from './outcome-critic.ts';
import { INVALID_TURN, tokenRewards, totalReward } from './token-rewards.ts';
import { turnEstimates } from './turn-value.ts';

export interface EstimateOptions extends Pick<RunConfig, 'algorithm' | 'reward' | 'value'> {
  /** β of this step, where the KL is taken off the reward. */
  readonly klCoefficient: number;
}

export interface Estimated {
  /** One per turn of every scored rollout, in order. */
  readonly rows: readonly TrainingRow[];
  /**
   * One number for every rollout, for people: that of its tokens, or their mean. What is left out of the update has its
   * place in its group, or 0.
   */
  readonly shown: ReadonlyMap<Rollout, number>;
}

/** What an estimator says of one turn's tokens, `[T]` each. */
type TurnAdvantages = Pick<TrainingRow, 'advantages' | 'returns' | 'valueMask'>;

/**
 * Advantages as `algorithm.advantage` says. Where the KL is placed in the reward, an estimator sees rewards that
 * it was taken off: per token for `gae`, per turn for `turn-value`, summed over the rollout for the others.
 *
 * @param rollouts all of the step: groups are compared whole, those left out of the update included
 * @param scored those that are trained on
 */
export function estimateAdvantages(
  rollouts: readonly Rollout[],
  scored: readonly ScoredRollout[],
  options: EstimateOptions,
): Estimated {
  const { advantage } = options.algorithm;
  switch (advantage) {
    case 'group-std':
    case 'group-mean':
    case 'rloo':
    case 'batch-std':
    case 'batch':
    case 'maxrl':
    case 'reward':
      return groupEstimates(rollouts, scored, advantage, options);
    case 'accepted':
      return tokenEstimates(rollouts, scored, ({ turns }) => turns.map((turn) => same(turn, 1)));
    case 'gae':
      return tokenEstimates(rollouts, scored, (one) => gaeEstimates(one, options), options.value.whiten);
    case 'turn-value':
      return tokenEstimates(rollouts, scored, (one) => turnValueEstimates(one, options), options.value.whiten);
    case 'outcome-critic':
      return tokenEstimates(rollouts, scored, (one) => outcomeEstimates(one, options));
    default:
      return advantage satisfies never;
  }
}

/**
 * One advantage per rollout, from its group or batch. Rollouts that were left out of the update stand there with their
 * reward, as all do: where the KL is taken off, none is left out that has one (a rule of the configuration).
 */
function groupEstimates(
  rollouts: readonly Rollout[],
  scored: readonly ScoredRollout[],
  scale: GroupScale,
  options: EstimateOptions,
): Estimated {
  const { deviation, delta } = options.algorithm;
  const paid = new Map(scored.map((one) => [one.rollout, totalReward(rewardsOf(one, options))]));
  const groups = groupsOf(rollouts);
  const estimates = batchAdvantages(
    groups.map((members) => members.map((rollout) => paid.get(rollout) ?? rollout.reward)),
    { scale, delta, ddof: deviation === 'sample' ? 1 : 0 },
  );
  const shown = new Map(
    groups.flatMap((members, g) => members.map((rollout, i) => [rollout, estimates[g]!.advantages[i]!] as const)),
  );
  const rows = scored.flatMap(({ rollout, turns }) =>
    turns.map((turn) => ({ ...turn, ...same(turn, shown.get(rollout)!) })),
  );
  return { rows, shown };
}

/** Advantages per token, whitened over all rows of the step where that is asked for; shown is their mean. */
function tokenEstimates(
  rollouts: readonly Rollout[],
  scored: readonly ScoredRollout[],
  estimate: (one: ScoredRollout) => TurnAdvantages[],
  whitened = false,
): Estimated {
  const plain = scored.flatMap((one) => {
    const estimates = estimate(one);
    return one.turns.map((turn, i): TrainingRow => ({ ...turn, ...estimates[i]! }));
  });
  const white = whitened ? whiten(plain.map(({ advantages }) => advantages)) : undefined;
  const rows = white === undefined ? plain : plain.map((row, i) => ({ ...row, advantages: white[i]! }));
  const shown = new Map(rollouts.map((rollout) => [rollout, 0]));
  const turnCounts = scored.map(({ turns }) => turns.length);
  cutRows(rows, turnCounts).forEach((own, i) => {
    const tokens = own.flatMap(({ advantages }) => advantages);
    if (tokens.length > 0) shown.set(scored[i]!.rollout, mean(tokens));
  });
  return { rows, shown };
}

/** The turns of a rollout are one episode: a turn's last token looks ahead to the first of the next, as if they touched. */
function gaeEstimates(one: ScoredRollout, options: EstimateOptions): TurnAdvantages[] {
  const { gamma, lambda } = options.value;
  const rewards = rewardsOf(one, options).flat();
  const values = one.turns.flatMap((turn) => needed(turn.values, 'values', 'gae'));
  const { advantages, returns } = gae({ rewards, values, gamma, lambda });
  const lengths = one.turns.map(({ completion }) => completion.length);
  const returnsByTurn = cutRows(returns, lengths);
  return cutRows(advantages, lengths).map((own, i) => ({ advantages: own, returns: returnsByTurn[i]! }));
}

function turnValueEstimates(one: ScoredRollout, options: EstimateOptions): TurnAdvantages[] {
  const values = one.turns.map((turn) => needed(turn.values, 'values', 'turn-value')[0] ?? 0);
  const estimates = turnEstimates(values, rewardsOf(one, options));
  return one.turns.map((turn, i) => ({
    ...same(turn, estimates[i]!.advantage),
    returns: turn.completion.map(() => estimates[i]!.return),
    valueMask: turn.completion.map((_, t) => (t === 0 ? 1 : 0)),
  }));
}

function outcomeEstimates(one: ScoredRollout, options: EstimateOptions): TurnAdvantages[] {
  const reward = totalReward(rewardsOf(one, options));
  return one.turns.map((turn) => {
    const probs = needed(turn.outcomeProbs, 'outcomeProbs', 'outcome-critic');
    return { advantages: tokenReturns(probs, reward, one.baseline ?? 0) };
  });
}

/** What every token of a rollout is paid under this configuration, `[turns][T]`. */
function rewardsOf(one: ScoredRollout, { algorithm, reward, klCoefficient }: EstimateOptions): number[][] {
  const perTurn = algorithm.advantage === 'turn-value';
  return tokenRewards(one, {
    ...(algorithm.klPlacement === 'reward' && klCoefficient !== 0
      ? { kl: { coefficient: klCoefficient, estimator: algorithm.klEstimator, per: perTurn ? 'turn' : 'token' } }
      : {}),
    ...(perTurn && reward === 'rlef' ? { invalidTurn: INVALID_TURN } : {}),
  });
}

const same = ({ completion }: ScoredTurn, advantage: number) => ({ advantages: completion.map(() => advantage) });

function needed<T>(given: T | undefined, what: keyof ScoredTurn, advantage: AlgorithmConfig['advantage']): T {
  if (given === undefined) throw new Error(`estimate: expected ${what} of every turn for ${advantage}, got none`);
  return given;
}
