/** Advantages, clipped loss, KL, aggregation and entropy against numbers that were computed elsewhere, and public bug reports. */

import { describe, expect, test } from 'vitest';
import { entropy, klDivergence, logSoftmax, mean, standardDeviation } from '../../src/core/stats.ts';
import { groupAdvantages } from '../../src/rl/advantage.ts';
import { type Aggregation, tokenWeights, weightedSum } from '../../src/rl/aggregate.ts';
import { klEstimate } from '../../src/rl/kl.ts';
import { clippedSurrogate } from '../../src/rl/loss.ts';
import { completionMask } from '../../src/rl/mask.ts';
import { grpoObjective } from '../../src/rl/objective.ts';
import { toTables } from '../../src/rl/update.ts';
import { rewardOf } from '../../src/verify/reward.ts';
import entropyCases from '../cases/golden/entropy_exact_kl.json' with { type: 'json' };
import frameworks from '../cases/golden/frameworks.json' with { type: 'json' };
import advantageCases from '../cases/golden/grpo_advantages.json' with { type: 'json' };
import klCases from '../cases/golden/kl_estimators.json' with { type: 'json' };
import aggregationCases from '../cases/golden/loss_aggregation.json' with { type: 'json' };
import clipCases from '../cases/golden/ppo_clip.json' with { type: 'json' };
import { verdict } from '../support/letters.ts';

const TOKEN_MEAN: Aggregation = { type: 'token-mean' };
const SEQUENCE_MEAN: Aggregation = { type: 'sequence-mean' };

function expectClose(actual: ArrayLike<number>, expected: readonly number[], tolerance = 1e-9): void {
  expect(actual.length).toBe(expected.length);
  expected.forEach((value, i) => {
    expect(Math.abs(actual[i]! - value), `[${i}]: ${actual[i]} is not ${value}`).toBeLessThanOrEqual(
      tolerance * Math.max(1, Math.abs(value)),
    );
  });
}

/** Loss of ragged rows, padded here with `junk` that must not count. */
function aggregate(losses: readonly (readonly number[])[], aggregation: Aggregation, junk = 99): number {
  const width = Math.max(...losses.map((row) => row.length));
  const pad = (row: readonly number[], filler: number) => [
    ...row,
    ...Array.from({ length: width - row.length }, () => filler),
  ];
  const mask = Uint8Array.from(
    losses.flatMap((row) =>
      pad(
        row.map(() => 1),
        0,
      ),
    ),
  );
  return weightedSum(
    losses.flatMap((row) => pad(row, junk)),
    tokenWeights(mask, width, aggregation),
  );
}

/** Loss and derivative with ratio 1, β 0 and one advantage per row of the given length. */
function firstStep(advantages: readonly number[], lengths: readonly number[], aggregation: Aggregation) {
  const rows = lengths.map((length, i) => ({
    prompt: [0],
    completion: Array.from({ length }, () => 5),
    oldLogProbs: Array.from({ length }, () => -1),
    refLogProbs: Array.from({ length }, () => -1),
    advantage: advantages[i]!,
  }));
  const tables = toTables(rows, 1);
  const options = { clipLow: 0.2, clipHigh: 0.2, beta: 0, aggregation };
  return grpoObjective({ ...tables, logProb: tables.oldLogProb }, options);
}

describe('grpo_advantages.json', () => {
  test.each(advantageCases.cases)('case %#', ({ in: { rewards, group_size, eps }, out }) => {
    const groups = rewards.length / group_size;
    for (let g = 0; g < groups; g++) {
      const slice = rewards.slice(g * group_size, (g + 1) * group_size);
      const part = (values: readonly number[]) => values.slice(g * group_size, (g + 1) * group_size);
      const population = groupAdvantages(slice, { scale: 'group-std', delta: eps });
      const sample = groupAdvantages(slice, { scale: 'group-std', delta: eps, ddof: 1 });
      const centered = groupAdvantages(slice, { scale: 'group-mean' });
      expect(population.zeroVariance).toBe(out.zero_variance_group[g]);
      expect(population.mean).toBeCloseTo(out.mean[g]!, 12);
      expect(population.std).toBeCloseTo(out.std_population[g]!, 12);
      expect(sample.std).toBeCloseTo(out.std_sample[g]!, 12);
      if (population.zeroVariance) {
        for (const { advantages } of [population, sample, centered]) {
          expect(advantages.every((a) => Object.is(a, 0))).toBe(true);
        }
      }
      expectClose(population.advantages, part(out.adv_population_std), 1e-8);
      expectClose(sample.advantages, part(out.adv_sample_std), 1e-8);
      expectClose(centered.advantages, part(out.adv_mean_only));
    }
  });
});

