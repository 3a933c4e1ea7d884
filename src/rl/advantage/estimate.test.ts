/** Every estimator of a configuration, from rollouts to rows: what reaches the tokens, and what people are shown. */

import { describe, expect, test } from 'vitest';
import { expectClose } from '../../../test/support/loss-rows.ts';
import { estimateOptions, rolloutOf, scoredOf, turnOf } from '../../../test/support/scored-rollouts.ts';
import type { AlgorithmConfig } from '../../core/config.ts';
import type { RewardName } from '../../core/rewards.ts';
import { OUTCOMES, type Outcome } from '../../core/types.ts';
import { estimateAdvantages } from './estimate.ts';
import { OUTCOME_CLASSES, outcomeClass } from './outcome-critic.ts';

type Advantage = AlgorithmConfig['advantage'];

/** Nothing is left out of the update. */
const ALL_PAY = { dropZeroVariance: false, maskTruncated: false } as const;

describe('against the group', () => {
  const rollouts = [rolloutOf(0, 1), rolloutOf(0, 0), rolloutOf(1, 1), rolloutOf(1, 1), rolloutOf(1, null)];
  const scored = rollouts.slice(0, 3).map((rollout, i) => scoredOf(rollout, turnOf(i + 1)));
  const shown = (advantage: Advantage, more: Partial<AlgorithmConfig> = {}) => {
    const estimated = estimateAdvantages(rollouts, scored, estimateOptions({ advantage, ...more }));
    return rollouts.map((rollout) => estimated.shown.get(rollout)!);
  };

  test('every token of a rollout gets its number, and those left out are shown too', () => {
    const { rows } = estimateAdvantages(rollouts, scored, estimateOptions({ advantage: 'group-mean' }));
    expect(rows.map(({ advantages }) => advantages)).toEqual([[0.5], [-0.5, -0.5], [0, 0, 0]]);
    expect(rows.every(({ returns, valueMask }) => returns === undefined && valueMask === undefined)).toBe(true);
  });

  test('each choice is its formula', () => {
    expect(shown('group-mean')).toEqual([0.5, -0.5, 0, 0, 0]);
    expect(shown('rloo')).toEqual([1, -1, 0, 0, 0]);
    expect(shown('maxrl')).toEqual([1, -1, 0, 0, 0]);
    expect(shown('reward', { dropZeroVariance: false })).toEqual([1, 0, 1, 1, 0]);
    expectClose(
      shown('batch', { delta: 0, dropZeroVariance: false }),
      [0.25, -0.75, 0.25, 0.25, 0].map((one) => one / Math.sqrt(0.1875)),
    );
    expectClose(shown('group-std', { delta: 0 }), [1, -1, 0, 0, 0]);
    expectClose(shown('group-std', { delta: 0, deviation: 'sample' }), [Math.SQRT1_2, -Math.SQRT1_2, 0, 0, 0]);
    // Of all four: 1, 0, 1, 1.
    expectClose(shown('batch-std', { delta: 0, deviation: 'sample' }), [1, -1, 0, 0, 0]);
    expectClose(
      shown('batch-std', { delta: 0 }),
      [1, -1, 0, 0, 0].map((one) => one / Math.sqrt(0.75)),
    );
  });

  test('KL in the reward changes what is compared, for those that have been scored', () => {
    const far = [scoredOf(rollouts[0]!, turnOf(4, 0.5)), scoredOf(rollouts[1]!, turnOf(2))];
    const given = { klPlacement: 'reward', klEstimator: 'k1', beta: 0.1, ...ALL_PAY } as const;
    const totals = (advantage: Advantage) =>
      estimateAdvantages(rollouts, far, estimateOptions({ advantage, ...given })).rows.map((one) => one.advantages[0]!);
    expectClose(totals('reward'), [1 - 0.1 * 4 * 0.5, 0]);
    expectClose(totals('group-mean'), [0.4, -0.4]);
  });

  test('without a coefficient nothing of the reference reaches a reward, not even what is not finite', () => {
    const lost = [scoredOf(rollouts[0]!, turnOf(1, Number.NaN)), scoredOf(rollouts[1]!, turnOf(1))];
    const options = estimateOptions({ advantage: 'group-mean', klPlacement: 'reward', beta: 0 });
    expect(estimateAdvantages(rollouts, lost, options).rows.map(({ advantages }) => advantages)).toEqual([
      [0.5],
      [-0.5],
    ]);
  });
});

test('accepted programs are imitated with weight 1, others are shown 0', () => {
  const rollouts = [rolloutOf(0, 1), rolloutOf(0, 0)];
  const scored = [scoredOf(rollouts[0]!, turnOf(3))];
  const { rows, shown } = estimateAdvantages(rollouts, scored, estimateOptions({ advantage: 'accepted', ...ALL_PAY }));
  expect(rows.map(({ advantages }) => advantages)).toEqual([[1, 1, 1]]);
  expect([...shown.values()]).toEqual([1, 0]);
});

