/** Running solve rates, and the dead groups that they predict. */

import { expect, test } from 'vitest';
import { letterProblem, verdict } from '../../../test/support/letters.ts';
import { markZeroVariance, type Rollout } from '../rollout/select.ts';
import { predictedDeadGroups, withStep } from './solve-rates.ts';

/** One group of problem `id` with these outcomes: 1 passes, 0 fails, null could not be judged. */
const group = (id: number, outcomes: readonly (0 | 1 | null)[]): Rollout[] =>
  markZeroVariance(
    outcomes.map((reward) => ({
      problem: letterProblem(id),
      group: id,
      prompt: [id],
      completion: { ids: [2, 1], logProbs: [-1, -1], truncated: false },
      code: 'a',
      verdict: verdict(reward === null ? 'infra_error' : reward === 1 ? 'passed' : 'wrong_answer', reward ?? 0, 1),
      reward,
      components: [],
    })),
  );

test('a rate starts at the first share and moves by three tenths of the way to each next', () => {
  const first = withStep({}, group(0, [1, 0, 0, 0]));
  expect(first).toEqual({ 'word-0': 0.25 });
  expect(withStep(first, group(0, [1, 1, 1, 1]))['word-0']).toBe(0.25 + 0.3 * 0.75);
});

test('programs that could not be judged say nothing of a problem', () => {
  expect(withStep({}, group(0, [1, null, null]))).toEqual({ 'word-0': 1 });
  expect(withStep({}, group(0, [null, null]))).toEqual({});
});

test('CoursIA#10603: with p = .1819 a group of 2 is dead with probability .702, one of 8 with .201', () => {
  const rates = { 'word-0': 0.1819 };
  expect(predictedDeadGroups([group(0, [1, 0])], rates)).toBeCloseTo(0.702, 3);
  expect(predictedDeadGroups([group(0, [1, 0, 0, 0, 0, 0, 0, 0])], rates)).toBeCloseTo(0.201, 3);
});

test('CoursIA#10626: the mean is taken over groups, never inside the formula', () => {
  const eight = [1, 0, 0, 0, 0, 0, 0, 0] as const;
  const groups = Array.from({ length: 10 }, (_, id) => group(id, eight));
  const rates = Object.fromEntries(groups.map((_, id) => [`word-${id}`, id < 7 ? 0 : 0.6]));
  const expected = 0.7 + 0.3 * (0.6 ** 8 + 0.4 ** 8);
  expect(predictedDeadGroups(groups, rates)).toBeCloseTo(expected, 12);
  // What the formula says of the mean rate .18.
  expect(expected).toBeGreaterThan(3 * (0.18 ** 8 + 0.82 ** 8));
});

test('of problems that were never visited nothing is predicted', () => {
  expect(predictedDeadGroups([group(0, [1, 0])], {})).toBeNull();
});
