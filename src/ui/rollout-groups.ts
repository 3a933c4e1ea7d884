/** Rollouts of a step in the order the grid shows them, and which one to show first. */

import type { RolloutRecord } from '../core/records.ts';
import type { Problem, TestCase, TestKind } from '../core/types.ts';

export interface RolloutGroup {
  readonly problemId: string;
  readonly group: number;
  readonly rollouts: readonly RolloutRecord[];
  /** One of the ten, or an auxiliary problem. */
  readonly lecture: boolean;
  /** All rewards equal: the group carries no gradient. */
  readonly dead: boolean;
}

/** A place in the grid: row among the shown groups, column within the group. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** Groups in the lecture's order, then the auxiliary ones in the order they were sampled. */
export function groupRollouts(rollouts: readonly RolloutRecord[], lectureIds: readonly string[]): RolloutGroup[] {
  const byGroup = new Map<number, RolloutRecord[]>();
  for (const rollout of rollouts) {
    const members = byGroup.get(rollout.group);
    if (members) members.push(rollout);
    else byGroup.set(rollout.group, [rollout]);
  }
  const groups = [...byGroup].map(([group, members]): RolloutGroup => {
    const { problemId } = members[0]!;
    const rewards = new Set(members.map((member) => member.reward).filter((reward) => reward !== null));
    return { problemId, group, rollouts: members, lecture: lectureIds.includes(problemId), dead: rewards.size < 2 };
  });
  const rank = (group: RolloutGroup) =>
    group.lecture ? lectureIds.indexOf(group.problemId) : lectureIds.length + group.group;
  return groups.sort((a, b) => rank(a) - rank(b) || a.group - b.group);
}

/** The rollout to show when nobody has chosen: the best of the first group that still has something to learn. */
export function firstPick(groups: readonly RolloutGroup[]): Place | null {
  if (groups.length === 0) return null;
  const alive = groups.findIndex((group) => !group.dead);
  const row = Math.max(0, alive);
  const { rollouts } = groups[row]!;
  const best = rollouts.reduce((top, rollout, i) => (rollout.advantage > rollouts[top]!.advantage ? i : top), 0);
  return { row, column: best };
}

export interface ShownTest {
  readonly kind: TestKind;
  readonly test: TestCase;
}

/**
 * The tests behind `perTest` of a rollout: public ones first, then reward ones.
 * Empty when the problem is not known or the counts differ, so that no result is shown beside another test's input.
 */
export function testsBehind(problem: Problem | undefined, rollout: RolloutRecord): ShownTest[] {
  if (problem === undefined) return [];
  const kinds = ['public', 'reward'] as const;
  const shown = kinds.flatMap((kind) => problem.tests[kind].map((test) => ({ kind, test })));
  return shown.length === rollout.perTest.length ? shown : [];
}

/** How many of the group wrote this very program, itself included. */
export const copies = (group: RolloutGroup, rollout: RolloutRecord): number =>
  group.rollouts.filter((other) => other.code === rollout.code).length;
