/** What every engine must do beyond the golden numbers, written against the Policy interface alone. */

import { expect, it } from 'vitest';
import type { OptimizerStep, Policy, SampleOptions } from '../../src/core/policy.ts';
import { type ParameterSlot, parameterLayout } from '../../src/model/spec.ts';
import { type CreatePolicy, expectSlopes, gradientOf, lossOf } from './policy-parity.ts';
import { NANO, randomCoefficients, randomSequences, randomWeights } from './random-model.ts';

export const STEP: OptimizerStep = {
  learningRate: 3e-3,
  beta1: 0.9,
  beta2: 0.95,
  epsilon: 1e-8,
  weightDecay: 0.1,
  clipNorm: 1,
};

/** The model that an engine is tried on: 29 ids of which 1 ends a text, a context of 64. */
export interface Subject {
  readonly layout: readonly ParameterSlot[];
  readonly weights: Float32Array;
  readonly others: Float32Array;
  /** Parts of parameter names whose gradients are checked by themselves. */
  readonly kinds: readonly string[];
}

const OWN: Subject = {
  layout: parameterLayout(NANO),
  weights: randomWeights(NANO, 5),
  others: randomWeights(NANO, 99),
  kinds: ['', 'wte', 'wpe', 'ln_1.weight', 'c_attn.bias', 'attn.c_proj', 'mlp', 'ln_f.bias'],
};

/**
 * Registers the behaviour tests for one engine; `brief` is for a software GPU, where every operation is dear.
 *
 * @param subject what `create` makes, where that is not the nano model: only the weights count then
 */
