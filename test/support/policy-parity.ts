/** What every engine must agree on with the golden files, written against the Policy interface alone. */

import { expect, it } from 'vitest';
import type { Coefficients, OptimizerStep, Policy, TokenBatch, TokenScores } from '../../src/core/policy.ts';
import { type ModelSpec, type ParameterSlot, parameterLayout } from '../../src/model/spec.ts';
import { compareParameters, type GoldenGpt, goldenSequences, goldenSpec, packGolden } from './golden-gpt.ts';

export type CreatePolicy = (options: { spec: ModelSpec; weights: Float32Array }) => Promise<Policy>;

/** With β1 = 0 and no clipping the first moment after a step is the gradient itself. */
export const GRADIENT_PROBE: OptimizerStep = {
  learningRate: 0,
  beta1: 0,
  beta2: 0,
  epsilon: 1,
  weightDecay: 0,
  clipNorm: Number.POSITIVE_INFINITY,
};

/** Gradient of Σ coefficient · score with respect to every parameter, packed. */
export async function gradientOf(policy: Policy, batch: TokenBatch, coefficients: Coefficients) {
  const { scores, gradNorm } = await policy.update(batch, coefficients, GRADIENT_PROBE);
  return { gradient: (await policy.save()).moment1!, scores, gradNorm };
}

/** Σ coefficient · score, the loss whose gradient `update` follows; in f64. */
export function lossOf(scores: TokenScores, coefficients: Coefficients): number {
  let sum = 0;
  for (const name of ['logProb', 'entropy', 'value'] as const) {
    coefficients[name]?.forEach((c, i) => {
      if (c !== 0) sum += c * scores[name]![i]!;
    });
  }
  return sum;
}

/** A gradient that `update` gave, and the loss that it belongs to. */
export interface GradientCase {
  readonly weights: Float32Array;
  readonly gradient: Float32Array;
  readonly batch: TokenBatch;
  readonly coefficients: Coefficients;
  /** Parts of parameter names, each a direction along the gradient of those parameters; '' is all of it. */
  readonly kinds: readonly string[];
}

/** Compares a gradient with finite differences of the scores along it, one kind of parameter at a time. */
export async function expectSlopes(
  policy: Policy,
  slots: readonly ParameterSlot[],
  given: GradientCase,
): Promise<void> {
  const { weights, gradient, batch, coefficients } = given;
  for (const kind of given.kinds) {
    const direction = new Float32Array(gradient.length);
    for (const { name, offset, size } of slots) {
      if (name.includes(kind)) direction.set(gradient.subarray(offset, offset + size), offset);
    }
    const length = Math.hypot(...direction);
    const reach = 0.01 / length;
    const at = async (sign: number) => {
      const moved = weights.map((w, i) => w + sign * reach * direction[i]!);
      await policy.load({ weights: moved, step: 0 });
      return lossOf(await policy.score(batch), coefficients);
    };
    const slope = ((await at(1)) - (await at(-1))) / (2 * reach);
    expect(slope / length ** 2, `slope along ${kind || 'all'}`).toBeGreaterThan(0.98);
    expect(slope / length ** 2, `slope along ${kind || 'all'}`).toBeLessThan(1.02);
  }
}

/**
 * Registers the parity tests of one golden file for one engine. `brief` leaves out several steps in a row: on a
 * software GPU, where every operation is dear, one golden file has to do for those.
 */
