/** Public bug reports about GRPO trainers, named by tracker and number: this implementation does not have them. */

import { expect, test } from 'vitest';
import { standardDeviation } from '../../src/core/stats.ts';
import { groupAdvantages } from '../../src/rl/advantage/group.ts';
import { type Aggregation, tokenWeights, weightedSum } from '../../src/rl/loss/aggregate.ts';
import { klEstimate } from '../../src/rl/loss/kl.ts';
import { completionMask } from '../../src/rl/loss/mask.ts';
import { grpoObjective } from '../../src/rl/loss/objective.ts';
import { clippedSurrogate } from '../../src/rl/loss/surrogate.ts';
import { toTables } from '../../src/rl/update.ts';
import { rewardOf } from '../../src/verify/reward.ts';
import { judged, verdict } from '../support/letters.ts';
import { aggregate, expectClose, firstStep, SEQUENCE_MEAN, TOKEN_MEAN } from '../support/loss-rows.ts';

test('trl#2708: the first end of text is trained on, later padding with its id is not', () => {
  expect([...completionMask([[5, 7, 1, 1, 1]], 1, 5)]).toEqual([1, 1, 1, 0, 0]);
});

test('trl#3256, understand-r1-zero#10: length bias of the sequence mean, none with a constant length', () => {
  const perToken = (aggregation: Aggregation) => {
    const { dLogProb } = firstStep([-1, -1], [10, 100], aggregation);
    return dLogProb[0]! / dLogProb[100]!;
  };
  expect(perToken({ type: 'constant-length', length: 128 })).toBeCloseTo(1, 12);
  expect(perToken(TOKEN_MEAN)).toBeCloseTo(1, 12);
  expect(perToken(SEQUENCE_MEAN)).toBeCloseTo(10, 12);
});

test('trl#3248: with everything masked the loss is 0 and nothing is NaN', () => {
  for (const aggregation of [TOKEN_MEAN, SEQUENCE_MEAN, { type: 'constant-length', length: 4 } as const]) {
    const weights = tokenWeights(new Uint8Array(6), 3, aggregation);
    expect([...weights]).toEqual([0, 0, 0, 0, 0, 0]);
    expect(weightedSum([Number.NaN, 1, 2, 3, 4, 5], weights)).toBe(0);
  }
});

test('trl#6369: tokens of masked completions are not in the denominator', () => {
  const mask = Uint8Array.from([1, 1, 1, 0, 0, 0, 0, 0, 0, 0]);
  const losses = [0.5, -0.2, 0.1, 1, 1, 1, 1, 1, 1, 1];
  expect(weightedSum(losses, tokenWeights(mask, 10, TOKEN_MEAN))).toBeCloseTo(0.4 / 3, 12);
});

test('trl#3857: zero variance of the summed reward gives advantage 0', () => {
  expect(groupAdvantages([3, 3, 3, 3], { scale: 'group-std' })).toMatchObject({
    advantages: [0, 0, 0, 0],
    zeroVariance: true,
  });
});

test('trl#7068: a zero-variance group that is kept still feels β·KL, and nothing else', () => {
  const rows = [{ prompt: [0], completion: [5, 1], oldLogProbs: [-1, -1], refLogProbs: [-1.5, -1], advantage: 0 }];
  const tables = toTables(rows, 1);
  const options = { clipLow: 0.2, clipHigh: 0.2, beta: 0.04, aggregation: TOKEN_MEAN };
  const { dLogProb } = grpoObjective({ ...tables, logProb: tables.oldLogProb }, options);
  expectClose(dLogProb, [(0.04 * (1 - Math.exp(-0.5))) / 2, 0]);
});

test('trl#4501: a missing reward is left out of mean and deviation; all missing is unscored, not 0', () => {
  const trl = groupAdvantages([1, null, 0], { scale: 'group-std', ddof: 1, delta: 1e-4 });
  expect(trl.mean).toBe(0.5);
  expectClose(trl.advantages, [0.70701, 0, -0.70701], 1e-5);
  expect(groupAdvantages([null, null], { scale: 'group-std' })).toEqual({
    advantages: [0, 0],
    mean: null,
    std: null,
    zeroVariance: true,
  });
});

test('verl#3741: copies of the batch do not change a constant-length loss', () => {
  const rows = [[0.5, -0.2, 0.1], [1], [-0.3, -0.3, 0.6, 0.2]];
  const constant = { type: 'constant-length', length: 4 } as const;
  expect(aggregate([...rows, ...rows], constant)).toBeCloseTo(aggregate(rows, constant), 12);
});

test('NeMo-RL#1518: groups with one odd reward stay bounded', () => {
  const trl = { scale: 'group-std', ddof: 1, delta: 1e-4 } as const;
  expect(groupAdvantages([1, 0, 0, 0], trl).advantages[0]).toBeCloseTo(1.4997, 4);
  expect(groupAdvantages([0, ...Array(7).fill(0.95)], trl).advantages[0]).toBeCloseTo(-2.474, 3);
  expect(standardDeviation([1e9, 1e9 + 1], 0)).toBe(0.5);
});

test('grpo-flat#2: mean and deviation are those of the group, not of the batch', () => {
  const of = (rewards: number[]) => groupAdvantages(rewards, { scale: 'group-std', delta: 0 }).advantages;
  expectClose(of([1, 1, 0, 0]), [1, 1, -1, -1]);
  expectClose(of([0, 0, 0, 1]), [-0.57735, -0.57735, -0.57735, 1.73205], 1e-5);
});

test('trl#2995: with ratio 1 the sequence mean is 0, the token mean is not', () => {
  expect(firstStep([1, -1], [2, 6], SEQUENCE_MEAN).loss).toBeCloseTo(0, 12);
  expect(firstStep([1, -1], [2, 6], TOKEN_MEAN).loss).toBeCloseTo(0.5, 12);
});

test('fp32 residue: eight rewards of 0.2 give exactly 0', () => {
  const { advantages } = groupAdvantages(Array(8).fill(0.2), { scale: 'group-std' });
  expect(advantages.every((a) => Object.is(a, 0))).toBe(true);
});

test('OpenRLHF#1335: an extreme gap overflows neither value nor derivative', () => {
  const { value, dLogProb } = klEstimate('k3', -800, -0.1);
  expect(value).toBeGreaterThan(1e8);
  expect(Number.isFinite(value) && Number.isFinite(dLogProb)).toBe(true);
  for (const advantage of [1, -1]) {
    const token = clippedSurrogate(-0.1, -800, advantage, { clipLow: 0.2, clipHigh: 0.2 });
    expect(Number.isFinite(token.loss) && Number.isFinite(token.dLogProb)).toBe(true);
  }
});

test('open-r1#528: 995 of 1000 is not all', () => {
  const counts = [1000, 995, 990, 500, 0];
  const rewards = (kind: 'binary' | 'fraction') =>
    counts.map(
      (passed) => rewardOf(judged(verdict(passed === 1000 ? 'passed' : 'wrong_answer', passed, 1000)), kind).total,
    );
  expect(rewards('binary')).toEqual([1, 0, 0, 0, 0]);
  expect(rewards('fraction')).toEqual([1, 0.995, 0.99, 0.5, 0]);
});

test('verl#1921: the fraction is taken over all tests', () => {
  expect(rewardOf(judged(verdict('wrong_answer', 10, 12)), 'fraction').total).toBeCloseTo(10 / 12, 12);
});
