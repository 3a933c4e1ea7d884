/** What verdicts earn. */

import { describe, expect, test } from 'vitest';
import { verdict } from '../../test/support/letters.ts';
import { combineVerdicts, rewardOf, truncatedVerdict, VISIBLE } from './reward.ts';

describe('combineVerdicts', () => {
  test('adds counts and takes the outcome of the first kind that did not pass', () => {
    const both = { public: verdict('passed', 3, 3), reward: verdict('timeout', 4, 5) };
    expect(combineVerdicts(both, VISIBLE)).toMatchObject({ outcome: 'timeout', passed: 7, total: 8 });
    const wrongFirst = { public: verdict('wrong_answer', 1, 3), reward: verdict('timeout', 4, 5) };
    expect(combineVerdicts(wrongFirst, VISIBLE).outcome).toBe('wrong_answer');
    expect(combineVerdicts(wrongFirst, VISIBLE).perTest).toHaveLength(8);
  });

  test('a failure of ours anywhere makes the whole unscored', () => {
    const both = { public: verdict('wrong_answer', 0, 3), reward: verdict('infra_error', 0, 0) };
    expect(combineVerdicts(both, VISIBLE).outcome).toBe('infra_error');
  });

  test('a kind without tests neither passes nor fails', () => {
    const some = { public: verdict('wrong_answer', 0, 0), reward: verdict('passed', 5, 5) };
    expect(combineVerdicts(some, VISIBLE)).toMatchObject({ outcome: 'passed', passed: 5, total: 5 });
    const none = { public: verdict('wrong_answer', 0, 0), reward: verdict('wrong_answer', 0, 0) };
    expect(rewardOf(combineVerdicts(none, VISIBLE), 'binary').total).toBe(0);
  });

  test('needs a verdict on every kind that was asked for', () => {
    expect(() => combineVerdicts({ public: verdict('passed', 1, 1) }, VISIBLE)).toThrow(
      'reward: expected a verdict on the reward tests, got none',
    );
  });
});

describe('rewardOf', () => {
  test.each([
    ['binary', verdict('passed', 8, 8), 1],
    ['binary', verdict('wrong_answer', 7, 8), 0],
    ['fraction', verdict('wrong_answer', 6, 8), 0.75],
    ['fraction', verdict('syntax_error', 0, 8), 0],
    ['binary', truncatedVerdict(8), 0],
    ['fraction', truncatedVerdict(8), 0],
    ['fraction', verdict('wrong_answer', 0, 0), 0],
    ['binary', verdict('infra_error', 0, 8), null],
    ['fraction', verdict('infra_error', 5, 8), null],
  ] as const)('%s of %o is %s', (kind, given, expected) => {
    expect(rewardOf(given, kind).total).toBe(expected);
  });
});
