/** One run for all kinds of test, one run for equal programs, one retry for failures of ours. */

import { expect, test } from 'vitest';
import type { Problem, Verdict } from '../../core/types.ts';
import { py } from '../../core/value-make.ts';
import type { Assignment } from './assignment.ts';
import { judgeJobs, planTests } from './kinds.ts';

const cases = [0, 1, 2].map((n) => ({ args: [py(n)], expected: py(n) }));
const problem: Problem = {
  id: 'p',
  text: '',
  entryPoint: 'f',
  compare: 'python',
  tests: { public: cases.slice(0, 1), reward: cases.slice(0, 2), hidden: cases.slice(2) },
  limits: { ticksPerTest: 7 },
};

/** Passes the tests at the given positions. */
const verdict = (total: number, passing: readonly number[], body = 5): Verdict => {
  const perTest = Array.from({ length: total }, (_, i) => ({
    outcome: passing.includes(i) ? ('passed' as const) : ('wrong_answer' as const),
    ticks: 10,
  }));
  const outcome = passing.length === total ? 'passed' : 'wrong_answer';
  return { outcome, passed: passing.length, total, perTest, ticks: body + 10 * total, ledger: [], integrity: 'node' };
};

test('a test that belongs to two kinds is planned once', () => {
  const plan = planTests(problem, ['hidden', 'public', 'reward']);
  expect(plan.tests).toEqual({ type: 'values', tests: cases, compare: 'python' });
  expect(plan.indices).toEqual({ public: [0], reward: [0, 1], hidden: [2] });
});

test('equal programs run once, kinds fall apart again', async () => {
  const sent: Assignment[][] = [];
  const run = async (assignments: readonly Assignment[]) => {
    sent.push([...assignments]);
    return assignments.map(() => verdict(3, [0, 2]));
  };
  const kinds = ['public', 'reward', 'hidden'] as const;
  const job = (code: string) => ({ problem, code, kinds });
  const got = await judgeJobs([job('a'), job('b'), job('a')], run);
  expect(sent.map((batch) => batch.map(({ code }) => code))).toEqual([['a', 'b']]);
  expect(sent[0]![0]!.limits).toEqual({ ticksPerTest: 7 });
  expect(got[2]).toEqual(got[0]);
  expect(got[0]).toMatchObject({
    public: { outcome: 'passed', passed: 1, total: 1, ticks: 15 },
    reward: { outcome: 'wrong_answer', passed: 1, total: 2, ticks: 25 },
    hidden: { outcome: 'passed', passed: 1, total: 1 },
  });
});

test('only the kinds asked for are there', async () => {
  const [got] = await judgeJobs([{ problem, code: 'a', kinds: ['reward'] }], async () => [verdict(2, [0, 1])]);
  expect(Object.keys(got!)).toEqual(['reward']);
});

test('a failure of ours is retried once, and only that one', async () => {
  const infra: Verdict = { ...verdict(0, []), outcome: 'infra_error', error: 'lost' };
  const sizes: number[] = [];
  const run = async (assignments: readonly Assignment[]) => {
    sizes.push(assignments.length);
    return assignments.map(({ code }) => (code === 'bad' ? infra : verdict(3, [0, 1, 2])));
  };
  const job = (code: string) => ({ problem, code, kinds: ['reward', 'hidden'] as const });
  const got = await judgeJobs([job('good'), job('bad')], run);
  expect(sizes).toEqual([2, 1]);
  expect(got[1]!.reward).toMatchObject({ outcome: 'infra_error', total: 2, passed: 0 });
  expect(got[0]!.reward!.outcome).toBe('passed');
});
