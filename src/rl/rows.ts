/** What passes from one phase of a step to the next: scored turns in, rows that the loss sees out. */

import type { Sequence } from '../core/policy.ts';
import type { Rollout } from './rollout/select.ts';

/** One attempt of a rollout with everything that models say of its tokens, `[T]` each. */
export interface ScoredTurn extends Sequence {
  /** Whose attempt it is; absent where nothing was sampled (a warm start imitates). */
  readonly rollout?: Rollout;
  /** 0 for the first attempt. */
  readonly turn: number;
  /** As stored by the sampler. */
  readonly samplerLogProbs: readonly number[];
  /** What the ratio compares with: the sampler's, or the trainer's own where the loss is corrected for the difference. */
  readonly oldLogProbs: readonly number[];
  /** Under the weights before the first update; absent where they are those that sampled. */
  readonly currentLogProbs?: readonly number[];
  readonly refLogProbs: readonly number[];
  /** Of the value head, before each token; where the run has one. */
  readonly values?: readonly number[];
  /** Of the outcome critic: its probability, after each token, of what became of the program. */
  readonly outcomeProbs?: readonly number[];
  /** Trainer’s over sampler’s probability, where the run corrects for it: what the loss is weighed with. */
  readonly correction?: readonly number[];
}

/** A rollout that may be trained on; its last turn is the one that its reward was paid for. */
export interface ScoredRollout {
  readonly rollout: Rollout;
  readonly turns: readonly ScoredTurn[];
  /** Reward of the greedy completion of its problem, where the run compares with it. */
  readonly baseline?: number;
}

/** The rollouts of a step, with what else another loss needs to start where the step's own did. */
export interface StepBatch {
  readonly rollouts: readonly Rollout[];
  /** Updates had been made since they were sampled. */
  readonly stale: boolean;
  /** β of the step. */
  readonly klCoefficient: number;
}

/** One completion as the loss sees it, `[T]` each. */
export interface TrainingRow extends ScoredTurn {
  readonly advantages: readonly number[];
  /** What the value head should have said; where the run has one. */
  readonly returns?: readonly number[];
  /** 1 where the value head learns it: the first token, where there is one value per turn. All tokens when absent. */
  readonly valueMask?: readonly number[];
}
