/** What a worker is given to do: a program with its tests, and the budgets that hold for it. */

import type { GradeRecord } from '../../core/grade.ts';
import { HEAVY_TESTS, withDefaults } from '../../core/limits.ts';
import type { Limits } from '../../core/types.ts';

/** A program with its tests; a `GradeRecord` is one. */
export type Assignment = Pick<GradeRecord, 'code' | 'entryPoint' | 'tests' | 'limits' | 'allow' | 'undo' | 'harness'>;

/** Its own budgets, else those of known heavy tests, else the defaults. */
export function limitsOf({ entryPoint, tests, limits }: Assignment): Limits {
  const heavy = tests.type !== 'values' && Object.hasOwn(HEAVY_TESTS, entryPoint) ? HEAVY_TESTS[entryPoint] : {};
  return withDefaults({ ...heavy, ...limits });
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
