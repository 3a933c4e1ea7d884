/** Makes the Policy for a device: the WebAssembly engine on wasm, TensorFlow.js on webgpu and cpu. */

import type { Policy } from '../core/policy.ts';
import { type Backend, chooseBackend } from './backend.ts';
import type { ModelSpec } from './spec.ts';
import { createTfjsPolicy } from './tfjs/policy.ts';
import { createWasmPolicy } from './wasm/policy.ts';

export interface CreatePolicyOptions {
  readonly wanted: Backend | 'auto';
  readonly spec: ModelSpec;
  /** Packed as in `parameterLayout`. */
  readonly weights: Float32Array;
  /** `tfjs` runs TensorFlow.js on wasm too, where otherwise the faster engine runs: for comparison. */
  readonly engine?: 'tfjs';
}

export interface CreatedPolicy {
  readonly policy: Policy;
  /** Why faster backends were passed over, one sentence each. */
  readonly notes: readonly string[];
}

/** Throws, naming the backend and the reason, when a wanted backend is not available. */
export async function createPolicy({ wanted, spec, weights, engine }: CreatePolicyOptions): Promise<CreatedPolicy> {
  const { backend, adapter, notes } = await chooseBackend(wanted);
  const policy =
    backend === 'wasm' && engine !== 'tfjs'
      ? await createWasmPolicy({ spec, weights })
      : await createTfjsPolicy({ spec, weights, backend, adapter });
  return { policy, notes };
}
