/** Tests of all forms, as far as one need not run them: how many there are, and none at all. */

import type { GradeTests } from './grade.ts';
import type { AssertSuite, Problem, TestKind, TestSuite } from './types.ts';

/** The value tests of a problem whose tests are asserts. */
export const NO_TESTS: TestSuite = { public: [], reward: [], hidden: [] };

const ASSERT = /^[ \t]+assert\b/;

/** Tests of a text that defines `check(candidate)` before it was cut into tests: its lines that assert, one at least. */
const countOfCheck = (check: string): number =>
  Math.max(1, check.split('\n').filter((line) => ASSERT.test(line)).length);

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

/** Whether the tests call a function with values and compare what it returns. */
export const hasValueTests = ({ call, asserts }: Pick<Problem, 'call' | 'asserts'>): boolean =>
  call === undefined && asserts === undefined;

/** How many tests of one kind a problem has: asserts are public and reward both. */
export function testCount({ tests, asserts }: Pick<Problem, 'tests' | 'asserts'>, kind: TestKind): number {
  return asserts === undefined || kind === 'hidden' ? tests[kind].length : countOf(asserts);
}

/**
 * The text of each assert; empty where a `check` was cut into `count` tests and its lines that assert are not as many, so
 * that nobody sees a result beside another test.
 */
export function assertLines(suite: AssertSuite, count: number): readonly string[] {
  const lines = suite.type === 'asserts' ? suite.asserts : suite.check.split('\n').filter((line) => ASSERT.test(line));
  return lines.length === count ? lines.map((line) => line.trim()) : [];
}
