/** What tokens are paid: the reward at the end, KL on the way, and turns without valid code. */

import { describe, expect, test } from 'vitest';
import { expectClose } from '../../../test/support/loss-rows.ts';
import { rolloutOf, scoredOf, turnOf } from '../../../test/support/scored-rollouts.ts';
import { adaptKlCoefficient, INVALID_TURN, klPerCompletion, tokenRewards, totalReward } from './token-rewards.ts';

describe('tokenRewards', () => {
  const rollout = rolloutOf(0, 0.7, ['syntax_error', 'wrong_answer']);
  const turns = [turnOf(2, 0.5), turnOf(1), turnOf(4, 0.1)];

  test('the reward stands at the last token of the last turn', () => {
    expect(tokenRewards(scoredOf(rollout, ...turns), {})).toEqual([[0, 0], [0], [0, 0, 0, 0.7]]);
  });

  test('an earlier turn without valid code costs 0.2, one that fails a test nothing', () => {
    const paid = tokenRewards(scoredOf(rollout, ...turns), { invalidTurn: INVALID_TURN });
    expect(paid).toEqual([[0, -0.2], [0], [0, 0, 0, 0.7]]);
    const cut = scoredOf(rolloutOf(0, 0.7, ['truncated', 'infra_error']), ...turns);
    expect(tokenRewards(cut, { invalidTurn: INVALID_TURN })).toEqual(paid);
  });

  test('the KL is taken off each token, or its mean over a turn off the turn', () => {
    const kl = { coefficient: 0.1, estimator: 'k1' } as const;
    const perToken = tokenRewards(scoredOf(rollout, ...turns), { kl: { ...kl, per: 'token' } });
    expectClose(perToken.flat(), [-0.05, -0.05, 0, -0.01, -0.01, -0.01, 0.69]);
    const perTurn = tokenRewards(scoredOf(rollout, ...turns), { kl: { ...kl, per: 'turn' } });
    expectClose(
      perTurn.map((one) => totalReward([one])),
      [-0.05, 0, 0.69],
    );
  });
});

describe('the adaptive coefficient', () => {
  const control = { target: 6, horizon: 10_000 };

  test('rises above the target, falls below it, and never by more than a fifth per horizon', () => {
    expect(adaptKlCoefficient(0.2, 6, 256, control)).toBe(0.2);
    expect(adaptKlCoefficient(0.2, 6.6, 10_000, control)).toBeCloseTo(0.22, 12);
    expect(adaptKlCoefficient(0.2, 600, 10_000, control)).toBeCloseTo(0.24, 12);
    expect(adaptKlCoefficient(0.2, 0, 10_000, control)).toBeCloseTo(0.16, 12);
  });

  test('looks at the sum over a completion, averaged over completions', () => {
    expect(klPerCompletion([turnOf(2, 0.5), turnOf(4, 0.1)], 'k1')).toBeCloseTo(0.7, 12);
    expect(klPerCompletion([], 'k1')).toBeNull();
  });
});
