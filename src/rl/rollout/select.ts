/** From paid to trained on: groups without variance are marked, and each rollout is chosen for the update or left out. */

import type { AlgorithmConfig } from '../../core/config.ts';
import type { JudgedRollout } from './judging.ts';

export interface Rollout extends JudgedRollout {
  /** The whole group got one and the same reward, or none. */
  readonly zeroVariance: boolean;
}

/** The rollouts of each group. Groups are told apart by their id, never by prompt or position. */
export function groupsOf<T extends { readonly group: number }>(rollouts: readonly T[]): T[][] {
  const groups = new Map<number, T[]>();
  for (const rollout of rollouts) {
    const members = groups.get(rollout.group);
    if (members === undefined) groups.set(rollout.group, [rollout]);
    else members.push(rollout);
  }
  return [...groups.values()];
}

/** What a rollout earned before its length was looked at: how long programs are says nothing of whether they are right. */
function rewardForTheTask({ reward, components }: JudgedRollout): number | null {
  const overlong = components.find(({ name }) => name === 'overlong');
  return reward === null || overlong === undefined ? reward : reward - overlong.paid;
}

/** Marks the groups whose scored rewards are all one number, what their lengths cost aside (DAPO, §3.2: all right or all wrong). */
export function markZeroVariance(judged: readonly JudgedRollout[]): Rollout[] {
  const dead = new Set(
    groupsOf(judged).flatMap((members) => {
      const scored = members.map(rewardForTheTask).filter((reward) => reward !== null);
      return scored.every((reward) => reward === scored[0]) ? [members[0]!.group] : [];
    }),
  );
  return judged.map((rollout) => ({ ...rollout, zeroVariance: dead.has(rollout.group) }));
}

/** How many groups carry a gradient. */
export function liveGroups(rollouts: readonly Rollout[]): number {
  return groupsOf(rollouts).filter(([first]) => !first!.zeroVariance).length;
}

/** Every attempt of a rollout, the last one included. */
export const attemptsOf = (rollout: Rollout) => [...(rollout.earlier ?? []), rollout];

/**
 * The rollouts that the update sees; the others are in neither numerator nor denominator of the loss.
 *
 * Left out: rollouts without a reward; zero-variance groups, unless the configuration keeps them (then they have A = 0,
 * pull toward the reference through β·KL and count in the denominator); those of which every attempt was truncated, if
 * truncated ones are masked; programs that fail, where only accepted ones are imitated.
 */
export function selectForUpdate(rollouts: readonly Rollout[], algorithm: AlgorithmConfig): Rollout[] {
  return rollouts.filter(
    (rollout) =>
      rollout.reward !== null &&
      !(algorithm.dropZeroVariance && rollout.zeroVariance) &&
      !(algorithm.maskTruncated && attemptsOf(rollout).every(({ completion }) => completion.truncated)) &&
      !(algorithm.advantage === 'accepted' && rollout.verdict.outcome !== 'passed'),
  );
}

/**
 * Whether an attempt of a chosen rollout is trained on: not where it was truncated and such are masked, and of an accepted
 * rollout only the attempt that passed. What was imitated without sampling always is.
 */
export function trainsOn(
  { rollout, turn }: { readonly rollout?: Rollout; readonly turn: number },
  { maskTruncated, advantage }: AlgorithmConfig,
): boolean {
  if (rollout === undefined) return true;
  const attempts = attemptsOf(rollout);
  if (maskTruncated && attempts[turn]!.completion.truncated) return false;
  return advantage !== 'accepted' || turn === attempts.length - 1;
}
