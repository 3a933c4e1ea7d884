/**
 * Public bug reports about RL trainers, named by tracker and number: this implementation does not have them. Reports that
 * other tests are about:
 *
 * | report | what it needs | where |
 * |---|---|---|
 * | trl#3029 | one temperature for sampler and trainer | `test/support/policy-behaviour.ts`, on every engine |
 * | trl#3500, trl#3234 | KL 0 at the start (no dropout) | `src/rl/loop.test.ts` |
 * | trl#7040, verl#6857, verl#5179 | seeds count; samples of a group differ | `src/rl/loop.test.ts` |
 * | trl#3539, trl#4458 | evaluation has its own streams | `src/trainer/measuring/evaluate.test.ts` |
 * | verl#721, #751, #891, open-r1#704 | a gradient that is not finite moves nothing | `src/rl/loop.test.ts`, policy behaviour |
 * | verl#5625, verl#906, verl#2953, verl#6058, ROLL#447 | aggregation, gradients of the KL, padding in GAE | `rl.test.ts` |
 * | human-eval#35, #68, MultiPL-E#31, deepeval#2967, aprender#2118, verl#7240, prime-rl#1834 | pass@k | `pass-at-k.test.ts` |
 * | verl#288, #3290, #7254, #1466, rllm#915 | endless programs and their workers | `sandbox-issues.test.ts` |
 * | rllm#128, verl prime_code | every test counts, whichever form it has | `sandbox-issues.test.ts`, `sandbox-asserts.test.ts` |
 * | open-r1#504 | right programs pass; equality is of values | `sandbox-programs.test.ts`, `python-equality.test.ts` |
 * | open-r1#687 | right programs are paid, which is seen before training starts | `src/rl/rollout/self-test.test.ts` |
 * | trl#3708, #3973, #4764 | dead groups are sampled anew, so often | `src/rl/rounds.test.ts` |
 * | trl#4967 | KL in the reward | `src/rl/advantage/estimate.test.ts`, `src/rl/rounds.test.ts` |
 * | prime-rl#1334, assignment5#15, verl#6719 | sampled ids are never cut anew | `src/rl/loop.test.ts` |
 * | CoursIA#10603, #10626 | dead groups predicted per problem | `src/rl/record/solve-rates.test.ts` |
 * | trl#5787 | cheats are counted | `src/rl/rollout/cheats.test.ts` |
 */

import { expect, test } from 'vitest';
import { logSoftmax, standardDeviation } from '../../src/core/stats.ts';
import { estimateAdvantages } from '../../src/rl/advantage/estimate.ts';
import { gae } from '../../src/rl/advantage/gae.ts';
import { groupAdvantages } from '../../src/rl/advantage/group.ts';
import { overlongPenalty } from '../../src/rl/advantage/overlong.ts';
import { type Aggregation, tokenWeights, weightedSum } from '../../src/rl/loss/aggregate.ts';
import { correctionWeights, samplingDifference } from '../../src/rl/loss/correction.ts';
import { klEstimate } from '../../src/rl/loss/kl.ts';
import { completionMask } from '../../src/rl/loss/mask.ts';
import { valueLoss } from '../../src/rl/loss/value.ts';
import { groupsOf, markZeroVariance } from '../../src/rl/rollout/select.ts';
import { turnsOf } from '../../src/rl/scores.ts';
import { rewardOf } from '../../src/verify/reward.ts';
import { judged, verdict } from '../support/letters.ts';
import {
  aggregate,
  clipToken,
  expectClose,
  firstStep,
  moved,
  row,
  SEQUENCE_MEAN,
  TOKEN_MEAN,
  unmoved,
} from '../support/loss-rows.ts';
import { deadShare, estimateOptions, rolloutOf, scoredOf, turnOf } from '../support/scored-rollouts.ts';

test('trl#2703, open-r1#239: a loss of 0 at the first step is no gradient of 0', () => {
  const { loss, dLogProb } = firstStep([1, -1], [4, 4], SEQUENCE_MEAN);
  expect(loss).toBe(0);
  expect(Math.hypot(...dLogProb)).toBeGreaterThan(0.1);
  expect(firstStep([1, -1], [3, 1], TOKEN_MEAN).loss).toBeCloseTo(-0.5, 12);
});

test('trl#3029: log-probs are those of the logits divided by the temperature', () => {
  expect(logSoftmax([2, 1, 0], 0.7)[0]).toBeCloseTo(-0.26012, 5);
});

