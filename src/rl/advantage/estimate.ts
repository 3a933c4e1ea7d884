/** The advantage of every token that is trained on: the one place where the estimators meet the rollouts of a step. */

import type { AlgorithmConfig, RunConfig } from '../../core/config.ts';
import type { Rollout } from '../rollout/select.ts';
import { groupsOf } from '../rollout/select.ts';
import type { ScoredRollout, TrainingRow } from '../rows.ts';
import { groupAdvantages } from './group.ts';

export interface EstimateOptions extends Pick<RunConfig, 'algorithm' | 'value'> {
  /** β of this step, where the KL is taken off the reward. */
  readonly klCoefficient: number;
}

export interface Estimated {
  /** One per turn of every scored rollout, in order. */
  readonly rows: readonly TrainingRow[];
  /** One number for every rollout, for people: that of its tokens, or their mean; 0 where it was left out. */
  readonly shown: ReadonlyMap<Rollout, number>;
}

/**
 * @param rollouts all of the step: groups are compared whole, those left out of the update included
 * @param scored those that are trained on
 */
export function estimateAdvantages(
  rollouts: readonly Rollout[],
  scored: readonly ScoredRollout[],
  { algorithm }: EstimateOptions,
): Estimated {
  const shown = new Map<Rollout, number>();
  for (const members of groupsOf(rollouts)) {
    const { advantages } = groupAdvantages(
      members.map(({ reward }) => reward),
      { scale: algorithm.advantage === 'group-mean' ? 'group-mean' : 'group-std' } satisfies {
        scale: AlgorithmConfig['advantage'];
      },
    );
    members.forEach((rollout, i) => {
      shown.set(rollout, advantages[i]!);
    });
  }
  const rows = scored.flatMap(({ rollout, turns }) =>
    turns.map((turn) => ({ ...turn, advantages: turn.completion.map(() => shown.get(rollout)!) })),
  );
  return { rows, shown };
}
