/** Advantages, clipped loss, KL, aggregation and entropy against numbers that were computed elsewhere. */

import { describe, expect, test } from 'vitest';
import { entropy, klDivergence, logSoftmax, mean } from '../../src/core/stats.ts';
import { gae, whiten } from '../../src/rl/advantage/gae.ts';
import { groupAdvantages } from '../../src/rl/advantage/group.ts';
import { tokenReturns } from '../../src/rl/advantage/outcome-critic.ts';
import { overlongPenalty } from '../../src/rl/advantage/overlong.ts';
import { adaptKlCoefficient } from '../../src/rl/advantage/token-rewards.ts';
import { type Aggregation, tokenWeights, weightedSum } from '../../src/rl/loss/aggregate.ts';
import { correctionWeights } from '../../src/rl/loss/correction.ts';
import { klEstimate } from '../../src/rl/loss/kl.ts';
import { valueLoss } from '../../src/rl/loss/value.ts';
import entropyCases from '../cases/golden/entropy_exact_kl.json' with { type: 'json' };
import frameworks from '../cases/golden/frameworks.json' with { type: 'json' };
import gaeCases from '../cases/golden/gae.json' with { type: 'json' };
import advantageCases from '../cases/golden/grpo_advantages.json' with { type: 'json' };
import klCases from '../cases/golden/kl_estimators.json' with { type: 'json' };
import aggregationCases from '../cases/golden/loss_aggregation.json' with { type: 'json' };
import clipCases from '../cases/golden/ppo_clip.json' with { type: 'json' };
import {
  aggregate,
  clipToken,
  expectClose,
  firstStep,
  moved,
  PLAIN,
  row,
  SEQUENCE_MEAN,
  TOKEN_MEAN,
  unmoved,
} from '../support/loss-rows.ts';
import { deadShare } from '../support/scored-rollouts.ts';

