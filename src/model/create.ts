/** Makes the Policy for a device: the wanted one, or the one that turns out to be the fastest. */

import { type Backend, findDevices, type Surroundings } from './backend.ts';
import { type ChosenPolicy, type Engines, type OnProgress, startFastest } from './choose.ts';
import type { ModelSpec } from './spec.ts';
import { createTfjsPolicy } from './tfjs/policy.ts';
import { createWasmPolicy } from './wasm/policy.ts';

export type { OnProgress } from './choose.ts';

export interface CreatePolicyOptions {
  readonly wanted: Backend | 'auto';
  readonly spec: ModelSpec;
  /** Packed as in `parameterLayout`. */
  readonly weights: Float32Array;
  /** `tfjs` runs TensorFlow.js everywhere, where otherwise the faster engines run: for comparison. */
  readonly engine?: 'tfjs';
  readonly onProgress?: OnProgress;
}

/** TensorFlow.js on every device: the readable reference. */
const REFERENCE: Engines = {
  webgpu: (options) => createTfjsPolicy({ ...options, backend: 'webgpu' }),
  wasm: (options) => createTfjsPolicy({ ...options, backend: 'wasm' }),
  cpu: (options) => createTfjsPolicy({ ...options, backend: 'cpu' }),
};

/** The engine that each device runs. */
export const ENGINES: Engines = {
  // Its kernels are fetched only where there is a GPU for them.
  webgpu: async ({ onProgress, ...options }) => {
    const { createWebgpuPolicy } = await import('./webgpu/policy.ts');
    return createWebgpuPolicy({
      ...options,
      onProgress: (done, total) => onProgress?.(done, total, 'compiling kernels'),
    });
  },
  wasm: createWasmPolicy,
  cpu: REFERENCE.cpu,
};

/**
 * @param surroundings where to look for devices; tests bring their own, with their own engines
 * @throws Error, naming the backend and the reason, when a wanted backend is not available or does not start
 */
export async function createPolicy(
  { wanted, engine, ...options }: CreatePolicyOptions,
  surroundings?: Surroundings,
  engines: Engines = engine === 'tfjs' ? REFERENCE : ENGINES,
): Promise<ChosenPolicy> {
  const { found, notes } = await findDevices(wanted, surroundings);
  if (wanted !== 'auto') {
    const { backend, adapter } = found[0]!;
    return { policy: await engines[backend]({ ...options, adapter }), notes };
  }
  const chosen = await startFastest(found, engines, options);
  return { ...chosen, notes: [...notes, ...chosen.notes] };
}
