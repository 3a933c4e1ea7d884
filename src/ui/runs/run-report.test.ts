import { expect, test } from 'vitest';
import { EPOCHS, FIXTURE_CONFIG, fixtureEvents, fixtureRollouts, LECTURE } from '../../../test/support/fixture-run.ts';
import type { RolloutRecord } from '../../core/records.ts';
import type { Outcome } from '../../core/types.ts';
import { EMPTY_RUN, reduceAll, startRun } from '../state.ts';
import { exampleOf, excerpt, measuredSets, outcomeShares } from './run-report.ts';

const state = reduceAll(startRun(FIXTURE_CONFIG, 'a'), fixtureEvents(EPOCHS));
const program = (problemId: string, outcome: Outcome, code: string): RolloutRecord => ({
  ...fixtureRollouts(1)[0]!,
  ...{ problemId, outcome, code },
});
const none = new Map();
const at = (step: number, rollouts: readonly RolloutRecord[]) => ({ step, rollouts });

test('the sets are those that were measured, before or after', () => {
  expect(measuredSets(state).map(({ set }) => set)).toEqual(['lecture', 'phrasings', 'compositions']);
  expect(measuredSets({ ...state, after: null })[0]).toMatchObject({ set: 'lecture', after: null });
  expect(measuredSets(EMPTY_RUN)).toEqual([]);
});

test('shares of outcomes add up to one and leave out what did not occur', () => {
  const shares = outcomeShares(state.steps[0]!);
  expect(shares.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  expect(shares.every(({ count }) => count > 0)).toBe(true);
  expect(shares[0]?.outcome).toBe('passed');
});

test('the example is the problem that gained most, by its commonest programs', () => {
  const first = [
    program('a', 'wrong_answer', 'a wrong'),
    program('a', 'passed', 'a right'),
    program('b', 'syntax_error', 'b broken'),
    program('b', 'syntax_error', 'b broken'),
    program('b', 'wrong_answer', 'b wrong'),
    program('b', 'wrong_answer', 'b other'),
    program('b', 'wrong_answer', 'b other'),
  ];
  const last = [
    program('a', 'passed', 'a right'),
    program('b', 'passed', 'b rare'),
    program('b', 'passed', 'b right'),
    program('b', 'passed', 'b right'),
  ];
  const example = exampleOf(at(1, first), at(9, last), none);
  expect([example?.problemId, example?.before.rollout.code, example?.after.rollout.code]).toEqual([
    'b',
    'b other',
    'b right',
  ]);
  expect([example?.before.step, example?.after.step]).toEqual([1, 9]);
  expect(exampleOf(at(1, first.slice(0, 4)), at(9, last), none)?.before.rollout.code).toBe('b broken');
});

test('there is no example where nothing was wrong at first, nothing right in the end, or nothing is kept', () => {
  const wrong = [program('a', 'wrong_answer', 'wrong')];
  const right = [program('a', 'passed', 'right')];
  const between = (first: readonly RolloutRecord[], last: readonly RolloutRecord[]) =>
    exampleOf(at(1, first), at(9, last), none);
  expect(between(wrong, right)).not.toBeNull();
  expect(between(right, right)).toBeNull();
  expect(between(wrong, wrong)).toBeNull();
  expect(between(wrong, [program('b', 'passed', 'right')])).toBeNull();
  expect(between([program('a', 'infra_error', 'lost')], right)).toBeNull();
  expect(between([], [])).toBeNull();
  expect(exampleOf(at(9, wrong), at(9, right), none)).toBeNull();
});

test('the example knows its problem where the page does', () => {
  const problems = new Map(LECTURE.map((problem) => [problem.id, problem]));
  const example = exampleOf(at(1, fixtureRollouts(1)), at(EPOCHS, fixtureRollouts(EPOCHS)), problems);
  expect(example?.problem?.id).toBe(example?.problemId);
});

test('a long program is cut, and it is said by how much', () => {
  expect(excerpt('a\nb\nc\n', 2)).toEqual({ text: 'a\nb', left: 1 });
  expect(excerpt('a\nb', 2)).toEqual({ text: 'a\nb', left: 0 });
});
