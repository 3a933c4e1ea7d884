/** The WebAssembly engine against golden numbers in Node, on one thread and two. */

import { beforeAll, describe, expect, it } from 'vitest';
import { buildWasm } from '../../scripts/build-wasm.ts';
import { createWasmPolicy } from '../../src/model/wasm/policy.ts';
import goldenA from '../cases/golden/tiny_gpt_a.json' with { type: 'json' };
import goldenB from '../cases/golden/tiny_gpt_b_masked.json' with { type: 'json' };
import { policyBehaviour } from '../support/policy-behaviour.ts';
import { goldenParity } from '../support/policy-parity.ts';
import { STEP_DIGEST, stepDigest } from '../support/step-digest.ts';
import { valueHeadBehaviour } from '../support/value-head-behaviour.ts';
import { DIGEST, trainingDigest } from '../support/wasm-digest.ts';

beforeAll(async () => {
  await buildWasm();
});

describe.each([1, 2])('wasm with %i workers', (workers) => {
  describe('tiny_gpt_a', () => goldenParity(goldenA, (options) => createWasmPolicy({ ...options, workers })));
  describe('tiny_gpt_b_masked', () => goldenParity(goldenB, (options) => createWasmPolicy({ ...options, workers })));
  policyBehaviour((options) => createWasmPolicy({ ...options, workers }));
  valueHeadBehaviour((options) => createWasmPolicy({ ...options, workers }));
});

it.each([1, 2])('trains to the bits that every machine must give, with %i workers', async (workers) => {
  expect(await trainingDigest(workers)).toBe(DIGEST);
});

it.each([1, 2])('makes the step records that every machine must make, with %i workers', async (workers) => {
  expect(await stepDigest(workers)).toBe(STEP_DIGEST);
});
