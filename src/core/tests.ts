/** Tests of all forms, as far as one need not run them: how many there are, and none at all. */

import type { GradeTests } from './grade.ts';
import type { AssertSuite, Problem, TestKind, TestSuite } from './types.ts';

/** The value tests of a problem whose tests are asserts. */
export const NO_TESTS: TestSuite = { public: [], reward: [], hidden: [] };

/** Tests of a text that defines `check(candidate)` before it was cut into tests: its lines that assert, one at least. */
const countOfCheck = (check: string): number => Math.max(1, check.match(/^[ \t]+assert\b/gm)?.length ?? 0);

/** How many tests there are; of a `check` that was not run, as many as it looks like. */
export function countOf(tests: GradeTests): number {
  switch (tests.type) {
    case 'values':
    case 'stdin':
      return tests.tests.length;
    case 'asserts':
      return tests.asserts.length;
    case 'check':
      return countOfCheck(tests.check);
    default:
      return tests satisfies never;
  }
}

/** How many tests of one kind a problem has: asserts are public and reward both. */
export function testCount({ tests, asserts }: Pick<Problem, 'tests' | 'asserts'>, kind: TestKind): number {
  return asserts === undefined || kind === 'hidden' ? tests[kind].length : countOf(asserts);
}

/** The Python of asserts, for a person to read. */
export function pythonOf(suite: AssertSuite): string {
  return suite.type === 'asserts' ? suite.asserts.join('\n') : suite.check;
}