describe('frameworks.json', () => {
  const variants = {
    'trl ddof1 eps1e-4': { scale: 'group-std', ddof: 1, delta: 1e-4 },
    'verl ddof1 eps1e-6': { scale: 'group-std', ddof: 1, delta: 1e-6 },
    'rllm ddof0 eps1e-6': { scale: 'group-std', ddof: 0, delta: 1e-6 },
    'seed ddof0 eps1e-8': { scale: 'group-std' },
    'dr_grpo/nanochat/prime-rl mean-only': { scale: 'group-mean' },
  } as const;

  test.each(Object.entries(frameworks.advantages))('advantages of %s under five conventions', (_, group) => {
    for (const [name, options] of Object.entries(variants)) {
      const expected = group[name as keyof typeof variants];
      expectClose(groupAdvantages(group.rewards, options).advantages, expected, 1e-7);
    }
  });

  test.each(frameworks.clip.filter((row) => row.dual_clip_c === null))('clip $ratio with A = $A', (row) => {
    const token = clippedSurrogate(Math.log(row.ratio), 0, row.A, { clipLow: row.eps_low, clipHigh: row.eps_high });
    expect(token.loss).toBeCloseTo(row.loss, 12);
    expect(token.clippedLow).toBe(row.trl_low_clipped);
    expect(token.clippedHigh).toBe(row.trl_high_clipped);
    expect(token.clippedLow || token.clippedHigh).toBe(row.verl_pg_clipfrac_token);
  });

  test.each(frameworks.kl_tokens)('KL at $logp against $logp_ref', (row) => {
    for (const name of ['k1', 'k2', 'k3'] as const) {
      expect(klEstimate(name, row.logp, row.logp_ref).value).toBeCloseTo(row[name], 7);
    }
  });

  test('expected values and gradients of the estimators (verl#2953)', () => {
    const { p, q, ...out } = frameworks.kl_expectation;
    const expected = { k1: out['E[k1]'], k2: out['E[k2]'], k3: out['E[k3]'] };
    const gradients = { k1: out['E[grad k1]'], k2: out['E[grad k2]'], k3: out['E[grad k3]'] };
    for (const name of ['k1', 'k2', 'k3'] as const) {
      const tokens = p.map((_, i) => klEstimate(name, Math.log(p[i]!), Math.log(q[i]!)));
      expect(tokens.reduce((sum, token, i) => sum + p[i]! * token.value, 0)).toBeCloseTo(expected[name], 9);
      // ∂ log p_i / ∂ logit_j = [i = j] − p_j
      const gradient = p.map((pj, j) =>
        tokens.reduce((sum, token, i) => sum + p[i]! * token.dLogProb * ((i === j ? 1 : 0) - pj), 0),
      );
      expectClose(gradient, gradients[name]);
    }
    expect(klDivergence(p.map(Math.log), q.map(Math.log))).toBeCloseTo(out['KL(p||q)'], 9);
  });

  test('aggregation, and the token mean does not depend on micro-batches (verl#5625)', () => {
    const { loss, mask, lengths, ...out } = frameworks.aggregation;
    const rows = loss.map((row, i) => row.slice(0, lengths[i]));
    expect(aggregate(rows, TOKEN_MEAN)).toBeCloseTo(out['token-mean / dapo (global tokens)'], 9);
    expect(aggregate(rows, SEQUENCE_MEAN)).toBeCloseTo(out['seq-mean-token-mean / grpo'], 9);
    const constant = { type: 'constant-length', length: 4 } as const;
    expect(aggregate(rows, constant)).toBeCloseTo(out['dr_grpo TRL: sum/(B*max_completion_length=4)'], 8);
    const weights = tokenWeights(Uint8Array.from(mask.flat()), 4, TOKEN_MEAN);
    const pieces = loss.map((row, b) => weightedSum(row, weights.subarray(b * 4, (b + 1) * 4)));
    expect(pieces.reduce((a, b) => a + b, 0)).toBeCloseTo(out['token-mean / dapo (global tokens)'], 9);
  });

  test('the first step: loss 0 need not mean gradient 0', () => {
    const { A, len, ...out } = frameworks.first_step.example;
    expect(firstStep(A, len, SEQUENCE_MEAN).loss).toBeCloseTo(out.grpo, 12);
    expect(firstStep(A, len, TOKEN_MEAN).loss).toBeCloseTo(out.dapo, 12);
    expect(firstStep(A, len, { type: 'constant-length', length: 4 }).loss).toBeCloseTo(out['dr_grpo L=4'], 12);
    expect(Math.hypot(...firstStep(A, len, SEQUENCE_MEAN).dLogProb)).toBeGreaterThan(0.1);
  });

  test('temperature divides the logits', () => {
    const { logits, ...out } = frameworks.temperature;
    expectClose(logSoftmax(logits), out['logp T=1'], 1e-7);
    expectClose(logSoftmax(logits, 0.7), out['logp T=0.7'], 1e-7);
  });
});

