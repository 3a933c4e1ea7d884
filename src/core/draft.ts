/** A step on its way: its programs as far as they are known, for whoever looks between its parts. */

import type { Outcome } from './types.ts';

/** The parts of a step, in order. With dynamic sampling the first two come several times. */
export const STEP_PARTS = ['sampling', 'judging', 'scoring', 'updating'] as const;
export type StepPart = (typeof STEP_PARTS)[number];

/** How far a run goes on when it is advanced: to the end of its step, or of the part that is next. */
export type StepUnit = 'step' | 'part';

export interface DraftProgram {
  readonly problemId: string;
  /** Index of the group within the step; two groups of one problem stay apart. */
  readonly group: number;
  readonly code: string;
  /** Texts of the tokens of the last attempt. */
  readonly pieces: readonly string[];
  /** null until its tests have run. */
  readonly verdict: DraftVerdict | null;
  /** null until the rewards of its group were compared. */
  readonly advantage: number | null;
}

export interface DraftVerdict {
  readonly outcome: Outcome;
  readonly passed: number;
  readonly total: number;
  /** null when the verdict failed through our fault: left out of the group. */
  readonly reward: number | null;
}

export interface StepDraft {
  /** 1-based. */
  readonly step: number;
  /** The part that is over. */
  readonly done: Exclude<StepPart, 'updating'>;
  /** Group after group. */
  readonly programs: readonly DraftProgram[];
}
