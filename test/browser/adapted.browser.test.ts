/** Imported decoders with adapters in real Chromium: parity, gradients and resuming on wasm and webgpu. */

import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import type { ModelFiles } from '../../src/model/adapted/opened.ts';
import { withBackend } from '../../src/model/tfjs/backends.ts';
import codegenGolden from '../cases/adapters/codegen.json' with { type: 'json' };
import codegenConfig from '../cases/checkpoints/codegen-tiny/fp32/config.json?url';
import codegenExpected from '../cases/checkpoints/codegen-tiny/fp32/expected.json' with { type: 'json' };
import codegenModel from '../cases/checkpoints/codegen-tiny/fp32/model.safetensors?url';
import { adaptedGradients } from '../support/adapted-gradients.ts';
import { nanoAdapted } from '../support/adapted-models.ts';
import { adaptedParity } from '../support/adapted-parity.ts';
import { gradientOf } from '../support/policy-parity.ts';
import { NANO, randomCoefficients, randomSequences } from '../support/random-model.ts';

const fetched = async (url: string) => (await fetch(url)).blob();

async function codegen(): Promise<ModelFiles> {
  const [config, model] = await Promise.all([codegenConfig, codegenModel].map(fetched));
  return new Map([
    ['config.json', config!],
    ['model.safetensors', model!],
  ]);
}

describe.each(['wasm', 'webgpu'] as const)('on %s', (backend) => {
  // Two inputs: on a software GPU every operation is dear.
  const expected = { cases: codegenExpected.cases.slice(0, 2) };
  describe('codegen-tiny', () => adaptedParity(backend, codegen, expected));
  describe('codegen-tiny with random adapters', () => adaptedGradients(backend, codegen, codegenGolden));
});

it('moves adapters of Llama on webgpu as on wasm, and leaks no tensor', async () => {
  const { create, weights } = nanoAdapted('llama');
  const sequences = randomSequences(NANO, 3, 4);
  const batch = { sequences, temperature: 0.9 };
  const moved: Float32Array[] = [];
  for (const backend of ['wasm', 'webgpu'] as const) {
    await using policy = await create(backend)({ weights });
    const { allocations } = policy.memory();
    const { gradient } = await gradientOf(policy, batch, randomCoefficients(sequences, 5));
    expect(policy.memory().allocations).toBe(allocations);
    moved.push(gradient);
  }
  const [wasm, webgpu] = moved as [Float32Array, Float32Array];
  const largest = wasm.reduce((most, slope) => Math.max(most, Math.abs(slope)), 0);
  const worst = wasm.reduce((most, slope, i) => Math.max(most, Math.abs(slope - webgpu[i]!)), 0);
  expect(worst).toBeLessThan(1e-4 * largest);
});

it('says that its device was lost, and a new policy gets a new device', async () => {
  const { create, weights } = nanoAdapted('gpt2');
  const batch = { sequences: [{ prompt: [2, 3], completion: [4] }], temperature: 1 };
  const policy = await create('webgpu')({ weights });
  const before = await policy.score(batch);
  await withBackend('webgpu', async () => (tf.backend() as unknown as { device: GPUDevice }).device.destroy());
  await expect(policy.score(batch)).rejects.toMatchObject({ name: 'EngineError', trouble: 'device-lost' });
  await policy[Symbol.asyncDispose]();
  await using next = await create('webgpu')({ weights });
  expect(await next.score(batch)).toEqual(before);
});
