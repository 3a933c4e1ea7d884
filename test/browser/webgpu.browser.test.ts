/** Our WebGPU engine in real Chromium, on a software adapter: right or wrong shows there, speed does not. */

import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it, vi } from 'vitest';
import { EngineError } from '../../src/core/errors.ts';
import { createTfjsPolicy } from '../../src/model/tfjs/policy.ts';
import { Gpu } from '../../src/model/webgpu/gpu.ts';
import { createWebgpuPolicy, type WebgpuPolicy } from '../../src/model/webgpu/policy.ts';
import goldenA from '../cases/golden/tiny_gpt_a.json' with { type: 'json' };
import goldenB from '../cases/golden/tiny_gpt_b_masked.json' with { type: 'json' };
import { compareParameters } from '../support/golden-gpt.ts';
import { compareWithTwins } from '../support/kernel-twins.ts';
import { policyBehaviour, STEP } from '../support/policy-behaviour.ts';
import { goldenParity, gradientOf } from '../support/policy-parity.ts';
import { NANO, randomCoefficients, randomSequences, randomWeights } from '../support/random-model.ts';
import { valueHeadBehaviour } from '../support/value-head-behaviour.ts';

const weights = randomWeights(NANO, 5);

describe('tiny_gpt_a', () => goldenParity(goldenA, createWebgpuPolicy));
describe('tiny_gpt_b_masked', () => goldenParity(goldenB, createWebgpuPolicy));
describe('as every engine', () => policyBehaviour(createWebgpuPolicy));
describe('value head', () => valueHeadBehaviour(createWebgpuPolicy));

describe('kernels', () => {
  it.each([
    ['gelu', { ...NANO, width: 24, heads: 3, vocabSize: 30 }],
    ['relu and values', { ...NANO, activation: 'relu', valueHead: true, layers: 1 }],
  ] as const)('write what their twins in TypeScript write (%s)', async (_, spec) => {
    const compared = await compareWithTwins(spec);
    expect(compared.length).toBeGreaterThan(20);
    expect(compared.filter(({ error, changed }) => !(error < 2e-5) || changed === 0)).toEqual([]);
  });
});

describe('dispatches', () => {
  const spec = { ...NANO, layers: 4 };
  const count = async (policy: WebgpuPolicy, work: () => Promise<unknown>) => {
    const before = policy.dispatches;
    await work();
    return policy.dispatches - before;
  };

  // Those of sampling are counted in webgpu-decode: there portions can be fixed, here they follow the clock.
  it('are 73 an update of four layers and 32 a score, however large the batch', async () => {
    await using policy = await createWebgpuPolicy({ spec, weights: randomWeights(spec, 5), mostRows: 4096 });
    for (const size of [3, 60]) {
      const sequences = randomSequences(spec, size, 1);
      const batch = { sequences, temperature: 1 };
      expect(await count(policy, () => policy.update(batch, randomCoefficients(sequences, 2), STEP))).toBe(73);
      expect(await count(policy, () => policy.score(batch))).toBe(32);
    }
  });
});