describe('against values', () => {
  const values = { values: [0.2, 0.4, 0.7] };
  const rollouts = [rolloutOf(0, 1), rolloutOf(0, 0)];
  const scored = rollouts.map((rollout) => scoredOf(rollout, turnOf(3, 0, values)));

  test('GAE per token, with returns that whitening leaves alone', () => {
    const plain = estimateAdvantages(
      rollouts,
      scored,
      estimateOptions({ advantage: 'gae', ...ALL_PAY }, { whiten: false }),
    );
    expectClose(plain.rows[0]!.advantages, [0.75575, 0.585, 0.3]);
    expectClose(plain.rows[0]!.returns!, [0.95575, 0.985, 1]);
    expect(plain.shown.get(rollouts[0]!)).toBeCloseTo((0.75575 + 0.585 + 0.3) / 3, 12);
    const white = estimateAdvantages(rollouts, scored, estimateOptions({ advantage: 'gae', ...ALL_PAY }));
    expectClose(white.rows[0]!.returns!, [0.95575, 0.985, 1]);
    expect(white.rows.flatMap(({ advantages }) => advantages).reduce((a, b) => a + b, 0)).toBeCloseTo(0, 12);
  });

  test('the turns of a rollout are one episode for GAE', () => {
    const rollout = rolloutOf(0, 1, ['wrong_answer']);
    const turns = [turnOf(1, 0, { values: [0.2] }), turnOf(2, 0, { values: [0.4, 0.7] })];
    const options = estimateOptions({ advantage: 'gae', ...ALL_PAY }, { whiten: false });
    const { rows } = estimateAdvantages([rollout], [scoredOf(rollout, ...turns)], options);
    expect(rows.map(({ advantages }) => advantages.length)).toEqual([1, 2]);
    expectClose(
      rows.flatMap(({ advantages }) => advantages),
      [0.75575, 0.585, 0.3],
    );
  });

  test('one advantage and one value per turn: everything paid from the turn on, less what was expected', () => {
    const rollout = rolloutOf(0, 1, ['syntax_error', 'wrong_answer']);
    const turns = [0.5, 0.1, 0.6].map((value) => turnOf(2, 0, { values: [value, 9] }));
    const options = estimateOptions({ advantage: 'turn-value', ...ALL_PAY }, { whiten: false }, 'rlef');
    const { rows, shown } = estimateAdvantages([rollout], [scoredOf(rollout, ...turns)], options);
    expectClose(
      rows.flatMap(({ advantages }) => advantages),
      [0.3, 0.3, 0.9, 0.9, 0.4, 0.4],
    );
    expectClose(
      rows.flatMap(({ returns }) => returns!),
      [0.8, 0.8, 1, 1, 1, 1],
    );
    expect(rows.map(({ valueMask }) => valueMask)).toEqual([
      [1, 0],
      [1, 0],
      [1, 0],
    ]);
    expect(shown.get(rollout)).toBeCloseTo((0.3 + 0.9 + 0.4) / 3, 12);
  });

  test('an attempt without valid code is charged under the reward of RLEF alone', () => {
    const turns = [0.5, 0.6].map((value) => turnOf(1, 0, { values: [value] }));
    const first = (outcome: Outcome, reward: RewardName) => {
      const rollout = rolloutOf(0, 1, [outcome]);
      const options = estimateOptions({ advantage: 'turn-value', ...ALL_PAY }, { whiten: false }, reward);
      return estimateAdvantages([rollout], [scoredOf(rollout, ...turns)], options).rows[0]!.returns![0]!;
    };
    expect(first('syntax_error', 'rlef')).toBeCloseTo(0.8, 12);
    expect(first('truncated', 'rlef')).toBeCloseTo(0.8, 12);
    expect(first('runtime_error', 'rlef')).toBe(1);
    expect(first('syntax_error', 'binary')).toBe(1);
  });

  test('without a value head both say so', () => {
    for (const advantage of ['gae', 'turn-value'] as const) {
      const bare = [scoredOf(rollouts[0]!, turnOf(2))];
      expect(() => estimateAdvantages(rollouts, bare, estimateOptions({ advantage, ...ALL_PAY }))).toThrow(
        `estimate: expected values of every turn for ${advantage}, got none`,
      );
    }
  });
});

describe('an outcome critic', () => {
  const rollout = rolloutOf(0, 1);
  const options = estimateOptions({ advantage: 'outcome-critic', ...ALL_PAY });

  test('divides what a program earned above the greedy one among its tokens', () => {
    const turn = turnOf(3, 0, { outcomeProbs: [0.2, 0.5, 0.9] });
    const relative = { ...scoredOf(rollout, turn), baseline: -0.3 };
    expectClose(estimateAdvantages([rollout], [relative], options).rows[0]!.advantages, [0.26, 0.65, 1.17]);
    const absolute = scoredOf(rollout, turn);
    expectClose(estimateAdvantages([rollout], [absolute], options).rows[0]!.advantages, [0.2, 0.5, 0.9]);
    expect(() => estimateAdvantages([rollout], [scoredOf(rollout, turnOf(1))], options)).toThrow('outcomeProbs');
  });

  test('has a class for everything that can become of a program', () => {
    expect(new Set(OUTCOMES.map(outcomeClass))).toEqual(new Set([...OUTCOME_CLASSES, null]));
    expect(outcomeClass('timeout')).toBe('runtime-error');
    expect(outcomeClass('truncated')).toBe('compile-error');
    expect(OUTCOMES.filter((outcome) => outcomeClass(outcome) === null)).toEqual(['infra_error']);
  });
});
