/** The numbers that the guide tells: those of the run on the page, recorded or one's own, as far as there are any. */

import { mean } from '../../core/stats.ts';
import type { Outcome } from '../../core/types.ts';
import { groupRollouts } from '../rollouts/rollout-groups.ts';
import type { RolloutsView } from '../rollouts/rollouts-store.ts';
import { lectureSet } from '../selectors.ts';
import type { RunState } from '../state.ts';

export interface GroupFacts {
  readonly problemId: string;
  readonly passed: number;
  readonly of: number;
  /** Advantages of a program that passes, and of one that does not; null where there is none. */
  readonly up: number | null;
  readonly down: number | null;
}

export interface ProgramFacts {
  readonly step: number;
  readonly programs: number;
  readonly distinct: number;
  readonly passed: number;
  /** What else became of them, the most frequent first. */
  readonly failures: readonly (readonly [outcome: Outcome, count: number])[];
  readonly reward: number;
  readonly groups: number;
  /** Groups in which all fare alike. */
  readonly dead: number;
  /** The first group that teaches something. */
  readonly group: GroupFacts | null;
}

export interface MeasuredFacts {
  readonly before: number;
  readonly after: number;
  /** pass@k at the largest k that both have. */
  readonly k: number;
  readonly beforeAtK: number;
  readonly afterAtK: number;
}

export interface StepFacts {
  readonly step: number;
  readonly kl: number | null;
  readonly clipped: number | null;
  /** Paid, and wrong on a hidden test. */
  readonly overfit: number | null;
}

export interface GuideFacts {
  readonly programs: ProgramFacts | null;
  readonly newest: StepFacts | null;
  readonly measured: MeasuredFacts | null;
}

export function guideFacts(run: RunState, view: RolloutsView, lectureIds: readonly string[]): GuideFacts {
  return { programs: programFacts(view, lectureIds), newest: stepFacts(run), measured: measuredFacts(run) };
}

function programFacts({ step, rollouts }: RolloutsView, lectureIds: readonly string[]): ProgramFacts | null {
  const groups = groupRollouts(rollouts, lectureIds).filter(({ lecture }) => lecture);
  const all = groups.flatMap((group) => group.rollouts);
  if (step === null || all.length === 0) return null;
  const counts = new Map<Outcome, number>();
  for (const { outcome } of all) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const group = groups.find(({ dead }) => !dead);
  return {
    step,
    programs: all.length,
    distinct: new Set(all.map(({ problemId, code }) => `${problemId}\n${code}`)).size,
    passed: counts.get('passed') ?? 0,
    failures: [...counts].filter(([outcome]) => outcome !== 'passed').sort(([, a], [, b]) => b - a),
    reward: mean(all.map(({ reward }) => reward ?? 0)),
    groups: groups.length,
    dead: groups.filter(({ dead }) => dead).length,
    group:
      group === undefined
        ? null
        : {
            problemId: group.problemId,
            passed: group.rollouts.filter(({ outcome }) => outcome === 'passed').length,
            of: group.rollouts.length,
            up: extreme(
              group.rollouts.map(({ advantage }) => advantage).filter((advantage) => advantage > 0),
              Math.max,
            ),
            down: extreme(
              group.rollouts.map(({ advantage }) => advantage).filter((advantage) => advantage < 0),
              Math.min,
            ),
          },
  };
}

const extreme = (values: readonly number[], pick: (...values: number[]) => number): number | null =>
  values.length === 0 ? null : pick(...values);

function stepFacts({ steps }: RunState): StepFacts | null {
  const newest = steps.at(-1);
  if (newest === undefined) return null;
  const { kl, 'clip_ratio/region_mean': clipped, 'reward/overfit': overfit } = newest.metrics;
  return { step: newest.step, kl: kl ?? null, clipped: clipped ?? null, overfit: overfit ?? null };
}

function measuredFacts({ before, after }: RunState): MeasuredFacts | null {
  const [first, last] = [lectureSet(before), lectureSet(after)];
  if (first === null || last === null) return null;
  const k = Math.min(64, first.curve.at(-1)?.k ?? 1, last.curve.at(-1)?.k ?? 1);
  const at = (set: typeof first) => set.curve.find((point) => point.k === k)?.pass.value ?? set.passAt1.value;
  return { before: first.passAt1.value, after: last.passAt1.value, k, beforeAtK: at(first), afterAtK: at(last) };
}
