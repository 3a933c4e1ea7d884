/** Imported decoders with adapters in real Chromium: parity, gradients and resuming on wasm and webgpu. */

import { describe, expect, it } from 'vitest';
import type { ModelFiles } from '../../src/model/adapted/opened.ts';
import codegenGolden from '../cases/adapters/codegen.json' with { type: 'json' };
import codegenConfig from '../cases/checkpoints/codegen-tiny/fp32/config.json?url';
import codegenExpected from '../cases/checkpoints/codegen-tiny/fp32/expected.json' with { type: 'json' };
import codegenModel from '../cases/checkpoints/codegen-tiny/fp32/model.safetensors?url';
import { adaptedGradients } from '../support/adapted-gradients.ts';
import { nanoAdapted } from '../support/adapted-models.ts';
import { adaptedParity } from '../support/adapted-parity.ts';
import { lossCurve } from '../support/policy-behaviour.ts';

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

it('has the losses of wasm on webgpu, and leaks no tensor there', async () => {
  for (const architecture of ['gpt2', 'llama'] as const) {
    const { create, weights } = nanoAdapted(architecture);
    const curves: number[][] = [];
    for (const backend of ['wasm', 'webgpu'] as const) {
      await using policy = await create(backend)({ weights });
      const { allocations } = policy.memory();
      curves.push([...(await lossCurve(policy, 1)), ...(await lossCurve(policy, 1))]);
      expect(policy.memory().allocations).toBe(allocations);
    }
    curves[0]!.forEach((loss, i) => {
      expect(curves[1]![i]).toBeCloseTo(loss, 3);
    });
  }
});