test('trl#2708, trl#4970, MemGen#33: the first end of text is trained on, later padding with its id is not', () => {
  expect([...completionMask([[5, 7, 1, 1, 1]], 1, 5)]).toEqual([1, 1, 1, 0, 0]);
});

test('trl#3120, trl#3757, trl#3144: what counts as clipped, and that nothing does before the weights move', () => {
  const kinds = (ratio: number, advantage: number) => clipToken(Math.log(ratio), advantage).clipped;
  expect(firstStep([1, -1], [3, 2], TOKEN_MEAN).terms.clipped.every((kind) => kind === 'no')).toBe(true);
  expect(kinds(1.3, 1)).toBe('high');
  expect(kinds(0.7, 1)).toBe('no');
  expect(kinds(0.7, -1)).toBe('low');
  expect(kinds(1.3, -1)).toBe('no');
});

test('trl#3256, trl#3138, understand-r1-zero#10: length bias of the sequence mean, none with a constant length', () => {
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
    const { loss, dLogProb, tokens } = unmoved([], { aggregation });
    expect([loss, dLogProb.length, tokens]).toEqual([0, 0, 0]);
  }
});

test('trl#6369: tokens of masked completions are not in the denominator', () => {
  const mask = Uint8Array.from([1, 1, 1, 0, 0, 0, 0, 0, 0, 0]);
  const losses = [0.5, -0.2, 0.1, 1, 1, 1, 1, 1, 1, 1];
  expect(weightedSum(losses, tokenWeights(mask, 10, TOKEN_MEAN))).toBeCloseTo(0.4 / 3, 12);
});

test('trl#3857, trl#3452, trl#3502, oumi#2646: groups without variance are counted from the summed reward, and pull at nothing', () => {
  expect(groupAdvantages([3, 3, 3, 3], { scale: 'group-std' })).toMatchObject({
    advantages: [0, 0, 0, 0],
    zeroVariance: true,
  });
  const marked = markZeroVariance([1, 1, 0, 0, 1, 0].map((reward, i) => rolloutOf(Math.floor(i / 2), reward)));
  expect(groupsOf(marked).map(([first]) => first!.zeroVariance)).toEqual([true, true, false]);
});

test('trl#7068, trl#6365: a zero-variance group that is kept still feels β·KL, and its tokens count', () => {
  const kept = row([0, 0], { refLogProbs: [-1.5, -1] });
  const kl = { coefficient: 0.04, estimator: 'k3' } as const;
  expectClose(unmoved([kept], { kl }).dLogProb, [(0.04 * (1 - Math.exp(-0.5))) / 2, 0]);
  expectClose(unmoved([kept, row([1, 1])], { kl }).dLogProb.slice(2), [-1 / 4, -1 / 4]);
});

