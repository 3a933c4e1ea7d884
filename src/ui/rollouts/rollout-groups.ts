/** Rollouts of a step as the grid shows them: groups in their order, what is looked for, and which program to show first. */

import type { RolloutRecord } from '../../core/records.ts';
import { assertLines } from '../../core/tests.ts';
import type { Outcome, Problem, TestKind } from '../../core/types.ts';
import { equallyGood } from '../explain/explain-case.ts';
import { type TestText, testText } from '../problems/test-text.ts';

export interface RolloutGroup {
  readonly problemId: string;
  readonly group: number;
  /** As sampled. */
  readonly rollouts: readonly RolloutRecord[];
  /** One of the ten or of a person's own, or an auxiliary problem. */
  readonly lecture: boolean;
  /** Nothing to compare: no program of the group is pushed anywhere. */
  readonly dead: boolean;
}

/** A program of the step: its group, and its index within the group as sampled. */
export interface Place {
  readonly group: number;
  readonly index: number;
}

/** Groups in the order of the lecture and of own problems, then the auxiliary ones in the order they were sampled. */
export function groupRollouts(rollouts: readonly RolloutRecord[], lectureIds: readonly string[]): RolloutGroup[] {
  const byGroup = new Map<number, RolloutRecord[]>();
  for (const rollout of rollouts) {
    const members = byGroup.get(rollout.group);
    if (members) members.push(rollout);
    else byGroup.set(rollout.group, [rollout]);
  }
  const groups = [...byGroup].map(([group, members]): RolloutGroup => {
    const { problemId } = members[0]!;
    return { problemId, group, rollouts: members, lecture: lectureIds.includes(problemId), dead: isDead(members) };
  });
  const rank = (group: RolloutGroup) =>
    group.lecture ? lectureIds.indexOf(group.problemId) : lectureIds.length + group.group;
  return groups.sort((a, b) => rank(a) - rank(b) || a.group - b.group);
}

/** Estimators that do not compare within groups push equal rewards too; what a group was left out for pushes nothing. */
function isDead(members: readonly RolloutRecord[]): boolean {
  if (!equallyGood(members)) return false;
  return members.every(({ advantage, trained }) => advantage === 0 || trained === undefined);
}

/** How the programs of a row are ordered. */
export const ORDERS = ['sampled', 'advantage', 'length', 'programs'] as const;
export type Order = (typeof ORDERS)[number];

export interface GridRow {
  readonly group: RolloutGroup;
  /** Indexes of the programs that are shown, in order. */
  readonly shown: readonly number[];
}

export interface Wanted {
  readonly order: Order;
  /** Only programs that ended so. */
  readonly outcome: Outcome | null;
  /** Only problems whose text has this in it. */
  readonly text: string;
}

/** The rows that have what is wanted. @param textOf the text of a problem, by its id */
export function gridRows(
  groups: readonly RolloutGroup[],
  { order, outcome, text }: Wanted,
  textOf: (id: string) => string,
): GridRow[] {
  const sought = text.trim().toLowerCase();
  return groups.flatMap((group): GridRow[] => {
    if (!`${textOf(group.problemId)} ${group.problemId}`.toLowerCase().includes(sought)) return [];
    const shown = ordered(group.rollouts, order).filter(
      (index) => outcome === null || group.rollouts[index]!.outcome === outcome,
    );
    return shown.length === 0 ? [] : [{ group, shown }];
  });
}

function ordered(rollouts: readonly RolloutRecord[], order: Order): number[] {
  const indexes = rollouts.map((_, index) => index);
  const by = (rank: (index: number) => number) => indexes.sort((a, b) => rank(a) - rank(b) || a - b);
  switch (order) {
    case 'sampled':
      return indexes;
    case 'advantage':
      return by((index) => -rollouts[index]!.advantage);
    case 'length':
      return by((index) => rollouts[index]!.ids.length);
    case 'programs': {
      // The most common first; equal ones in the order they were sampled.
      const first = (index: number) => rollouts.findIndex(({ code }) => code === rollouts[index]!.code);
      const count = (index: number) => rollouts.filter(({ code }) => code === rollouts[index]!.code).length;
      return indexes.sort((a, b) => count(b) - count(a) || first(a) - first(b) || a - b);
    }
    default:
      return order satisfies never;
  }
}

/**
 * The program to show: the chosen one while it is among what is looked for, else the best of the first group that still has
 * something to learn, of the ten where one of them has.
 */
export function shownPlace(
  groups: readonly RolloutGroup[],
  chosen: Place | null,
  outcome: Outcome | null = null,
): Place | null {
  const fits = (rollout: RolloutRecord | undefined) =>
    rollout !== undefined && (outcome === null || rollout.outcome === outcome);
  if (chosen !== null && fits(rolloutAt(groups, chosen)?.rollout)) return chosen;
  const ranked = groups.filter(({ rollouts }) => rollouts.some(fits)).toSorted((a, b) => interest(b) - interest(a));
  const [group] = ranked;
  if (group === undefined) return null;
  const index = group.rollouts.reduce((top, rollout, i) => {
    if (!fits(rollout)) return top;
    return top === -1 || rollout.advantage > group.rollouts[top]!.advantage ? i : top;
  }, -1);
  return { group: group.group, index };
}

/** The ten before others, groups with a signal before those without, those whose tokens are kept before those whose are not. */
function interest({ dead, lecture, rollouts }: RolloutGroup): number {
  const kept = rollouts.some(({ trained }) => trained !== undefined);
  return (dead ? 0 : 4) + (lecture ? 2 : 0) + (kept ? 1 : 0);
}

export function rolloutAt(
  groups: readonly RolloutGroup[],
  { group, index }: Place,
): { readonly group: RolloutGroup; readonly rollout: RolloutRecord } | null {
  const found = groups.find((one) => one.group === group);
  const rollout = found?.rollouts[index];
  return found === undefined || rollout === undefined ? null : { group: found, rollout };
}

export interface ShownTest extends TestText {
  readonly kind: TestKind;
}

/**
 * The tests behind `perTest` of a rollout: public ones first, then reward ones.
 * Empty when the problem is not known or the counts differ, so that no result is shown beside another test's input.
 */
export function testsBehind(problem: Problem | undefined, { perTest }: RolloutRecord): ShownTest[] {
  if (problem === undefined) return [];
  const { asserts } = problem;
  const lines = asserts === undefined ? [] : assertLines(asserts, perTest.length / 2);
  const shown = (['public', 'reward'] as const).flatMap((kind): ShownTest[] =>
    asserts === undefined
      ? problem.tests[kind].map((test) => ({ kind, ...testText(problem, test) }))
      : lines.map((asked) => ({ kind, asked, expected: null })),
  );
  return shown.length === perTest.length ? shown : [];
}

/** Indexes of the others of the group that wrote this very program. */
export const twinsOf = (group: RolloutGroup, rollout: RolloutRecord): number[] =>
  group.rollouts.flatMap((other, index) => (other !== rollout && other.code === rollout.code ? [index] : []));
