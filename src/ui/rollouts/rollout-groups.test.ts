import { expect, test } from 'vitest';
import type { RolloutRecord } from '../../core/records.ts';
import type { Problem } from '../../core/types.ts';
import { py } from '../../core/value-make.ts';
import { gridRows, groupRollouts, ORDERS, shownPlace, testsBehind, twinsOf } from './rollout-groups.ts';

const rollout = (problemId: string, group: number, reward: number | null, advantage = 0, code = ''): RolloutRecord => ({
  problemId,
  group,
  code,
  ids: [],
  pieces: [],
  logProbs: [],
  referenceLogProbs: [],
  outcome: reward === null ? 'infra_error' : reward > 0 ? 'passed' : 'wrong_answer',
  ticks: 1,
  ledger: [],
  components: [],
  perTest: [
    { outcome: 'passed', ticks: 1 },
    { outcome: 'passed', ticks: 1 },
  ],
  passed: 2,
  total: 2,
  reward,
  advantage,
});

test('the ten come first in their order, two groups of one problem stay apart', () => {
  const groups = groupRollouts(
    [rollout('aux', 0, 1), rollout('b', 1, 1), rollout('a', 2, 1), rollout('b', 3, 0)],
    ['a', 'b'],
  );
  expect(groups.map((group) => [group.problemId, group.group, group.lecture])).toEqual([
    ['a', 2, true],
    ['b', 1, true],
    ['b', 3, true],
    ['aux', 0, false],
  ]);
});

test('a group with one reward is dead; what was not judged does not count', () => {
  const [dead, alive] = groupRollouts(
    [rollout('a', 0, 1), rollout('a', 0, null), rollout('b', 1, 1), rollout('b', 1, 0)],
    ['a', 'b'],
  );
  expect([dead?.dead, alive?.dead]).toEqual([true, false]);
});

test('equal rewards that push all the same are no dead group; a group that was left out is one', () => {
  const [pushed] = groupRollouts([{ ...rollout('a', 0, 1, 1), trained: [] }], ['a']);
  expect(pushed?.dead).toBe(false);
  const long = (paid: number, advantage: number): RolloutRecord => ({
    ...rollout('a', 0, 1 + paid, advantage),
    components: [{ name: 'overlong', value: -paid, weight: -1, paid, reason: '' }],
  });
  const [dropped] = groupRollouts([long(-0.5, -1), long(0, 1)], ['a']);
  expect(dropped?.dead).toBe(true);
});

const PICKED = [rollout('a', 0, 1), rollout('b', 1, 0, -1), rollout('b', 1, 1, 1), rollout('b', 1, 0, -0.5)];

test('the program to show first is the best of the first living group', () => {
  const groups = groupRollouts(PICKED, ['a', 'b']);
  expect(shownPlace(groups, null)).toEqual({ group: 1, index: 1 });
  expect(shownPlace(groups, { group: 0, index: 0 })).toEqual({ group: 0, index: 0 });
  expect(shownPlace(groups, { group: 0, index: 7 })).toEqual({ group: 1, index: 1 });
  expect(shownPlace([], null)).toBeNull();
});

test('what is looked for wins over what was chosen', () => {
  const groups = groupRollouts(PICKED, ['a', 'b']);
  expect(shownPlace(groups, { group: 0, index: 0 }, 'wrong_answer')).toEqual({ group: 1, index: 2 });
  expect(shownPlace(groups, { group: 1, index: 0 }, 'wrong_answer')).toEqual({ group: 1, index: 0 });
  expect(shownPlace(groups, null, 'timeout')).toBeNull();
});

test('rows are ordered, and cut to what is looked for', () => {
  const groups = groupRollouts(
    [
      { ...rollout('a', 0, 0, -1, 'x'), ids: [1, 2, 3] },
      { ...rollout('a', 0, 1, 1, 'y'), ids: [1, 2] },
      { ...rollout('a', 0, 0, -0.5, 'z'), ids: [1] },
      { ...rollout('a', 0, 1, 1, 'y'), ids: [1, 2] },
      rollout('b', 1, 1, 0),
    ],
    ['a', 'b'],
  );
  const text = (id: string) => `Problem ${id}`;
  const plain = { order: 'sampled', outcome: null, text: '' } as const;
  const orders = ORDERS.map((order) => gridRows(groups, { ...plain, order }, text)[0]!.shown);
  expect(orders).toEqual([
    [0, 1, 2, 3],
    [1, 3, 2, 0],
    [2, 1, 3, 0],
    [1, 3, 0, 2],
  ]);
  const rows = (wanted: Partial<Parameters<typeof gridRows>[1]>) =>
    gridRows(groups, { ...plain, ...wanted }, text).map(({ group, shown }) => [group.problemId, ...shown]);
  expect(rows({ outcome: 'wrong_answer' })).toEqual([['a', 0, 2]]);
  expect(rows({ text: ' problem B' })).toEqual([['b', 0]]);
});

test('results are paired with tests only when the counts agree', () => {
  const one = { args: [py(1)], expected: py(2) };
  const problem: Problem = {
    id: 'a',
    text: '',
    entryPoint: 'solution',
    tests: { public: [one], reward: [one], hidden: [one] },
    compare: 'python',
  };
  expect(testsBehind(problem, rollout('a', 0, 1)).map((shown) => shown.kind)).toEqual(['public', 'reward']);
  const asserts = { type: 'asserts', asserts: ['assert solution(1) == 2'], setup: '' } as const;
  const asserting = { ...problem, tests: { public: [], reward: [], hidden: [] }, asserts };
  expect(testsBehind(asserting, rollout('a', 0, 1)).map((shown) => [shown.kind, shown.asked])).toEqual([
    ['public', 'assert solution(1) == 2'],
    ['reward', 'assert solution(1) == 2'],
  ]);
  expect(testsBehind({ ...asserting, asserts: { ...asserts, asserts: [] } }, rollout('a', 0, 1))).toEqual([]);
  const three = { ...problem, tests: { ...problem.tests, reward: [one, one] } };
  expect(testsBehind(three, rollout('a', 0, 1))).toEqual([]);
  expect(testsBehind(undefined, rollout('a', 0, 1))).toEqual([]);
});

test('twins within a group are found', () => {
  const [group] = groupRollouts(
    [rollout('a', 0, 1, 0, 'x'), rollout('a', 0, 1, 0, 'y'), rollout('a', 0, 1, 0, 'x')],
    ['a'],
  );
  expect(twinsOf(group!, group!.rollouts[0]!)).toEqual([2]);
  expect(twinsOf(group!, group!.rollouts[1]!)).toEqual([]);
});
