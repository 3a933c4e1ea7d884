/** The reward of a graded program: the share of the tests that pay, whatever else ran. */

import { expect, test } from 'vitest';
import { type GradeTests, toGradeResult } from './grade.ts';
import type { Outcome, Verdict } from './types.ts';

const test0 = { args: [], expected: { type: 'none' } } as const;

function rewardOf(outcomes: readonly Outcome[], paying?: readonly number[], whole: Partial<Verdict> = {}) {
  const passed = outcomes.filter((outcome) => outcome === 'passed').length;
  const verdict: Verdict = {
    outcome: passed === outcomes.length ? 'passed' : 'wrong_answer',
    passed,
    total: outcomes.length,
    perTest: outcomes.map((outcome) => ({ outcome, ticks: 0 })),
    ticks: 0,
    ledger: [],
    integrity: 'node',
    ...whole,
  };
  const tests: GradeTests = {
    type: 'values',
    tests: outcomes.map(() => test0),
    compare: 'python',
    ...(paying === undefined ? {} : { paying }),
  };
  return toGradeResult({ id: 'a', problem: 'p', entryPoint: 'f', code: '', tests }, verdict).reward;
}

test('all tests pay when none are named', () => {
  expect(rewardOf(['passed', 'wrong_answer'])).toBe(0.5);
});

test('only the named tests pay, as often as they are named', () => {
  expect(rewardOf(['passed', 'passed', 'wrong_answer', 'wrong_answer'], [0, 1, 2])).toBe(2 / 3);
  expect(rewardOf(['passed', 'wrong_answer', 'wrong_answer'], [0, 0, 1])).toBe(2 / 3);
  expect(rewardOf(['passed', 'passed'], [])).toBe(0);
});

test('nothing ran: 0; our fault: null', () => {
  expect(rewardOf(['passed'], [0, 1], { outcome: 'syntax_error', perTest: [], passed: 0 })).toBe(0);
  expect(rewardOf([], [0], { outcome: 'infra_error' })).toBeNull();
});
