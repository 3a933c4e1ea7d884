/** Two engines on one random model: the same scores, gradients, training and greedy completions up to rounding. */

import { expect, it } from 'vitest';
import type { Policy } from '../../src/core/policy.ts';
import type { ModelSpec } from '../../src/model/spec.ts';
import { compareParameters } from './golden-gpt.ts';
import { STEP } from './policy-behaviour.ts';
import { type CreatePolicy, gradientOf, lossOf } from './policy-parity.ts';
import { randomCoefficients, randomSequences, randomValueCoefficients, randomWeights } from './random-model.ts';

/** Registers the tests of one engine against another, the oracle, for a model of any shape, with a value head or without. */
export function oracleParity(create: CreatePolicy, oracle: CreatePolicy, spec: ModelSpec, { updates = 5 } = {}): void {
  const weights = randomWeights(spec, 5);
  const sequences = randomSequences(spec, 11, 1);
  const batch = { sequences, temperature: 0.8 };
  const coefficients = (spec.valueHead ? randomValueCoefficients : randomCoefficients)(sequences, 2);
  /** What `work` makes of either engine: ours, then the oracle's. */
  const both = async <T>(work: (policy: Policy) => Promise<T>): Promise<[T, T]> => {
    await using policy = await create({ spec, weights });
    await using other = await oracle({ spec, weights });
    return [await work(policy), await work(other)];
  };

  it('scores alike', async () => {
    const [ours, theirs] = await both((policy) => policy.score(batch));
    expect(ours.width).toBe(theirs.width);
    for (const name of ['logProb', 'entropy', 'value'] as const) {
      expect(ours[name]?.length, name).toBe(theirs[name]?.length);
      ours[name]?.forEach((value, i) => {
        expect(value, name).toBeCloseTo(theirs[name]![i]!, 4);
      });
    }
  });

  it('has every gradient', async () => {
    const [ours, theirs] = await both((policy) => gradientOf(policy, batch, coefficients));
    expect(ours.gradNorm / theirs.gradNorm).toBeCloseTo(1, 4);
    const points = compareParameters(spec, ours.gradient, theirs.gradient);
    expect(points.filter(({ error }) => !(error < 5e-4))).toEqual([]);
  });

  it(`drifts by less than 1 % in ${updates} updates`, async () => {
    const [ours, theirs] = await both(async (policy) => {
      const losses: number[] = [];
      for (let i = 0; i < updates; i++) {
        losses.push(lossOf((await policy.update(batch, coefficients, STEP)).scores, coefficients));
      }
      return { losses, state: await policy.save() };
    });
    expect(theirs.losses.at(-1)).toBeLessThan(theirs.losses[0]!);
    const scale = Math.max(...theirs.losses.map(Math.abs));
    ours.losses.forEach((loss, i) => {
      expect(Math.abs(loss - theirs.losses[i]!) / scale, `loss ${i}`).toBeLessThan(0.01);
    });
    const moved = Math.hypot(...theirs.state.weights.map((w, i) => w - weights[i]!));
    const apart = Math.hypot(...theirs.state.weights.map((w, i) => w - ours.state.weights[i]!));
    expect(apart / moved).toBeLessThan(0.02);
  });

  it('decodes greedily to the same tokens', async () => {
    const prompts = sequences.map(({ prompt }) => prompt);
    const streams = prompts.map((_, i) => i);
    const options = { maxNewTokens: 10, temperature: 0, topP: 1, topK: 0, seed: 1, streams };
    const [ours, theirs] = await both((policy) => policy.sample(prompts, options));
    expect(ours.map(({ ids }) => ids)).toEqual(theirs.map(({ ids }) => ids));
    ours.forEach(({ logProbs }, i) => {
      logProbs.forEach((logProb, t) => {
        expect(logProb).toBeCloseTo(theirs[i]!.logProbs[t]!, 4);
      });
    });
  });
}
