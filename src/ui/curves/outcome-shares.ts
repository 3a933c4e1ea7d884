/** What became of the programs of each step, as shares that sum to 1: one bar per step, or per few steps where they are many. */

import type { StepRecord } from '../../core/records.ts';
import { OUTCOMES, type Outcome } from '../../core/types.ts';

/** One outcome's part of a bar. */
export interface Segment {
  readonly outcome: Outcome;
  readonly count: number;
  /** Where it begins and ends, as shares of the bar. */
  readonly from: number;
  readonly to: number;
}

/** The programs of one step, or of a few that follow each other. */
export interface MixBar {
  readonly first: number;
  readonly last: number;
  /** Programs. */
  readonly total: number;
  /** Only outcomes that occur, in the order of the table. */
  readonly segments: readonly Segment[];
}

type Counts = StepRecord['outcomes'];

/** Outcomes of several steps together. */
export function addOutcomes(all: readonly Counts[]): Counts {
  const sums: Partial<Record<Outcome, number>> = {};
  for (const counts of all) {
    for (const outcome of OUTCOMES) {
      const count = counts[outcome] ?? 0;
      if (count > 0) sums[outcome] = (sums[outcome] ?? 0) + count;
    }
  }
  return sums;
}

/** Parts of one bar, from its foot up: they begin at 0, end at 1 and leave no gap. */
export function segmentsOf(counts: Counts): Segment[] {
  const present = OUTCOMES.map((outcome) => ({ outcome, count: counts[outcome] ?? 0 })).filter(
    ({ count }) => count > 0,
  );
  const total = present.reduce((sum, { count }) => sum + count, 0);
  let below = 0;
  return present.map(({ outcome, count }) => {
    const from = below / total;
    below += count;
    return { outcome, count, from, to: below / total };
  });
}

/**
 * Bars for steps in order, each over as many steps as it takes to have no more than `most` of them; none for steps without
 * programs.
 */
export function mixBars(steps: readonly StepRecord[], most: number): MixBar[] {
  const each = Math.max(1, Math.ceil(steps.length / Math.max(1, most)));
  const bars: MixBar[] = [];
  for (let from = 0; from < steps.length; from += each) {
    const part = steps.slice(from, from + each);
    const segments = segmentsOf(addOutcomes(part.map(({ outcomes }) => outcomes)));
    const total = segments.reduce((sum, { count }) => sum + count, 0);
    if (total > 0) bars.push({ first: part[0]!.step, last: part.at(-1)!.step, total, segments });
  }
  return bars;
}

/** The bar that a step belongs to; null where it has none. */
export const barAt = (bars: readonly MixBar[], step: number): MixBar | null =>
  bars.find(({ first, last }) => step >= first && step <= last) ?? null;

/** What lies at a height of a bar, as a share from its foot. */
export function segmentAt({ segments }: MixBar, share: number): Segment | null {
  return segments.find(({ to }) => share <= to) ?? segments.at(-1) ?? null;
}

/** Of the steps of a bar, the one with most programs of an outcome, the earliest of equals; `near` where it has as many. */
export function stepWith(steps: readonly StepRecord[], bar: MixBar, outcome: Outcome, near: number): number {
  const part = steps.filter(({ step }) => step >= bar.first && step <= bar.last);
  const most = Math.max(...part.map(({ outcomes }) => outcomes[outcome] ?? 0));
  const richest = part.filter(({ outcomes }) => (outcomes[outcome] ?? 0) === most);
  return (richest.find(({ step }) => step === near) ?? richest[0])?.step ?? bar.first;
}
