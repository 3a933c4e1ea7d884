/** The WebAssembly engine in real Chromium: golden numbers, helper workers, and the same bits as in Node. */

import { describe, expect, it } from 'vitest';
import { createWasmPolicy } from '../../src/model/wasm/policy.ts';
import goldenA from '../cases/golden/tiny_gpt_a.json' with { type: 'json' };
import { policyBehaviour } from '../support/policy-behaviour.ts';
import { goldenParity } from '../support/policy-parity.ts';
import { STEP_DIGEST, stepDigest } from '../support/step-digest.ts';
import { valueHeadBehaviour } from '../support/value-head-behaviour.ts';
import { DIGEST, trainingDigest } from '../support/wasm-digest.ts';

describe('wasm with 2 workers', () => {
  goldenParity(goldenA, (options) => createWasmPolicy({ ...options, workers: 2 }));
  policyBehaviour((options) => createWasmPolicy({ ...options, workers: 2 }), { brief: true });
  valueHeadBehaviour((options) => createWasmPolicy({ ...options, workers: 2 }), { brief: true });
});

it.each([1, 2])('trains to the same bits as Node with %i workers', async (workers) => {
  expect(await trainingDigest(workers)).toBe(DIGEST);
});

it.each([1, 2])('makes the same step records as Node with %i workers', async (workers) => {
  expect(await stepDigest(workers)).toBe(STEP_DIGEST);
});

it('says what runs', async () => {
  await using policy = await createWasmPolicy({
    spec: { vocabSize: 8, contextLength: 8, width: 8, layers: 1, heads: 1, activation: 'relu', layerNormEpsilon: 1e-5 },
    weights: new Float32Array(8 * 8 + 8 * 8 + 12 * 64 + 13 * 8 + 2 * 8),
    workers: 1,
  });
  expect(policy.info).toEqual({
    engine: 'wasm',
    backend: 'wasm',
    adapter: 'WebAssembly SIMD · 1 worker',
    parameters: 1016,
  });
});