test('trl#4501, trl#5773, trl#3079: a missing reward is left out of mean and deviation; all missing is unscored, not 0', () => {
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

test('trl#4967: KL in the reward is taken off every token, the score stands at the last', () => {
  const options = estimateOptions(
    {
      advantage: 'gae',
      dropZeroVariance: false,
      klPlacement: 'reward',
      klEstimator: 'k1',
      maskTruncated: false,
    },
    { lambda: 1, whiten: false },
  );
  const rollout = rolloutOf(0, 1);
  const turn = turnOf(3, 0, { refLogProbs: [-1.5, -1, -0.8], values: [0, 0, 0] });
  const { rows } = estimateAdvantages([rollout], [scoredOf(rollout, turn)], { ...options, klCoefficient: 0.1 });
  const paid = [-0.1 * 0.5, 0, 1 - 0.1 * -0.2];
  expectClose(rows[0]!.advantages, [paid[0]! + paid[1]! + paid[2]!, paid[1]! + paid[2]!, paid[2]!]);
});

test('trl#3500: where policy and reference agree, every estimate of the KL is exactly 0', () => {
  for (const estimator of ['k1', 'k2', 'k3'] as const) {
    const { terms, parts } = unmoved([row([1, -1])], { kl: { coefficient: 1, estimator } });
    expectClose(terms.kl, [0, 0], 0);
    expect(parts.kl).toBeCloseTo(0, 15);
  }
});

test('trl#6789: log-probs renormalised within a nucleus are −log(kept mass) too high, and the difference is measured', () => {
  const trainer = [...logSoftmax([2, 1, 0])].slice(0, 2);
  const sampler = [...logSoftmax([2, 1])];
  const { difference, ratio } = samplingDifference([{ trainer, sampler }], { correction: 'off', correctionCap: 3 })!;
  expect(difference.mean).toBeCloseTo(0.0943, 4);
  expect(ratio.max).toBeCloseTo(Math.exp(-0.0943), 4);
});

test('trl#4772, trl#3867, trl#4530: the ratio of a whole completion is masked or held at the cap', () => {
  const trainer = [-0.95, -1.3, 0.4];
  const weights = (correction: 'sequence-mask' | 'sequence-truncate') =>
    correctionWeights(trainer, [-1, -1, -1], { correction, correctionCap: 3 });
  expect(weights('sequence-mask')).toEqual([0, 0, 0]);
  expect(weights('sequence-truncate')).toEqual([3, 3, 3]);
  const { dLogProb, terms } = unmoved([row([1, 1, 1], { correction: weights('sequence-mask') })]);
  expectClose(dLogProb, [0, 0, 0], 0);
  expect(terms.clipped).toEqual(['masked', 'masked', 'masked']);
});

test('verl#3741: copies of the batch do not change a constant-length loss', () => {
  const rows = [[0.5, -0.2, 0.1], [1], [-0.3, -0.3, 0.6, 0.2]];
  const constant = { type: 'constant-length', length: 4 } as const;
  expect(aggregate([...rows, ...rows], constant)).toBeCloseTo(aggregate(rows, constant), 12);
});

test('verl#1960, verl#1758, verl#1850: a reward at the end of text teaches the value before every token', () => {
  const rewards = [0, 0, 0, 0.7];
  let values = [0, 0, 0, 0];
  for (let step = 0; step < 400; step++) {
    const { returns } = gae({ rewards, values, gamma: 1, lambda: 0.95 });
    values = values.map((value, t) => value - 0.1 * valueLoss(value, value, returns[t]!, 0.2).dValue);
  }
  expectClose(values, [0.7, 0.7, 0.7, 0.7], 1e-6);
});

test('NeMo-RL#1518, NeMo-RL#4158, NeMo-RL#4161: groups with one odd reward stay bounded', () => {
  const trl = { scale: 'group-std', ddof: 1, delta: 1e-4 } as const;
  expect(groupAdvantages([1, 0, 0, 0], trl).advantages[0]).toBeCloseTo(1.4997, 4);
  expect(groupAdvantages([0, ...Array(7).fill(0.95)], trl).advantages[0]).toBeCloseTo(-2.474, 3);
  expect(groupAdvantages([1, 0, 0, 0], { scale: 'rloo' }).advantages).toEqual([1, -1 / 3, -1 / 3, -1 / 3]);
  // Rewards that differ by rounding alone say nothing, even where nothing is added to the deviation.
  expect(groupAdvantages([0.3, 0.1 + 0.2, 0.3], { scale: 'group-std', delta: 0 }).advantages).toEqual([0, 0, 0]);
  expect(standardDeviation([1e9, 1e9 + 1], 0)).toBe(0.5);
});

test('rllm#128: all of twenty tests count', () => {
  for (const kind of ['binary', 'fraction'] as const) {
    expect(rewardOf(judged(verdict('passed', 20, 20)), kind).total).toBe(1);
  }
  expect(rewardOf(judged(verdict('wrong_answer', 15, 20)), 'fraction').total).toBe(0.75);
});

test('rllm#325, autocontext#1067, verifiers#186, UniRL#19: the soft penalty leaves completions that ended in time alone', () => {
  expect([1, 20, 32].map((length) => overlongPenalty(length, 48, 16))).toEqual([0, 0, 0]);
  expect([40, 48].map((length) => overlongPenalty(length, 48, 16))).toEqual([-0.5, -1]);
  expect(overlongPenalty(48, 48, 0)).toBe(0);
});

test('verifiers#11: of several turns only what the model wrote is in the loss', () => {
  const rollout = rolloutOf(0, 1, ['wrong_answer', 'syntax_error']);
  const turns = [turnOf(3), turnOf(5, 0, { prompt: [0, 7, 7, 7] }), turnOf(2, 0, { prompt: [0, 7, 7, 7, 7, 7] })];
  const other = rolloutOf(0, 0);
  const { rows } = estimateAdvantages([rollout, other], [scoredOf(rollout, ...turns)], estimateOptions({}));
  expect(rows.map(({ advantages }) => advantages.length)).toEqual([3, 5, 2]);
  expect(unmoved(rows).tokens).toBe(3 + 5 + 2);
});

test('prime-rl#1334, assignment5-alignment#15, verl#6719: what is trained on are the ids that were sampled', () => {
  // No text is between them: ids that decode to one text and would be encoded as others stay what they are.
  const rollout = rolloutOf(0, 1);
  const scored = scoredOf(rollout, turnOf(2, 0, { completion: turnsOf(rollout)[0]!.completion }));
  const { rows } = estimateAdvantages([rollout], [scored], estimateOptions({}));
  expect(rows[0]!.completion).toBe(rollout.completion.ids);
});

test('grpo-flat#2: mean and deviation are those of the group, not of the batch', () => {
  const of = (rewards: number[]) => groupAdvantages(rewards, { scale: 'group-std', delta: 0 }).advantages;
  expectClose(of([1, 1, 0, 0]), [1, 1, -1, -1]);
  expectClose(of([0, 0, 0, 1]), [-0.57735, -0.57735, -0.57735, 1.73205], 1e-5);
});

test('grpo-flat#2, AReaL#1419, NeMo-RL#3882: groups are told apart by their id; one that lacks a sample shifts no other', () => {
  const shown = (given: readonly (readonly [group: number, reward: number])[]) => {
    const rollouts = given.map(([group, reward]) => ({ ...rolloutOf(group, reward), prompt: [7] }));
    const estimated = estimateAdvantages(rollouts, [], estimateOptions({}));
    return rollouts.map((rollout) => estimated.shown.get(rollout)!);
  };
  expect(
    shown([
      [0, 1],
      [0, 1],
      [1, 0],
      [1, 0],
    ]),
  ).toEqual([0, 0, 0, 0]);
  const second = [
    [1, 1],
    [1, 0],
    [1, 0],
  ] as const;
  const whole = shown([[0, 1], [0, 0], [0, 0], ...second]);
  expect(shown([[0, 1], [0, 0], ...second]).slice(2)).toEqual(whole.slice(3));
});

test('reasoning-from-scratch#243, minimind#775: once the weights have moved the ratio is not 1', () => {
  const { terms } = moved([row([1, 1])], [[-0.9, -1.2]]);
  expectClose(terms.ratio, [Math.exp(0.1), Math.exp(-0.2)]);
  expectClose(moved([row([1, 1])], [[-0.9, -1.2]], { ratio: 'sequence' }).terms.ratio, Array(2).fill(Math.exp(-0.05)));
});

test('CoursIA#10603, CoursIA#10626: dead groups are predicted per problem, not from the mean solve rate', () => {
  expect(deadShare([0.1819], 2)).toBeCloseTo(0.702, 3);
  expect(deadShare([0.1819], 8)).toBeCloseTo(0.201, 3);
  const mixed = [...Array<number>(7).fill(0), ...Array<number>(3).fill(0.6)];
  expect(deadShare(mixed, 8)).toBeCloseTo(0.7 + 0.3 * (0.6 ** 8 + 0.4 ** 8), 12);
  expect(deadShare([0.18], 8)).toBeLessThan(0.21);
});

test('trl#2995: with ratio 1 the sequence mean is 0, the token mean is not', () => {
  expect(firstStep([1, -1], [2, 6], SEQUENCE_MEAN).loss).toBeCloseTo(0, 12);
  expect(firstStep([1, -1], [2, 6], TOKEN_MEAN).loss).toBeCloseTo(0.5, 12);
});

test.each(['group-std', 'group-mean', 'rloo', 'batch-std', 'batch', 'maxrl'] as const)(
  'residue of rounding: eight rewards of 0.2 give exactly 0 under %s',
  (scale) => {
    const { advantages } = groupAdvantages(Array(8).fill(0.2), { scale });
    expect(advantages.every((a) => Object.is(a, 0))).toBe(true);
  },
);

test('OpenRLHF#1335: an extreme gap overflows neither value nor derivative', () => {
  const { value, dLogProb } = klEstimate('k3', -800, -0.1);
  expect(value).toBeGreaterThan(1e8);
  expect(Number.isFinite(value) && Number.isFinite(dLogProb)).toBe(true);
  for (const advantage of [1, -1]) {
    const token = clipToken(799.9, advantage);
    expect(Number.isFinite(token.loss) && Number.isFinite(token.derivative)).toBe(true);
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
