import { expect, test } from 'vitest';
import { EPOCHS, FIXTURE_CONFIG, fixtureEvents, fixtureRollouts, LECTURE } from '../../test/support/fixture-run.ts';
import type { RolloutRecord } from '../core/records.ts';
import type { Outcome } from '../core/types.ts';
import { exampleOf, excerpt, measuredSets, outcomeShares } from './run-report.ts';
import { EMPTY_RUN, reduceAll, startRun } from './state.ts';

const state = reduceAll(startRun(FIXTURE_CONFIG, 'a'), fixtureEvents(EPOCHS));
const program = (problemId: string, outcome: Outcome, code: string): RolloutRecord => ({
  ...fixtureRollouts(1)[0]!,
  ...{ problemId, outcome, code },
});
const none = new Map();

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
  const example = exampleOf(first, last, none);
  expect([example?.problemId, example?.before.code, example?.after.code]).toEqual(['b', 'b other', 'b right']);
  expect(exampleOf(first.slice(0, 4), last, none)?.before.code).toBe('b broken');
});

test('there is no example where nothing was wrong at first, nothing right in the end, or nothing is kept', () => {
  const wrong = [program('a', 'wrong_answer', 'wrong')];
  const right = [program('a', 'passed', 'right')];
  expect(exampleOf(right, right, none)).toBeNull();
  expect(exampleOf(wrong, wrong, none)).toBeNull();
  expect(exampleOf(wrong, [program('b', 'passed', 'right')], none)).toBeNull();
  expect(exampleOf([program('a', 'infra_error', 'lost')], right, none)).toBeNull();
  expect(exampleOf([], [], none)).toBeNull();
});

test('the example knows its problem where the page does', () => {
  const problems = new Map(LECTURE.map((problem) => [problem.id, problem]));
  const example = exampleOf(fixtureRollouts(1), fixtureRollouts(EPOCHS), problems);
  expect(example?.problem?.id).toBe(example?.problemId);
});

test('a long program is cut, and it is said by how much', () => {
  expect(excerpt('a\nb\nc\n', 2)).toEqual({ text: 'a\nb', left: 1 });
  expect(excerpt('a\nb', 2)).toEqual({ text: 'a\nb', left: 0 });
});
