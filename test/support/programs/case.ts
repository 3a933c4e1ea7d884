/** One program of the golden lists, with calls of `solution` as Python literals. */

import type { Outcome } from '../../../src/core/types.ts';
import { parseLiteral } from '../../../src/problems/literal.ts';
import type { Assignment } from '../../../src/sandbox/judging/assignment.ts';

export interface ProgramCase {
  readonly name: string;
  readonly code: string;
  /** Argument list and expected value, as Python literals. */
  readonly tests: readonly (readonly [args: string, expected: string])[];
  readonly outcome: Outcome;
  /** Tests that pass; all or none, by the outcome, when absent. */
  readonly passed?: number;
}

/** A busy machine must not decide; the step budgets do. */
const LIMITS = { wallMs: 120_000, ticksPerTest: 20_000, fuelPerTest: 500_000 };

export function assignmentOf({ code, tests }: ProgramCase): Assignment {
  const cases = tests.map(([args, expected]) => {
    const list = parseLiteral(args);
    if (list.type !== 'list') throw new Error(`program case: expected a list of arguments, got ${args}`);
    return { args: list.items, expected: parseLiteral(expected) };
  });
  return { code, entryPoint: 'solution', tests: { type: 'values', tests: cases, compare: 'python' }, limits: LIMITS };
}

/** How many tests of a case must pass. */
export function passedOf({ outcome, passed, tests }: ProgramCase): number {
  return passed ?? (outcome === 'passed' ? tests.length : 0);
}
