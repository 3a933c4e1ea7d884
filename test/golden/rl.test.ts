/** Advantages, clipped loss, KL, aggregation and entropy against numbers that were computed elsewhere. */

import { describe, expect, test } from 'vitest';
import { entropy, klDivergence, logSoftmax, mean } from '../../src/core/stats.ts';
import { groupAdvantages } from '../../src/rl/advantage/group.ts';
import { type Aggregation, tokenWeights, weightedSum } from '../../src/rl/loss/aggregate.ts';
import { klEstimate } from '../../src/rl/loss/kl.ts';
import { clippedSurrogate } from '../../src/rl/loss/surrogate.ts';
import entropyCases from '../cases/golden/entropy_exact_kl.json' with { type: 'json' };
import frameworks from '../cases/golden/frameworks.json' with { type: 'json' };
import advantageCases from '../cases/golden/grpo_advantages.json' with { type: 'json' };
import klCases from '../cases/golden/kl_estimators.json' with { type: 'json' };
import aggregationCases from '../cases/golden/loss_aggregation.json' with { type: 'json' };
import clipCases from '../cases/golden/ppo_clip.json' with { type: 'json' };
import { aggregate, expectClose, firstStep, SEQUENCE_MEAN, TOKEN_MEAN } from '../support/loss-rows.ts';

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
