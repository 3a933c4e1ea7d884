/** What every engine must do with a value head: values, their gradients, and what a model without one refuses. */

import { expect, it } from 'vitest';
import type { Coefficients, Sequence } from '../../src/core/policy.ts';
import { type ModelSpec, parameterLayout } from '../../src/model/spec.ts';
import { withValueHead } from '../../src/model/value-head.ts';
import { STEP } from './policy-behaviour.ts';
import { type CreatePolicy, expectSlopes, gradientOf } from './policy-parity.ts';
import { NANO, randomSequences, randomValueCoefficients, randomWeights } from './random-model.ts';

export const NANO_WITH_VALUES: ModelSpec = { ...NANO, valueHead: true };

const weights = randomWeights(NANO_WITH_VALUES, 5);
const slotOf = (name: string) => parameterLayout(NANO_WITH_VALUES).find((slot) => slot.name === name)!;

/** Calls `visit` with the index into `[B, T]` of every slot, and whether a completion token is there. */
function eachSlot(sequences: readonly Sequence[], width: number, visit: (index: number, used: boolean) => void): void {
  sequences.forEach(({ completion }, b) => {
    for (let t = 0; t < width; t++) visit(b * width + t, t < completion.length);
  });
}

/** Registers the value head's tests for one engine; `brief` is for a software GPU. */
export function valueHeadBehaviour(create: CreatePolicy, { brief = false } = {}): void {
  const open = () => create({ spec: NANO_WITH_VALUES, weights });
  const count = brief ? 5 : 9;

  it('gives every completion token a value: the bias alone under a weight of zeros, 0 past the end', async () => {
    await using policy = await open();
    const sequences = randomSequences(NANO, count, 1);
    const { value, width } = await policy.score({ sequences, temperature: 1 });
    const constant = weights.slice();
    constant.fill(0, slotOf('v_head.weight').offset, slotOf('v_head.bias').offset);
    constant[slotOf('v_head.bias').offset] = 0.75;
    await policy.load({ weights: constant, step: 0 });
    const flat = await policy.score({ sequences, temperature: 1 });
    const seen = new Set<number>();
    eachSlot(sequences, width, (i, used) => {
      expect(flat.value![i]).toBe(used ? 0.75 : 0);
      if (used) seen.add(value![i]!);
      else expect(value![i]).toBe(0);
    });
    expect(seen.size).toBeGreaterThan(count);
  });

  it('predicts a value before it sees the token, whatever the temperature', async () => {
    await using policy = await open();
    const prompt = [3, 14, 15];
    const sequences = [
      { prompt, completion: [9, 2, 6] },
      { prompt, completion: [9, 5, 6] },
    ];
    const { value } = await policy.score({ sequences, temperature: 1 });
    const [a, b] = [value!.subarray(0, 3), value!.subarray(3)];
    expect(b[0]).toBeCloseTo(a[0]!, 5);
    expect(b[1]).toBeCloseTo(a[1]!, 5);
    expect(Math.abs(b[2]! - a[2]!)).toBeGreaterThan(1e-3);
    const warm = await policy.score({ sequences, temperature: 2 });
    warm.value!.forEach((v, i) => {
      expect(v).toBeCloseTo(value![i]!, 5);
    });
  });

  it('follows the gradient of log-probs, entropies and values that finite differences give', async () => {
    await using policy = await open();
    const sequences = randomSequences(NANO, count, 1);
    const batch = { sequences, temperature: 0.8 };
    const coefficients = randomValueCoefficients(sequences, 2);
    const { gradient, gradNorm, scores } = await gradientOf(policy, batch, coefficients);
    expect(gradNorm).toBeCloseTo(Math.hypot(...gradient), 3);
    expect(scores.value).toEqual((await policy.score(batch)).value);
    const all = ['', 'wte', 'wpe', 'c_attn.weight', 'mlp.c_proj.bias', 'ln_f', 'v_head.weight', 'v_head.bias'];
    const kinds = brief ? ['', 'ln_f', 'v_head'] : all;
    await expectSlopes(policy, parameterLayout(NANO_WITH_VALUES), { weights, gradient, batch, coefficients, kinds });
    // Values alone, so that nothing else can hide them.
    const alone: Coefficients = {
      ...coefficients,
      logProb: coefficients.logProb.map(() => 0),
      entropy: coefficients.entropy.map(() => 0),
    };
    await policy.load({ weights, step: 0 });
    const valueGradient = (await gradientOf(policy, batch, alone)).gradient;
    const valueCase = { weights, gradient: valueGradient, batch, coefficients: alone };
    await expectSlopes(policy, parameterLayout(NANO_WITH_VALUES), {
      ...valueCase,
      kinds: brief ? [''] : ['', 'wte', 'h.0', 'ln_f'],
    });
    const total = coefficients.value.reduce((a, b) => a + b, 0);
    expect(valueGradient[slotOf('v_head.bias').offset]).toBeCloseTo(total, 5);
  });

  it('adds up the derivatives of tokens that are predicted from the same place', async () => {
    await using policy = await open();
    const [first, second] = randomSequences(NANO, 2, 3) as [Sequence, Sequence];
    const fork = { prompt: first.prompt, completion: [...first.completion.slice(0, 2), ...second.completion] };
    const sequences = [first, first, fork, second];
    const together = randomValueCoefficients(sequences, 4);
    const { gradient } = await gradientOf(policy, { sequences, temperature: 1 }, together);
    const sum = new Float64Array(gradient.length);
    for (const [b, sequence] of sequences.entries()) {
      const width = sequence.completion.length;
      const row = (values: Float32Array) => values.slice(b * together.width, b * together.width + width);
      const { logProb, entropy, value } = together;
      const own = { width, logProb: row(logProb), entropy: row(entropy), value: row(value) };
      const part = await gradientOf(policy, { sequences: [sequence], temperature: 1 }, own);
      part.gradient.forEach((g, i) => {
        sum[i]! += g;
      });
    }
    const norm = Math.hypot(...sum);
    expect(Math.hypot(...sum.map((g, i) => g - gradient[i]!)) / norm).toBeLessThan(1e-4);
  });

  it('learns values by regression and keeps them over save and load', async () => {
    await using policy = await open();
    const sequences = randomSequences(NANO, count, 6);
    const batch = { sequences, temperature: 1 };
    let { value, width } = await policy.score(batch);
    const zeros = new Float32Array(value!.length);
    const errors: number[] = [];
    for (let i = 0; i < (brief ? 8 : 30); i++) {
      const slope = new Float32Array(zeros.length);
      let error = 0;
      eachSlot(sequences, width, (at, used) => {
        const off = used ? value![at]! - 1 : 0;
        slope[at] = off / sequences.length;
        error += off ** 2;
      });
      errors.push(error);
      await policy.update(batch, { width, logProb: zeros, value: slope }, { ...STEP, learningRate: 1e-2 });
      ({ value, width } = await policy.score(batch));
    }
    expect(errors.at(-1)).toBeLessThan(errors[0]! / 2);
    await using other = await open();
    await other.load(await policy.save());
    expect((await other.score(batch)).value).toEqual(value);
  });

  it('begins at 0 everywhere where its weights are 0, changes no score, and moves with the first update', async () => {
    const plain = { spec: NANO, weights: weights.slice(0, slotOf('v_head.weight').offset) };
    const headed = withValueHead(plain);
    await using policy = await create(headed);
    const sequences = randomSequences(NANO, count, 7);
    const batch = { sequences, temperature: 1 };
    const scores = await policy.score(batch);
    expect(scores.value).toEqual(new Float32Array(scores.value!.length));
    if (!brief) {
      await using without = await create(plain);
      expect(scores.logProb).toEqual((await without.score(batch)).logProb);
    }
    const { width, logProb } = scores;
    const zeros = new Float32Array(logProb.length);
    const value = new Float32Array(logProb.length);
    eachSlot(sequences, width, (at, used) => {
      value[at] = used ? -1 / sequences.length : 0;
    });
    const undecayed = { ...STEP, weightDecay: 0 };
    const { gradNorm } = await policy.update(batch, { width, logProb: zeros, value }, undecayed);
    expect(gradNorm).toBeGreaterThan(0);
    const moved = (await policy.save()).weights;
    // No derivative passes through a head of zeros: the weights below stay, bit by bit.
    expect(plain.weights.filter((weight, i) => weight !== moved[i])).toHaveLength(0);
    const after = await policy.score(batch);
    eachSlot(sequences, width, (at, used) => {
      if (used) expect(after.value![at]).toBeGreaterThan(0);
    });
  });

  it('is refused by name where the model has no value head, unless it asks for nothing', async () => {
    await using policy = await create({ spec: NANO, weights: randomWeights(NANO, 5) });
    const sequences = randomSequences(NANO, 3, 1);
    const batch = { sequences, temperature: 1 };
    const coefficients = randomValueCoefficients(sequences, 2);
    await expect(policy.update(batch, coefficients, STEP)).rejects.toThrow('no value head');
    const nothing = { ...coefficients, value: coefficients.value.map(() => 0) };
    const { scores, applied } = await policy.update(batch, nothing, STEP);
    expect(applied).toBe(true);
    expect(scores.value).toBeUndefined();
    expect((await policy.score(batch)).value).toBeUndefined();
  });
}