export function policyBehaviour(create: CreatePolicy, { brief = false, subject = OWN } = {}): void {
  const samples = brief ? 1500 : 4000;
  const { layout, weights, others, kinds } = subject;
  const open = () => create({ spec: NANO, weights });

  it('follows the gradient of log-probs and entropies that finite differences give, at a temperature', async () => {
    await using policy = await open();
    const sequences = randomSequences(NANO, brief ? 5 : 9, 1);
    const batch = { sequences, temperature: 0.8 };
    const coefficients = randomCoefficients(sequences, 2);
    const { gradient, gradNorm } = await gradientOf(policy, batch, coefficients);
    expect(gradNorm).toBeCloseTo(Math.hypot(...gradient), 3);
    await expectSlopes(policy, layout, { weights, gradient, batch, coefficients, kinds });
  });

  it('draws tokens with the right frequencies (chi-square) and stores their log-probs', async () => {
    await using policy = await open();
    const prompt = [3, 14, 15];
    const options = { maxNewTokens: 1, temperature: 1.3, topP: 1, topK: 0, seed: 11 };
    const streams = Array.from({ length: samples }, (_, i) => i);
    const drawn = await policy.sample(
      streams.map(() => prompt),
      { ...options, streams },
    );
    const sequences = Array.from({ length: NANO.vocabSize }, (_, id) => ({ prompt, completion: [id] }));
    const { logProb } = await policy.score({ sequences, temperature: options.temperature });
    const counts = new Float64Array(NANO.vocabSize);
    for (const { ids, logProbs } of drawn) {
      counts[ids[0]!]!++;
      expect(logProbs[0]).toBeCloseTo(logProb[ids[0]!]!, 4);
    }
    let chi2 = 0;
    logProb.forEach((value, id) => {
      const expected = samples * Math.exp(value);
      chi2 += (counts[id]! - expected) ** 2 / expected;
    });
    expect(chi2).toBeLessThan(56.9); // 0.999 quantile for 28 degrees of freedom
  });

  it('samples a row the same whatever shares its batch, ends at end of text, and never past the limit', async () => {
    await using policy = await open();
    const prompts = randomSequences(NANO, brief ? 20 : 40, 3).map(({ prompt }) => prompt);
    const maxNewTokens = brief ? 12 : 20;
    const options: SampleOptions = {
      maxNewTokens,
      temperature: 1,
      topP: 0.95,
      topK: 0,
      seed: 4,
      streams: prompts.map((_, i) => 100 + i),
    };
    const together = await policy.sample(prompts, options);
    expect(together.some(({ truncated }) => truncated)).toBe(true);
    expect(together.some(({ truncated }) => !truncated)).toBe(true);
    for (const { ids, truncated } of together) {
      expect(truncated).toBe(ids.at(-1) !== 1);
      expect(ids.slice(0, -1)).not.toContain(1);
      expect(ids.length).toBeLessThanOrEqual(maxNewTokens);
      if (truncated) expect(ids.length).toBe(maxNewTokens);
    }
    const few = [7, 15, 16];
    const alone = await policy.sample(
      few.map((i) => prompts[i]!),
      { ...options, streams: few.map((i) => 100 + i) },
    );
    expect(alone.map(({ ids }) => ids)).toEqual(few.map((i) => together[i]!.ids));
    const scores = await policy.score({
      sequences: together.map(({ ids }, i) => ({ prompt: prompts[i]!, completion: ids })),
      temperature: 1,
    });
    together.forEach(({ logProbs }, b) => {
      logProbs.forEach((value, t) => {
        expect(value).toBeCloseTo(scores.logProb[b * scores.width + t]!, 4);
      });
    });
  });

  it('stops at the end of the context without disturbing the rows beside it', async () => {
    await using policy = await open();
    const long = Array.from({ length: NANO.contextLength - 1 }, (_, i) => 2 + (i % 20));
    const prompts = [long, [3, 4], long, [5, 6, 7]];
    const completions = await policy.sample(prompts, {
      maxNewTokens: 12,
      temperature: 1.2,
      topP: 1,
      topK: 0,
      seed: 2,
      streams: [0, 1, 2, 3],
    });
    const sequences = completions.map(({ ids }, i) => ({ prompt: prompts[i]!, completion: ids }));
    const scores = await policy.score({ sequences, temperature: 1.2 });
    const limits = [2, 12, 2, 12];
    completions.forEach(({ ids, logProbs, truncated }, i) => {
      expect(truncated).toBe(ids.at(-1) !== 1);
      if (truncated) expect(ids.length).toBe(limits[i]);
      logProbs.forEach((value, t) => {
        expect(value).toBeCloseTo(scores.logProb[i * scores.width + t]!, 4);
      });
    });
    expect(Math.max(...completions.map(({ ids }) => ids.length))).toBeGreaterThan(4);
  });

  it('goes on after save and load exactly as without, and keeps its reference', async () => {
    const sequences = randomSequences(NANO, 12, 6);
    const batch = { sequences, temperature: 1 };
    const coefficients = randomCoefficients(sequences, 7);
    await using straight = await open();
    const first = await straight.score(batch, 'reference');
    await straight.update(batch, coefficients, STEP);
    const saved = await straight.save();
    await straight.update(batch, coefficients, STEP);
    await using resumed = await create({ spec: NANO, weights: others });
    await resumed.load(saved);
    await resumed.update(batch, coefficients, STEP);
    const [a, b] = [await straight.save(), await resumed.save()];
    expect(b.step).toBe(2);
    expect(b.weights).toEqual(a.weights);
    expect(b.moment1).toEqual(a.moment1);
    expect(b.moment2).toEqual(a.moment2);
    expect((await resumed.score(batch, 'reference')).logProb).toEqual(first.logProb);
    await resumed.setReference();
    expect((await resumed.score(batch, 'reference')).logProb).toEqual((await straight.score(batch)).logProb);
  });

  it('takes calls one after another, however they come', async () => {
    const sequences = randomSequences(NANO, brief ? 12 : 60, 6);
    const batch = { sequences, temperature: 1 };
    const prompts = sequences.map(({ prompt }) => prompt);
    const streams = prompts.map((_, i) => i);
    const options = { maxNewTokens: 6, temperature: 1, topP: 1, topK: 0, seed: 2, streams };
    const calls = (policy: Policy) =>
      [
        () => policy.update(batch, randomCoefficients(sequences, 1), STEP),
        () => policy.sample(prompts, options),
        () => policy.update(batch, randomCoefficients(sequences, 2), STEP),
        () => policy.score(batch),
        () => policy.save(),
      ] as const;
    await using one = await open();
    const inOrder: unknown[] = [];
    for (const call of calls(one)) inOrder.push(await call());
    await using other = await open();
    expect(await Promise.all(calls(other).map((call) => call()))).toEqual(inOrder);
  });

  it('is gone after dispose: it says so, and disposing it again does nothing', async () => {
    const policy = await open();
    const batch = { sequences: [{ prompt: [2], completion: [3] }], temperature: 1 };
    await policy[Symbol.asyncDispose]();
    await policy[Symbol.asyncDispose]();
    for (const call of [policy.score(batch), policy.save(), policy.setReference(), policy.load({ weights, step: 0 })]) {
      await expect(call).rejects.toThrow('expected one that is alive, this one was disposed');
    }
  });

  it('refuses a gradient that is not finite and leaves the weights alone', async () => {
    await using policy = await open();
    const sequences = randomSequences(NANO, 4, 8);
    const coefficients = randomCoefficients(sequences, 9);
    coefficients.logProb[0] = Number.NaN;
    const result = await policy.update({ sequences, temperature: 1 }, coefficients, STEP);
    expect(result.applied).toBe(false);
    expect(result.gradNorm).toBeNaN();
    const after = await policy.save();
    expect(after.weights).toEqual(weights);
    expect(after.step).toBe(0);
  });

  it('says in one sentence what is wrong with its input', async () => {
    await using policy = await open();
    const sequences = [{ prompt: [2], completion: [3, 4] }];
    const wrong = { width: 3, logProb: new Float32Array(3) };
    await expect(policy.update({ sequences, temperature: 1 }, wrong, STEP)).rejects.toThrow('expected width 2, got 3');
    const options = { maxNewTokens: 2, temperature: 1, topP: 1, topK: 0, seed: 1, streams: [0] };
    await expect(policy.sample([[2], [3]], options)).rejects.toThrow('expected 2 streams, one per prompt, got 1');
    await expect(policy.load({ weights: new Float32Array(7), step: 0 })).rejects.toThrow(/expected \d+ numbers, got 7/);
    expect((await policy.save()).weights).toEqual(weights);
  });
}

/** The loss of each of `updates` steps on fixed recorded rollouts: what engines and devices are compared by. */
export async function lossCurve(policy: Policy, updates: number): Promise<number[]> {
  const sequences = randomSequences(NANO, 16, 21);
  const width = Math.max(...sequences.map(({ completion }) => completion.length));
  const tokens = sequences.reduce((sum, { completion }) => sum + completion.length, 0);
  const logProb = new Float32Array(sequences.length * width);
  sequences.forEach(({ completion }, b) => {
    logProb.fill(-1 / tokens, b * width, b * width + completion.length);
  });
  const entropy = logProb.map((c) => 0.01 * c);
  const losses: number[] = [];
  for (let i = 0; i < updates; i++) {
    const { scores } = await policy.update({ sequences, temperature: 1 }, { width, logProb, entropy }, STEP);
    losses.push(lossOf(scores, { width, logProb, entropy }));
  }
  return losses;
}
