/** From paid to trained on: a rollout gets its advantage within its group, and is chosen for the update or left out. */

import type { RunConfig } from '../../core/config.ts';
import type { JudgedRollout } from '../rollout/judging.ts';
import { groupAdvantages } from './group.ts';

export type AlgorithmConfig = RunConfig['algorithm'];

export interface Rollout extends JudgedRollout {
  readonly advantage: number;
  /** The whole group got one and the same reward. */
  readonly zeroVariance: boolean;
}

/**
 * Advantages within each group. Groups are told apart by their id, never by prompt or position. Truncated rollouts
 * count in their group with the reward that the preset has for them, whether or not the loss masks them: failing to stop is a failure.
 */
export function assignAdvantages(judged: readonly JudgedRollout[], algorithm: AlgorithmConfig): Rollout[] {
  const groups = new Map<number, JudgedRollout[]>();
  for (const rollout of judged) {
    const members = groups.get(rollout.group);
    if (members === undefined) groups.set(rollout.group, [rollout]);
    else members.push(rollout);
  }
  const assigned = new Map<JudgedRollout, Rollout>();
  for (const members of groups.values()) {
    const result = groupAdvantages(
      members.map((rollout) => rollout.reward),
      { scale: algorithm.advantage },
    );
    members.forEach((rollout, i) => {
      const advantage = result.advantages[i]!;
      assigned.set(rollout, { ...rollout, advantage, zeroVariance: result.zeroVariance });
    });
  }
  return judged.map((rollout) => assigned.get(rollout)!);
}

/**
 * The rollouts that the update sees; the others are in neither numerator nor denominator of the loss.
 *
 * Left out: rollouts without a reward; zero-variance groups, unless the configuration keeps them (then they have A = 0,
 * pull toward the reference through β·KL and count in the denominator); truncated completions, if they are masked.
 */
export function selectForUpdate(rollouts: readonly Rollout[], algorithm: AlgorithmConfig): Rollout[] {
  return rollouts.filter(
    (rollout) =>
      rollout.reward !== null &&
      !(algorithm.dropZeroVariance && rollout.zeroVariance) &&
      !(algorithm.maskTruncated && rollout.completion.truncated),
  );
}
