/** What a worker is given to do: a program with its tests, and the budgets that hold for it. */

import type { GradeRecord } from '../../core/grade.ts';
import { DEFAULT_LIMITS, HEAVY_TESTS, withDefaults } from '../../core/limits.ts';
import type { Limits } from '../../core/types.ts';

/** A program with its tests; a `GradeRecord` is one. */
export type Assignment = Pick<GradeRecord, 'code' | 'entryPoint' | 'tests' | 'limits' | 'allow' | 'undo' | 'harness'>;

/**
 * A problem on standard input often has a hundred tests, each of which may use up its steps: about half a second on a
 * quiet machine.
 */
const WALL_MS_PER_RUN = 2000;

/** Budgets of known heavy tests, and of tests that are programs of their own. */
function limitsOfTests({ entryPoint, tests }: Assignment): Partial<Limits> {
  switch (tests.type) {
    case 'values':
      return {};
    case 'stdin':
      return { wallMs: DEFAULT_LIMITS.wallMs + WALL_MS_PER_RUN * tests.tests.length };
    case 'asserts':
    case 'check': {
      const called = tests.called ?? entryPoint;
      return Object.hasOwn(HEAVY_TESTS, called) ? HEAVY_TESTS[called]! : {};
    }
    default:
      return tests satisfies never;
  }
}

/** Its own budgets, else those of its tests, else the defaults. */
export function limitsOf(assignment: Assignment): Limits {
  return withDefaults({ ...limitsOfTests(assignment), ...assignment.limits });
}

/**
 * Bytes that a run may print which must print `expected`: twice as many at least, where the problem does not say. So the
 * right answer always fits, whatever its length, and a program that never stops printing ends soon.
 */
export function outputBytesOf({ limits }: Assignment, expected: string): number {
  return limits?.outputBytes ?? DEFAULT_LIMITS.outputBytes + 2 * new TextEncoder().encode(expected).length;
}

/** The program of an assignment with the budgets and conditions that it runs under. */
export function programOf(assignment: Assignment) {
  const { code, entryPoint, allow, undo } = assignment;
  return {
    code,
    entryPoint,
    limits: limitsOf(assignment),
    ...(allow === undefined ? {} : { allow }),
    ...(undo === undefined ? {} : { undo }),
  };
}
