/** What rewards and layers look at: one program with everything that was found out about it. */

import type { CostReport, ProgramAnalysis } from '../core/analysis.ts';
import type { Problem, Verdict } from '../core/types.ts';

export interface Judged {
  readonly problem: Pick<Problem, 'entryPoint' | 'call' | 'limits' | 'reference'>;
  readonly code: string;
  /** On the tests that pay, public and reward together; never on hidden ones. */
  readonly verdict: Verdict;
  readonly analysis?: ProgramAnalysis;
  readonly cost?: CostReport;
}

/** What one layer found. */
export interface LayerResult {
  /** In [0, 1]; null when there was nothing to measure with, which is never held against the program. */
  readonly value: number | null;
  readonly reason: string;
}

/** Whole counts decide, never a threshold on the fraction: 995 of 1000 is not all, and of no tests none passes. */
export function passesAll({ outcome, passed, total }: Verdict): boolean {
  return outcome === 'passed' && total > 0 && passed === total;
}