describe('memory', () => {
  it('stays the same over a thousand updates, in tfjs as well', async () => {
    await using policy = await createWebgpuPolicy({ spec: NANO, weights });
    const sequences = randomSequences(NANO, 4, 3);
    const prompts = sequences.map(({ prompt }) => prompt);
    const streams = prompts.map((_, i) => i);
    const step = async (round: number) => {
      if (round % 10 === 0) {
        await policy.sample(prompts, { maxNewTokens: 4, temperature: 1, topP: 1, topK: 0, seed: round, streams });
        await policy.score({ sequences, temperature: 1 }, 'reference');
      }
      await policy.update({ sequences, temperature: 1 }, randomCoefficients(sequences, round), STEP);
      const { numTensors, ...rest } = tf.memory();
      const { numBytesAllocatedInGPU } = rest as { readonly numBytesAllocatedInGPU?: number };
      return { ...policy.memory(), numTensors, numBytesAllocatedInGPU };
    };
    for (let round = 0; round < 20; round++) await step(round);
    const first = await step(20);
    for (let round = 21; round < 1000; round++) await step(round);
    expect(await step(1000)).toEqual(first);
  });

  it('bounds micro-batches, whose gradients add up to those of the whole', async () => {
    const sequences = randomSequences(NANO, 30, 3);
    const batch = { sequences, temperature: 1 };
    const coefficients = randomCoefficients(sequences, 2);
    await using whole = await createWebgpuPolicy({ spec: NANO, weights });
    await using parts = await createWebgpuPolicy({ spec: NANO, weights, mostRows: 64 });
    const [one, other] = [await gradientOf(whole, batch, coefficients), await gradientOf(parts, batch, coefficients)];
    expect(compareParameters(NANO, other.gradient, one.gradient).filter(({ error }) => !(error < 1e-5))).toEqual([]);
    one.scores.logProb.forEach((logProb, i) => {
      expect(other.scores.logProb[i]).toBeCloseTo(logProb, 5);
    });
    expect(parts.memory().peakBytes).toBeLessThan(whole.memory().peakBytes);
  });

  it('is made do with when there is little: in smaller micro-batches, to the same gradient', async () => {
    const sequences = randomSequences(NANO, 60, 3);
    const batch = { sequences, temperature: 1 };
    const coefficients = randomCoefficients(sequences, 2);
    await using policy = await createWebgpuPolicy({ spec: NANO, weights, mostRows: 4096 });
    const wanted = await gradientOf(policy, batch, coefficients);
    await using poor = await createWebgpuPolicy({ spec: NANO, weights, mostRows: 4096 });
    const most = policy.memory().peakBytes / 4 / 2;
    const allocate = Gpu.prototype.allocate;
    const full = vi.spyOn(Gpu.prototype, 'allocate').mockImplementation(function (this: Gpu, length, type) {
      if (length > most) throw new EngineError('out-of-memory', 'full');
      return allocate.call(this, length, type);
    });
    const got = await gradientOf(poor, batch, coefficients);
    full.mockRestore();
    expect(poor.memory().peakBytes).toBeLessThan(policy.memory().peakBytes);
    expect(compareParameters(NANO, got.gradient, wanted.gradient).filter(({ error }) => !(error < 1e-5))).toEqual([]);
  });

  it('is given back', async () => {
    const policy = await createWebgpuPolicy({ spec: NANO, weights });
    await policy[Symbol.asyncDispose]();
    expect(policy.memory()).toMatchObject({ bytes: 0, allocations: 0 });
  });
});

describe('trouble', () => {
  it('refuses heads that are no whole vectors', async () => {
    const spec = { ...NANO, width: 36, heads: 6 };
    await expect(createWebgpuPolicy({ spec, weights: randomWeights(spec, 1) })).rejects.toMatchObject({
      trouble: 'missing-limit',
      message: 'webgpu: expected heads of a multiple of 4 numbers, got 36 / 6',
    });
  });

  it('skips an update whose gradient is not finite', async () => {
    await using policy = await createWebgpuPolicy({ spec: NANO, weights });
    const sequences = randomSequences(NANO, 4, 3);
    const coefficients = { ...randomCoefficients(sequences, 2) };
    coefficients.logProb[0] = Number.POSITIVE_INFINITY;
    const { applied } = await policy.update({ sequences, temperature: 1 }, coefficients, STEP);
    expect(applied).toBe(false);
    expect((await policy.save()).weights).toEqual(weights);
  });

  it('says that the device is lost, and a new policy gets a new device', async () => {
    const sequences = randomSequences(NANO, 4, 3);
    const policy = await createWebgpuPolicy({ spec: NANO, weights });
    const before = await policy.score({ sequences, temperature: 1 });
    const { device } = tf.backend() as unknown as { readonly device: GPUDevice };
    const failing = policy.score({ sequences, temperature: 1 });
    device.destroy();
    await expect(failing).rejects.toMatchObject({ name: 'EngineError', trouble: 'device-lost' });
    await expect(policy.save()).rejects.toMatchObject({ name: 'EngineError', trouble: 'device-lost' });
    await using again = await createWebgpuPolicy({ spec: NANO, weights });
    expect(await again.score({ sequences, temperature: 1 })).toEqual(before);
    await using oracle = await createTfjsPolicy({ spec: NANO, weights, backend: 'webgpu' });
    const { logProb } = await oracle.score({ sequences, temperature: 1 });
    logProb.forEach((value, i) => {
      expect(before.logProb[i]).toBeCloseTo(value, 4);
    });
  });
});