describe('grpo_advantages.json', () => {
  test.each(advantageCases.cases)('case %#', ({ in: { rewards, group_size, eps }, out }) => {
    const groups = rewards.length / group_size;
    for (let g = 0; g < groups; g++) {
      const slice = rewards.slice(g * group_size, (g + 1) * group_size);
      const part = (values: readonly number[]) => values.slice(g * group_size, (g + 1) * group_size);
      const population = groupAdvantages(slice, { scale: 'group-std', delta: eps });
      const sample = groupAdvantages(slice, { scale: 'group-std', delta: eps, ddof: 1 });
      const centered = groupAdvantages(slice, { scale: 'group-mean' });
      const leaveOneOut = groupAdvantages(slice, { scale: 'rloo' });
      expect(population.zeroVariance).toBe(out.zero_variance_group[g]);
      expect(population.mean).toBeCloseTo(out.mean[g]!, 12);
      expect(population.std).toBeCloseTo(out.std_population[g]!, 12);
      expect(sample.std).toBeCloseTo(out.std_sample[g]!, 12);
      if (population.zeroVariance) {
        for (const { advantages } of [population, sample, centered, leaveOneOut]) {
          expect(advantages.every((a) => Object.is(a, 0))).toBe(true);
        }
      }
      expectClose(population.advantages, part(out.adv_population_std), 1e-8);
      expectClose(sample.advantages, part(out.adv_sample_std), 1e-8);
      expectClose(centered.advantages, part(out.adv_mean_only));
      // The file leaves a group of one open; nobody is there to be compared with.
      expectClose(leaveOneOut.advantages, out.adv_rloo === null ? slice.map(() => 0) : part(out.adv_rloo));
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
    rloo: { scale: 'rloo' },
    'maxrl (r-mean)/mean': { scale: 'maxrl' },
  } as const;

  test.each(Object.entries(frameworks.advantages))('advantages of %s under seven conventions', (_, group) => {
    for (const [name, options] of Object.entries(variants)) {
      const expected = (group as Partial<Record<string, number[]>>)[name];
      if (expected === undefined) continue; // MaxRL is given for one group only.
      expectClose(groupAdvantages(group.rewards, options).advantages, expected, 1e-7);
    }
  });

  test.each(frameworks.clip)('clip $ratio with A = $A, dual clip $dual_clip_c', (given) => {
    const bounds = { clipLow: given.eps_low, clipHigh: given.eps_high, dualClip: given.dual_clip_c ?? 0 };
    const token = clipToken(Math.log(given.ratio), given.A, bounds);
    expect(token.loss).toBeCloseTo(given.loss, 12);
    expect(token.clipped === 'low').toBe(given.trl_low_clipped);
    expect(token.clipped === 'high').toBe(given.trl_high_clipped);
    expect(token.clipped === 'low' || token.clipped === 'high').toBe(given.verl_pg_clipfrac_token);
    expect(token.clipped === 'dual').toBe(given.dual_clip_c !== null && given.ratio > given.dual_clip_c && given.A < 0);
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
    expect(aggregate(rows, { type: 'sequence-sum' })).toBeCloseTo(out['seq-mean-token-sum'], 9);
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

  test('temperature divides the logits, and a nucleus makes its tokens likelier than the model does', () => {
    const { logits, ...out } = frameworks.temperature;
    const logProbs = logSoftmax(logits);
    expectClose(logProbs, out['logp T=1'], 1e-7);
    expectClose(logSoftmax(logits, 0.7), out['logp T=0.7'], 1e-7);
    const nucleus = logSoftmax(logits.slice(0, 2));
    expectClose(nucleus, out['top_p=0.9 T=1 renormalised (keeps 2)'], 1e-7);
    expect(nucleus[0]! - logProbs[0]!).toBeCloseTo(out['-log(kept mass)'], 7);
  });

  test('GAE: advantages, returns before whitening, and padding that does not leak (ROLL#447)', () => {
    const { rewards, values, gamma, lam: lambda, ...out } = frameworks.gae;
    const { advantages, returns } = gae({ rewards, values, gamma, lambda });
    expectClose(advantages, out.adv);
    expectClose(returns, out.returns);
    expectClose(whiten([advantages])[0]!, out['whitened(verl masked_whiten, var ddof1, eps 1e-8)'], 1e-7);
    const whole = gae({ rewards, values, gamma, lambda: 1 });
    expectClose(whole.advantages, out['lam=1 adv']);
    expectClose(whole.returns, out['lam=1 returns']);
    const { adv, ...padded } = out['masked padding value 100 must not leak (ROLL#447)'];
    expectClose(gae({ ...padded, gamma, lambda }).advantages, adv);
  });

  test.each(frameworks.value_clip)('value $vpred, $old when sampled, $ret wanted', (given) => {
    const { loss, clipped } = valueLoss(given.vpred, given.old, given.ret, given.clip);
    expect(loss).toBeCloseTo(given.loss, 12);
    expect(clipped).toBe(given.clipped);
  });

  test.each(frameworks.overlong)('overlong: $len of $Lmax tokens with a cache of $cache', (given) => {
    const penalty = overlongPenalty(given.len, given.Lmax, given.cache);
    expect(penalty).toBeCloseTo(given['paper/open-r1'], 12);
    // Up to the limit veRL says the same; beyond it its line goes on falling.
    expect(given.verl <= penalty && (given.len > given.Lmax || given.verl === penalty + 0)).toBe(true);
  });

  test('CodeRL: token returns and loss', () => {
    const { relative, logp, ...out } = frameworks.coderl.example;
    const { passed, failed } = frameworks.coderl.rewards;
    const probs = out['critic softmax prob of gt class per token'];
    expect(passed - failed).toBeCloseTo(relative, 12);
    const returns = tokenReturns(probs, passed, failed);
    expectClose(returns, out['token returns']);
    const { loss } = unmoved([row(returns, { oldLogProbs: logp })], {
      surrogate: { ...PLAIN.surrogate, type: 'log-likelihood' },
      aggregation: SEQUENCE_MEAN,
    });
    expect(loss).toBeCloseTo(out['rl_loss = -mean(logp*ret)'], 12);
  });

  test('GSPO: the ratio of a completion is the geometric mean of its tokens’', () => {
    const { 'token log-ratios': logRatios, ...out } = frameworks.gspo;
    const given = row([1, 1, 1]);
    const now = given.oldLogProbs.map((old, t) => old + logRatios[t]!);
    const ratios = (ratio: 'token' | 'sequence') => moved([given], [now], { ratio }).terms.ratio;
    expectClose(ratios('token'), out['token ratios'], 1e-7);
    expectClose(ratios('sequence'), Array(3).fill(out['seq ratio exp(mean)']), 1e-7);
  });

  test('TIS and MIS: weights truncated or masked, per token or per completion', () => {
    const { 'old_logp - sampler_logp': differences, ...out } = frameworks.tis;
    const sampler = differences.map(() => -1);
    const trainer = differences.map((one) => one - 1);
    const weights = (correction: Parameters<typeof correctionWeights>[2]['correction'], correctionCap: number) =>
      correctionWeights(trainer, sampler, { correction, correctionCap });
    expectClose(weights('token-truncate', 1000), out['token ratios'], 1e-7);
    expectClose(weights('token-truncate', 2), out['token_truncate C=2'], 1e-7);
    expectClose(weights('token-mask', 3), out['token_mask C=3'], 1e-7);
    expectClose(weights('sequence-mask', 1000), Array(3).fill(out['sequence ratio']), 1e-7);
    expectClose(weights('sequence-mask', 3), Array(3).fill(out['sequence_mask C=3 (TRL default)']));
    expectClose(weights('sequence-truncate', 3), Array(3).fill(out['sequence_truncate C=3']));
    expectClose(weights('off', 3), [1, 1, 1]);
  });

  test('the adaptive KL controller', () => {
    const { init, target, horizon, current, n_steps, new: expected } = frameworks.adaptive_kl;
    expect(adaptKlCoefficient(init, current, n_steps, { target, horizon })).toBeCloseTo(expected, 12);
    expect(adaptKlCoefficient(init, target / 100, n_steps, { target, horizon })).toBeCloseTo(
      init - (expected - init),
      12,
    );
    expect(adaptKlCoefficient(init, target, n_steps, { target, horizon })).toBe(init);
  });

  test('a group without variance: its probability for independent samples', () => {
    const p = 0.1819;
    for (const [size, expected] of Object.entries(frameworks['homogeneous_group_prob p^G+(1-p)^G, p=0.1819'])) {
      expect(deadShare([p], Number(size))).toBeCloseTo(expected, 8);
    }
  });
});

test.each(gaeCases.cases)('gae.json case %#', ({ in: input, out }) => {
  const { rewards, values, bootstrap_value: bootstrap, done, gamma, lambda } = input;
  const { advantages, returns } = gae({ rewards, values, bootstrap, done, gamma, lambda });
  expectClose(advantages, out.advantages);
  expectClose(returns, out.returns);
  // The population variant of whitening, A − mean over deviation + 1e-8, is what a group does with its rewards.
  const { advantages: white } = groupAdvantages(advantages, { scale: 'group-std', delta: 1e-8 });
  expectClose(white, out['whitened_population_std_eps1e-8'], 1e-8);
});

test.each(clipCases.cases)('ppo_clip.json case %#', ({ in: input, out }) => {
  const bounds = { clipLow: input.clip_low, clipHigh: input.clip_high };
  const tokensOf = (dualClip: number) =>
    input.logp.map((logp, i) => clipToken(logp - input.logp_old[i]!, input.advantage[i]!, { ...bounds, dualClip }));
  const tokens = tokensOf(0);
  const losses = tokens.map(({ loss }) => loss);
  expectClose(
    tokens.map(({ ratio }) => ratio),
    out.ratio,
  );
  expectClose(losses, out.per_token_loss);
  expect(mean(losses)).toBeCloseTo(out.loss_mean, 9);
  expectClose(
    tokens.map(({ derivative }) => derivative),
    out.dlogp_of_sum,
  );
  expect(tokens.map(({ clipped }) => clipped === 'low')).toEqual(out.clipped_low);
  expect(tokens.map(({ clipped }) => clipped === 'high')).toEqual(out.clipped_high);
  expect(mean(tokens.map(({ clipped }) => Number(clipped !== 'no')))).toBeCloseTo(out.clip_fraction, 12);
  expectClose(
    tokensOf(input.dual_clip_c).map(({ loss }) => loss),
    out.per_token_loss_dual_clip,
  );
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
  expect(mean(values('k1'))).toBeCloseTo(out.mean_k1, 9);
  expect(mean(values('k2'))).toBeCloseTo(out.mean_k2, 9);
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
  expect(value({ type: 'sequence-sum' })).toBeCloseTo(out.seq_mean_token_sum, 12);
  expect(value({ type: 'constant-length', length })).toBeCloseTo(out.dr_grpo_sum_over_B_times_max_len, 12);
});

test.each(entropyCases.cases)('entropy_exact_kl.json case %#', ({ in: { logits, ref_logits, temperature }, out }) => {
  const logp = logSoftmax(logits);
  expectClose(logp, out.logp);
  expectClose(logSoftmax(logits, temperature), out.logp_with_temperature);
  expect(entropy(logp)).toBeCloseTo(out.entropy, 9);
  expect(klDivergence(logp, logSoftmax(ref_logits))).toBeCloseTo(out.kl_exact, 9);
});
