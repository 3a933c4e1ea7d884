/** One case of the suite that runs in Node and in every browser: a program with tests, and what must come of it. */

import type { Outcome, Verdict } from '../../../src/core/types.ts';
import type { Assignment } from '../../../src/sandbox/judging/assignment.ts';

export interface SuiteCase {
  readonly name: string;
  readonly assignment: Assignment;
  /** What is wrong with the verdict; nothing when it is right. That it is Node's verdict is checked besides. */
  readonly check: (verdict: Verdict) => readonly string[];
}

/** Step budgets decide, never a busy machine; they are small, because a tick of a regular expression takes a millisecond. */
export const STEPS = { ticksPerTest: 4_000, fuelPerTest: 200_000, wallMs: 120_000 } as const;

/** A check of outcome and number of passed tests. */
export const expects =
  (outcome: Outcome, passed?: number): SuiteCase['check'] =>
  (verdict) => {
    const problems =
      verdict.outcome === outcome ? [] : [`expected ${outcome}, got ${verdict.outcome}: ${verdict.error}`];
    if (passed === undefined || passed === verdict.passed) return problems;
    return [...problems, `expected ${passed} passed, got ${verdict.passed}`];
  };