export function goldenParity(golden: GoldenGpt, create: CreatePolicy, { brief = false } = {}): void {
  const tolerance = 2e-4;
  const spec = goldenSpec(golden);
  const weights = packGolden(spec, golden.params);
  const batch: TokenBatch = { sequences: goldenSequences(golden), temperature: 1 };
  const mask = Float32Array.from(golden.mask.flat());
  const tokens = mask.reduce((a, b) => a + b, 0);
  const width = golden.target_ids[0]!.length;
  const meanNll = (): Coefficients => ({ width, logProb: mask.map((m) => -m / tokens) });

  it('scores every target and the entropy of every distribution', async () => {
    await using policy = await create({ spec, weights });
    const scores = await policy.score(batch);
    expect(scores.width).toBe(width);
    const expected = golden.target_logp.flat();
    expected.forEach((logProb, i) => {
      expect(scores.logProb[i]).toBeCloseTo(logProb, 4);
    });
    golden.logits.flat().forEach((logits, i) => {
      expect(scores.entropy[i]).toBeCloseTo(entropyOf(logits), 4);
    });
  });

  it('has the loss and every gradient', async () => {
    await using policy = await create({ spec, weights });
    const { gradient, scores, gradNorm } = await gradientOf(policy, batch, meanNll());
    expect(lossOf(scores, meanNll())).toBeCloseTo(golden.loss, 5);
    const expected = packGolden(spec, golden.grads);
    expect(compareParameters(spec, gradient, expected).filter(({ error }) => !(error < tolerance))).toEqual([]);
    expect(gradNorm).toBeCloseTo(Math.hypot(...expected), 4);
  });

  it('has the gradients of the clipped surrogate', async () => {
    await using policy = await create({ spec, weights });
    const { advantages, logp_old, clip_low, clip_high, grads_some } = golden.ppo;
    const { logProb } = await policy.score(batch);
    const old = logp_old.flat();
    const coefficients = logProb.map((value, i) => {
      const advantage = advantages[Math.floor(i / width)]!;
      const ratio = Math.exp(value - old[i]!);
      const clipped = advantage >= 0 ? ratio > 1 + clip_high : ratio < 1 - clip_low;
      return clipped ? 0 : (-advantage * ratio * mask[i]!) / tokens;
    });
    const { gradient } = await gradientOf(policy, batch, { width, logProb: coefficients });
    const points = compareParameters(spec, gradient, packGolden(spec, grads_some));
    expect(points.length).toBe(4);
    expect(points.filter(({ error }) => !(error < tolerance))).toEqual([]);
  });

  if (brief) return;

  it('takes the same five AdamW steps', async () => {
    await using policy = await create({ spec, weights });
    const { lr, betas, eps, weight_decay, loss_before_each_step, wte_row0_after, ln_f_bias_after } = golden.adamw;
    const step = {
      learningRate: lr,
      beta1: betas[0]!,
      beta2: betas[1]!,
      epsilon: eps,
      weightDecay: weight_decay,
      clipNorm: Number.POSITIVE_INFINITY,
    };
    let before = weights;
    for (const loss of loss_before_each_step) {
      const { scores, applied } = await policy.update(batch, meanNll(), step);
      expect(applied).toBe(true);
      expect(lossOf(scores, meanNll())).toBeCloseTo(loss, 4);
      // The golden run decays every parameter, a Policy only matrices: make up the difference.
      const after = await policy.save();
      for (const { offset, size, decays } of parameterLayout(spec)) {
        if (decays) continue;
        for (let i = offset; i < offset + size; i++) after.weights[i]! -= lr * weight_decay * before[i]!;
      }
      await policy.load(after);
      before = after.weights;
    }
    const finalBias = before.subarray(before.length - spec.width);
    wte_row0_after.forEach((value, i) => {
      expect(before[i]).toBeCloseTo(value, 4);
    });
    ln_f_bias_after.forEach((value, i) => {
      expect(finalBias[i]).toBeCloseTo(value, 4);
    });
  });

  it('decodes greedily to the same tokens through its cache, and scores them alike', async () => {
    await using policy = await create({ spec, weights });
    const cases = golden.greedy.filter((g) => g.min_top1_top2_margin > 1e-3);
    const completions = await policy.sample(
      cases.map((c) => c.prompt),
      { maxNewTokens: 12, temperature: 0, topP: 1, topK: 0, seed: 1, streams: cases.map((_, i) => i) },
    );
    const sequences = completions.map(({ ids }, i) => ({ prompt: cases[i]!.prompt, completion: ids }));
    const scores = await policy.score({ sequences, temperature: 1 });
    completions.forEach(({ ids, logProbs }, i) => {
      const tokens = cases[i]!.tokens;
      // Golden decoding knows no end of text.
      const end = tokens.indexOf(1);
      expect(ids).toEqual(end < 0 ? tokens : tokens.slice(0, end + 1));
      logProbs.forEach((logProb, t) => {
        expect(logProb).toBeCloseTo(scores.logProb[i * scores.width + t]!, 4);
      });
    });
  });
}

function entropyOf(logits: readonly number[]): number {
  const max = Math.max(...logits);
  const total = logits.reduce((sum, z) => sum + Math.exp(z - max), 0);
  return -logits.reduce((sum, z) => {
    const logP = z - max - Math.log(total);
    return sum + Math.exp(logP) * logP;
  }, 0);
}
