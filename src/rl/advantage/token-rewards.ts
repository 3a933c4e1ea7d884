/** What every token of a rollout is paid: the reward at its end, and what is taken off on the way. */

import { mean, sum } from '../../core/stats.ts';
import { type KlEstimator, klEstimate } from '../loss/kl.ts';
import type { ScoredRollout, ScoredTurn } from '../rows.ts';
import { outcomeClass } from './outcome-critic.ts';

export interface TokenRewardOptions {
  /** Taken off every token, where the KL is placed in the reward. */
  readonly kl?: {
    /** β */
    readonly coefficient: number;
    readonly estimator: KlEstimator;
    /**
     * `token`: β · estimate off each token, so that long completions pay more (PPO for language models, Ziegler et al.
     * 2019, arXiv:1909.08593 eq. 2; TRL and veRL). `turn`: a turn pays β · the mean over its tokens, whatever its length
     * (RLEF, arXiv:2410.02089 App. A: the geometric mean of token probabilities stands for that of the turn).
     */
    readonly per: 'token' | 'turn';
  };
  /** Paid at the end of an earlier turn without valid code; nothing when absent. */
  readonly invalidTurn?: number;
}

/** RLEF (arXiv:2410.02089 §2): what a turn without valid code, or with code that was cut off, costs. What the last turn costs is the reward's own affair. */
export const INVALID_TURN = -0.2;

/** `[turns][T]`: the reward of the rollout stands at the last token of the last turn. */
export function tokenRewards(
  { rollout, turns }: ScoredRollout,
  { kl, invalidTurn = 0 }: TokenRewardOptions,
): number[][] {
  return turns.map((turn, i) => {
    const rewards = kl === undefined ? turn.completion.map(() => 0) : klPenalties(turn, kl);
    const outcome = rollout.earlier?.[i]?.verdict.outcome;
    const invalid = outcome !== undefined && outcomeClass(outcome) === 'compile-error';
    const paid = i === turns.length - 1 ? (rollout.reward ?? 0) : invalid ? invalidTurn : 0;
    if (rewards.length > 0) rewards[rewards.length - 1]! += paid;
    return rewards;
  });
}

/** Everything that a rollout is paid. */
export const totalReward = (rewards: readonly (readonly number[])[]): number => sum(rewards.map(sum));

function klPenalties(turn: ScoredTurn, kl: NonNullable<TokenRewardOptions['kl']>): number[] {
  const scale = kl.per === 'token' ? kl.coefficient : kl.coefficient / turn.completion.length;
  return turn.oldLogProbs.map((old, t) => -scale * klEstimate(kl.estimator, old, turn.refLogProbs[t]!).value);
}

export interface KlControl {
  /** Nats per completion that β is steered towards. */
  readonly target: number;
  /** Completions over which a wrong β is put right. */
  readonly horizon: number;
}

/**
 * β after a step (adaptive controller, Ziegler et al. 2019, arXiv:1909.08593 §2.2; veRL `AdaptiveKLController`):
 * β · (1 + clip(KL / target − 1, ±0.2) · n / horizon). A step with more completions than the horizon corrects by a fifth
 * at most, so that β never changes its sign.
 *
 * @param kl mean over the completions of the step, nats per completion
 * @param completions n
 */
export function adaptKlCoefficient(coefficient: number, kl: number, completions: number, control: KlControl): number {
  const error = Math.min(0.2, Math.max(-0.2, kl / control.target - 1));
  return coefficient * (1 + error * Math.min(1, completions / control.horizon));
}

/** Nats per completion between the weights that sampled and the reference: what the controller looks at. */
export function klPerCompletion(turns: readonly ScoredTurn[], estimator: KlEstimator): number | null {
  if (turns.length === 0) return null;
  return mean(
    turns.map(({ oldLogProbs, refLogProbs }) =>
      sum(oldLogProbs.map((old, t) => klEstimate(estimator, old, refLogProbs[t]!).value)),
    ),
  );
}