test.each(clipCases.cases)('ppo_clip.json case %#', ({ in: input, out }) => {
  const bounds = { clipLow: input.clip_low, clipHigh: input.clip_high };
  const tokens = input.logp.map((logp, i) => clippedSurrogate(logp, input.logp_old[i]!, input.advantage[i]!, bounds));
  const column = (pick: (token: (typeof tokens)[number]) => number) => tokens.map(pick);
  const ratios = column((token) => token.ratio);
  const losses = column((token) => token.loss);
  expectClose(ratios, out.ratio);
  expectClose(losses, out.per_token_loss);
  expect(mean(losses)).toBeCloseTo(out.loss_mean, 9);
  const derivatives = column((token) => token.dLogProb);
  expectClose(derivatives, out.dlogp_of_sum);
  expect(tokens.map((token) => token.clippedLow)).toEqual(out.clipped_low);
  expect(tokens.map((token) => token.clippedHigh)).toEqual(out.clipped_high);
  expect(mean(column((token) => Number(token.clippedLow || token.clippedHigh)))).toBeCloseTo(out.clip_fraction, 12);
});

test.each(klCases.cases)('kl_estimators.json case %#', ({ in: { logp, logp_ref }, out }) => {
  const values = (name: 'k1' | 'k2' | 'k3') => logp.map((value, i) => klEstimate(name, value, logp_ref[i]!).value);
  const relative = (actual: readonly number[], expected: readonly number[]) => {
    expected.forEach((value, i) => {
      expect(Math.abs(actual[i]! - value)).toBeLessThanOrEqual(1e-12 + 1e-9 * Math.abs(value));
    });
  };
  relative(values('k1'), out.k1);
  relative(values('k2'), out.k2);
  relative(values('k3'), out.k3);
  expect(values('k3').every((value) => value >= 0)).toBe(true);
  relative(
    logp.map((value, i) => klEstimate('k3', value, logp_ref[i]!).dLogProb),
    out.k3_dlogp,
  );
  expect(mean(values('k3'))).toBeCloseTo(out.mean_k3, 9);
});

test.each(aggregationCases.cases)('loss_aggregation.json case %#', ({ in: input, out }) => {
  const { per_token_loss: loss, mask, max_completion_length: length } = input;
  const width = loss[0]!.length;
  const flat = Uint8Array.from(mask.flat());
  const value = (aggregation: Aggregation) => weightedSum(loss.flat(), tokenWeights(flat, width, aggregation));
  expect(value(TOKEN_MEAN)).toBeCloseTo(out.token_mean, 12);
  expect(value(SEQUENCE_MEAN)).toBeCloseTo(out.seq_mean_token_mean, 12);
  expect(value({ type: 'constant-length', length: 1 })).toBeCloseTo(out.seq_mean_token_sum, 12);
  expect(value({ type: 'constant-length', length })).toBeCloseTo(out.dr_grpo_sum_over_B_times_max_len, 12);
});

test.each(entropyCases.cases)('entropy_exact_kl.json case %#', ({ in: { logits, ref_logits, temperature }, out }) => {
  const logp = logSoftmax(logits);
  expectClose(logp, out.logp);
  expectClose(logSoftmax(logits, temperature), out.logp_with_temperature);
  expect(entropy(logp)).toBeCloseTo(out.entropy, 9);
  expect(klDivergence(logp, logSoftmax(ref_logits))).toBeCloseTo(out.kl_exact, 9);
});

describe('public bug reports', () => {
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
      counts.map((passed) => rewardOf(verdict(passed === 1000 ? 'passed' : 'wrong_answer', passed, 1000), kind).total);
    expect(rewards('binary')).toEqual([1, 0, 0, 0, 0]);
    expect(rewards('fraction')).toEqual([1, 0.995, 0.99, 0.5, 0]);
  });

  test('verl#1921: the fraction is taken over all tests', () => {
    expect(rewardOf(verdict('wrong_answer', 10, 12), 'fraction').total).toBeCloseTo(10 / 12, 12);
  });
});
