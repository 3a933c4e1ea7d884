/** The model engines in real Chromium: golden numbers on wasm and webgpu, and the engines against each other. */

import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { findDevices } from '../../src/model/backend.ts';
import { startFastest } from '../../src/model/choose.ts';
import { createPolicy, ENGINES } from '../../src/model/create.ts';
import { createTfjsPolicy } from '../../src/model/tfjs/policy.ts';
import config16 from '../cases/checkpoints/gpt2-tiny/fp16/config.json' with { type: 'json' };
import expected16 from '../cases/checkpoints/gpt2-tiny/fp16/expected.json' with { type: 'json' };
import model16 from '../cases/checkpoints/gpt2-tiny/fp16/model.safetensors?url';
import config32 from '../cases/checkpoints/gpt2-tiny/fp32/config.json' with { type: 'json' };
import expected32 from '../cases/checkpoints/gpt2-tiny/fp32/expected.json' with { type: 'json' };
import model32 from '../cases/checkpoints/gpt2-tiny/fp32/model.safetensors?url';
import goldenA from '../cases/golden/tiny_gpt_a.json' with { type: 'json' };
import goldenB from '../cases/golden/tiny_gpt_b_masked.json' with { type: 'json' };
import { checkpointParity } from '../support/checkpoint-parity.ts';
import { lossCurve, policyBehaviour, STEP } from '../support/policy-behaviour.ts';
import { goldenParity } from '../support/policy-parity.ts';
import { NANO, randomCoefficients, randomSequences, randomWeights } from '../support/random-model.ts';

const read = async (url: string) => new Uint8Array(await (await fetch(url)).arrayBuffer());
const weights = randomWeights(NANO, 5);

describe.each(['wasm', 'webgpu'] as const)('tfjs on %s', (backend) => {
  describe('tiny_gpt_a', () => goldenParity(goldenA, (options) => createTfjsPolicy({ ...options, backend })));
  describe('tiny_gpt_b_masked', () =>
    goldenParity(goldenB, (options) => createTfjsPolicy({ ...options, backend }), { brief: true }));
  describe('gpt2-tiny fp16', () => checkpointParity(backend, config16, () => read(model16), expected16));
  describe('gpt2-tiny fp32', () => checkpointParity(backend, config32, () => read(model32), expected32));
  policyBehaviour((options) => createTfjsPolicy({ ...options, backend }), { brief: true });

  it('leaks no tensor per step, and on webgpu its pool of buffers stops growing', async () => {
    await using policy = await createTfjsPolicy({ spec: NANO, weights, backend });
    const sequences = randomSequences(NANO, 8, 3);
    const prompts = sequences.map(({ prompt }) => prompt);
    const streams = prompts.map((_, i) => i);
    const seen: { tensors: number; bytes: number }[] = [];
    for (let round = 0; round < 4; round++) {
      await policy.sample(prompts, { maxNewTokens: 6, temperature: 1, topP: 1, topK: 0, seed: 1, streams });
      await policy.score({ sequences, temperature: 1 }, 'reference');
      await policy.update({ sequences, temperature: 1 }, randomCoefficients(sequences, round), STEP);
      const memory = tf.memory() as tf.MemoryInfo & { numBytesAllocatedInGPU?: number };
      seen.push({ tensors: memory.numTensors, bytes: memory.numBytesAllocatedInGPU ?? 0 });
    }
    expect(new Set(seen.map(({ tensors }) => tensors)).size).toBe(1);
    expect(seen[3]!.bytes).toBe(seen[2]!.bytes);
  });
});

describe('the engines against each other', () => {
  it('have losses within one per cent of each other over fifty updates on the same recorded rollouts', async () => {
    const curves: Record<string, number[]> = {};
    for (const [name, wanted, engine] of [
      ['tfjs-wasm', 'wasm', 'tfjs'],
      ['wasm-wasm', 'wasm', undefined],
      ['webgpu-webgpu', 'webgpu', undefined],
    ] as const) {
      const { policy } = await createPolicy({ wanted, spec: NANO, weights, ...(engine && { engine }) });
      expect(`${policy.info.engine}-${policy.info.backend}`).toBe(name);
      curves[name] = await lossCurve(policy, 50);
      await policy[Symbol.asyncDispose]();
    }
    const [tfjs, wasm, webgpu] = Object.values(curves) as [number[], number[], number[]];
    expect(wasm[49]).toBeLessThan(wasm[0]! / 2);
    for (const [one, other] of [
      [tfjs, wasm],
      [tfjs, webgpu],
      [wasm, webgpu],
    ]) {
      const drift = one!.map((loss, i) => Math.abs(loss - other![i]!) / loss);
      expect(Math.max(...drift)).toBeLessThan(0.01);
    }
  });

  it('have the losses of stock TensorFlow.js on the same GPU', async () => {
    const { policy } = await createPolicy({ wanted: 'webgpu', engine: 'tfjs', spec: NANO, weights });
    const stock = await lossCurve(policy, 5);
    await policy[Symbol.asyncDispose]();
    const own = await createPolicy({ wanted: 'webgpu', spec: NANO, weights });
    const losses = await lossCurve(own.policy, 5);
    await own.policy[Symbol.asyncDispose]();
    expect(Math.max(...losses.map((loss, i) => Math.abs(loss - stock[i]!)))).toBeLessThan(1e-3);
  });

  it('do not take a software adapter unless asked for', async () => {
    const software = /swiftshader|llvmpipe|software/i;
    expect((await findDevices('webgpu')).found).toHaveLength(1);
    const { found } = await findDevices('auto');
    expect(found.filter(({ adapter }) => software.test(adapter))).toEqual([]);
    const { policy, notes } = await createPolicy({ wanted: 'auto', spec: NANO, weights });
    expect(notes.join()).toMatch(/emulated in software|took .* for a short step/);
    await policy[Symbol.asyncDispose]();
  });

  it('are timed on a short step, and the faster one is as new', async () => {
    const there = await Promise.all((['webgpu', 'wasm'] as const).map((backend) => findDevices(backend)));
    const devices = there.flatMap(({ found }) => found);
    const { policy, notes } = await startFastest(devices, ENGINES, { spec: NANO, weights });
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(/^webgpu \(.+\) took [0-9.]+ ms for a short step, wasm \(.+\) [0-9.]+ ms: \w+ runs$/);
    const state = await policy.save();
    expect(state.weights).toEqual(weights);
    expect(state.reference).toEqual(weights);
    expect(state.step).toBe(0);
    await policy[Symbol.asyncDispose]();
  });
});
