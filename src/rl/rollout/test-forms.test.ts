/** Problems on standard input and problems of asserts: who gets which feedback, which tests pay, and what is refused before a run. */

import { describe, expect, test } from 'vitest';
import { letterProblem, verdict } from '../../../test/support/letters.ts';
import type { AssertSuite, Problem, Verdict } from '../../core/types.ts';
import { py } from '../../core/value-make.ts';
import { checkHarness, withVisibleTests } from './epoch.ts';
import { withFreshTests } from './fresh.ts';
import { feedbackOf } from './turns.ts';

const EMPTY = { public: [], reward: [], hidden: [] };
const asserts: AssertSuite = { type: 'asserts', asserts: ['assert f(1) == 2', 'assert f(2) == 3'], setup: '' };
const check: AssertSuite = {
  ...{ type: 'check', setup: '' },
  check: 'def check(candidate):\n    assert candidate(1) == 2\n    assert candidate(2) == 3\n',
};
const asserting = (suite: AssertSuite): Problem => ({ ...letterProblem(0), tests: EMPTY, asserts: suite });
const reading = (...exchanges: readonly (readonly [string, string])[]): Problem => ({
  ...letterProblem(0),
  call: 'stdin',
  tests: { ...EMPTY, public: exchanges.map(([input, output]) => ({ args: [py(input)], expected: py(output) })) },
});

const notRun: Verdict = { ...verdict('syntax_error', 0, 4), perTest: [] };

describe('feedback', () => {
  test('of a program that reads standard input is the input and the expected output, as comments', () => {
    const problem = reading(['1 2\n', '3\n'], ['4\n5\n', '9\n\n']);
    expect(feedbackOf(problem, verdict('wrong_answer', 1, 2))).toBe(
      '# standard input:\n# 4\n# 5\n# expected output:\n# 9',
    );
    expect(feedbackOf(problem, notRun)).toBe('# standard input:\n# 1 2\n# expected output:\n# 3');
    expect(feedbackOf(problem, verdict('passed', 2, 2))).toBeNull();
  });

  test('of a long input is its beginning', () => {
    const told = feedbackOf(reading(['7 '.repeat(5000), '1']), verdict('wrong_answer', 0, 1))!;
    expect(told.length).toBeLessThan(500);
    expect(told).toContain('…');
  });

  test.each([
    ['asserts', asserts, 'assert f('],
    ['a check', check, 'assert candidate('],
  ])('of %s is the assert that fails', (_, suite, opening) => {
    const problem = asserting(suite);
    // Each assert is public and reward both.
    expect(feedbackOf(problem, verdict('wrong_answer', 1, 4))).toBe(`${opening}2) == 3`);
    expect(feedbackOf(problem, notRun)).toBe(`${opening}1) == 2`);
    expect(feedbackOf(problem, verdict('passed', 4, 4))).toBeNull();
    expect(feedbackOf(problem, { ...verdict('infra_error', 0, 4), perTest: [] })).toBeNull();
    expect(feedbackOf(problem, { ...verdict('wrong_answer', 1, 4), flaky: true })).toBeNull();
  });

  test('of asserts that were judged as public ones alone is the same', () => {
    expect(feedbackOf(asserting(asserts), verdict('wrong_answer', 1, 2))).toBe('assert f(2) == 3');
  });

  test('of a check that was judged as one is none: which assert failed is not known', () => {
    expect(feedbackOf(asserting(check), verdict('wrong_answer', 0, 2))).toBeNull();
  });
});

describe('visible tests', () => {
  test('asserts are counted like others, a check is one whole', () => {
    expect(withVisibleTests(asserting(asserts), 1).asserts).toEqual({ ...asserts, asserts: ['assert f(1) == 2'] });
    expect(withVisibleTests(asserting(asserts), 0).asserts).toEqual(asserts);
    expect(withVisibleTests(asserting(check), 1).asserts).toEqual(check);
  });

  test('asserts get no fresh tests beside them', async () => {
    const notices: string[] = [];
    const problem = { ...asserting(asserts), inputs: 'def inputs(random, size): return [1]', reference: 'f = abs' };
    const options = {
      fresh: async () => [],
      count: 3,
      seed: 1,
      step: 0,
      onNotice: (text: string) => notices.push(text),
    };
    expect(await withFreshTests([problem], options)).toEqual([problem]);
    expect(notices).toEqual(['freshTests: no problem here has a generator and a reference']);
  });
});

describe('a weak harness', () => {
  const sets = (own: Problem) => ({ lecture: [letterProblem(1)], auxiliary: [], own: [own] });

  test.each([
    ['reads standard input', reading(['', ''])],
    ['has asserts for tests', asserting(asserts)],
  ])('is refused where a problem %s', (why, problem) => {
    expect(() => checkHarness({ harness: 'weak-exit' }, sets(problem))).toThrow(
      `config: harness: expected sealed, because "${problem.id}" ${why}, got weak-exit`,
    );
    expect(() => checkHarness({ harness: 'sealed' }, sets(problem))).not.toThrow();
  });

  test('is fine for tests that call a function', () => {
    expect(() => checkHarness({ harness: 'weak-equality' }, sets(letterProblem(0)))).not.toThrow();
  });
});
