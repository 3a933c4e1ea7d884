/** The model engines in real Chromium: golden numbers on wasm and webgpu, and the engines against each other. */

import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { findDevices } from '../../src/model/backend.ts';
import { createPolicy } from '../../src/model/create.ts';
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
  it('have losses within 1e-3 over five updates on the same recorded rollouts', async () => {
    const curves: Record<string, number[]> = {};
    for (const [name, wanted, engine] of [
      ['tfjs-webgpu', 'webgpu', 'tfjs'],
      ['tfjs-wasm', 'wasm', 'tfjs'],
      ['wasm', 'wasm', undefined],
    ] as const) {
      const { policy } = await createPolicy({ wanted, spec: NANO, weights, ...(engine && { engine }) });
      expect(`${policy.info.engine}-${policy.info.backend}`).toContain(name);
      curves[name] = await lossCurve(policy, 5);
      await policy[Symbol.asyncDispose]();
    }
    const wasm = curves.wasm!;
    expect(wasm[4]).toBeLessThan(wasm[0]! - 0.05);
    for (const curve of [curves['tfjs-webgpu']!, curves['tfjs-wasm']!]) {
      expect(Math.max(...curve.map((loss, i) => Math.abs(loss - wasm[i]!)))).toBeLessThan(1e-3);
    }
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
});
