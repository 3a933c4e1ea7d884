import { expect, test } from 'vitest';
import type { RolloutRecord } from '../core/records.ts';
import type { Problem } from '../core/types.ts';
import { py } from '../core/value-make.ts';
import { copies, firstPick, groupRollouts, testsBehind } from './rollout-groups.ts';

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

test('the first pick is the best of the first living group', () => {
  const groups = groupRollouts([rollout('a', 0, 1), rollout('b', 1, 0, -1), rollout('b', 1, 1, 1)], ['a', 'b']);
  expect(firstPick(groups)).toEqual({ row: 1, column: 1 });
  expect(firstPick([])).toBeNull();
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
  const three = { ...problem, tests: { ...problem.tests, reward: [one, one] } };
  expect(testsBehind(three, rollout('a', 0, 1))).toEqual([]);
  expect(testsBehind(undefined, rollout('a', 0, 1))).toEqual([]);
});

test('copies within a group are counted', () => {
  const [group] = groupRollouts(
    [rollout('a', 0, 1, 0, 'x'), rollout('a', 0, 1, 0, 'y'), rollout('a', 0, 1, 0, 'x')],
    ['a'],
  );
  expect(copies(group!, group!.rollouts[0]!)).toBe(2);
});
