/** How verdicts on several kinds of test become one. */

import { describe, expect, test } from 'vitest';
import { judged, verdict } from '../../test/support/letters.ts';
import type { Effect } from '../core/types.ts';
import { rewardOf } from './reward.ts';
import { combineVerdicts, truncatedVerdict, VISIBLE } from './verdicts.ts';

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

  test('two runs that disagreed anywhere make the whole flaky', () => {
    const both = { public: { ...verdict('passed', 3, 3), flaky: true as const }, reward: verdict('passed', 5, 5) };
    expect(combineVerdicts(both, VISIBLE).flaky).toBe(true);
    expect(combineVerdicts({ ...both, public: verdict('passed', 3, 3) }, VISIBLE)).not.toHaveProperty('flaky');
  });

  test('a kind without tests neither passes nor fails', () => {
    const some = { public: verdict('wrong_answer', 0, 0), reward: verdict('passed', 5, 5) };
    expect(combineVerdicts(some, VISIBLE)).toMatchObject({ outcome: 'passed', passed: 5, total: 5 });
    const none = { public: verdict('wrong_answer', 0, 0), reward: verdict('wrong_answer', 0, 0) };
    expect(rewardOf(judged(combineVerdicts(none, VISIBLE)), 'binary').total).toBe(0);
  });

  test('needs a verdict on every kind that was asked for', () => {
    expect(() => combineVerdicts({ public: verdict('passed', 1, 1) }, VISIBLE)).toThrow(
      'reward: expected a verdict on the reward tests, got none',
    );
  });

  test('module body, memory and ledger are of one run and count once', () => {
    const effect = (detail: string, count: number): Effect => ({ kind: 'import', detail, count, refused: true });
    const part = (heapBytes: number, ledger: Effect[]) => ({
      ...verdict('passed', 2, 2),
      ticks: 2 + 40,
      heapBytes,
      ledger,
    });
    const both = {
      public: part(65_536, [effect('import os', 1)]),
      reward: part(131_072, [effect('import os', 3), effect('import js', 1)]),
    };
    const whole = combineVerdicts(both, VISIBLE);
    expect(whole.ticks).toBe(4 + 40);
    expect(whole.heapBytes).toBe(131_072);
    expect(whole.ledger).toEqual([effect('import os', 3), effect('import js', 1)]);
  });
});

test('a truncated completion passed nothing and ran nothing', () => {
  expect(truncatedVerdict(8)).toMatchObject({ outcome: 'truncated', passed: 0, total: 8, perTest: [], ticks: 0 });
});
