/** The parts of a step on a time axis: what was under way when, and what overlapped. */

import type { Span, StepRecord } from '../../core/records.ts';
import { decimal } from '../parts/format.ts';
import { words } from '../words/index.ts';

const PHASES = ['sample', 'judge', 'reference', 'update'] as const satisfies readonly Span['phase'][];

export const PHASE_WORDS: Readonly<Record<Span['phase'], string>> = words.timeline.phases;

export interface TimelineBar {
  /** Shares of the whole strip. */
  readonly from: number;
  readonly width: number;
  /** Work for the next step already. */
  readonly ahead: boolean;
  readonly words: string;
}

export interface Timeline {
  /** Length of the strip, seconds. */
  readonly seconds: number;
  /** Only phases that have a bar, in the order of the loop. */
  readonly lanes: readonly { readonly phase: Span['phase']; readonly bars: readonly TimelineBar[] }[];
  /** Seconds in which the next step was sampled while this one was judged. */
  readonly overlap: number;
}

/** null where the step was recorded without its spans. */
export function timelineOf({ step, spans = [] }: Pick<StepRecord, 'step' | 'spans'>): Timeline | null {
  const seconds = Math.max(0, ...spans.map(({ to }) => to));
  if (seconds === 0) return null;
  const lanes = PHASES.map((phase) => ({
    phase,
    bars: spans.filter((span) => span.phase === phase).map((span) => barOf(span, step, seconds)),
  }));
  const ahead = spans.filter((span) => span.phase === 'sample' && span.step > step);
  const judging = spans.filter((span) => span.phase === 'judge' && span.step === step);
  return { seconds, lanes: lanes.filter(({ bars }) => bars.length > 0), overlap: overlapOf(ahead, judging) };
}

function barOf({ phase, step: of, from, to }: Span, step: number, seconds: number): TimelineBar {
  const ahead = of > step;
  const name = ahead ? words.timeline.ahead(PHASE_WORDS[phase], of) : PHASE_WORDS[phase];
  const told = `${name}: ${decimal(from, 1)}–${decimal(to, 1)} s`;
  return { from: from / seconds, width: (to - from) / seconds, ahead, words: told };
}

/** Seconds that lie in a span of both lists. */
function overlapOf(some: readonly Span[], others: readonly Span[]): number {
  const inBoth = (time: number) =>
    [some, others].every((spans) => spans.some(({ from, to }) => from <= time && time < to));
  const ends = [...some, ...others].flatMap(({ from, to }) => [from, to]).toSorted((a, b) => a - b);
  return ends.slice(1).reduce((sum, end, i) => sum + (inBoth(ends[i]!) ? end - ends[i]! : 0), 0);
}
