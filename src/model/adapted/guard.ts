/** Tells what ends an engine from what is wrong with a call: a full device, a device that is gone. */

import { EngineError, messageOf } from '../../core/errors.ts';
import type { TfjsBackend } from '../tfjs/backends.ts';
import type { Guard } from '../tfjs/policy.ts';

/** Starts the backend, on WebGPU anew where its last device was lost. */
export async function guardOf(backend: TfjsBackend): Promise<Guard> {
  switch (backend) {
    case 'webgpu': {
      // Fetched only where there is a GPU for it.
      const { Gpu } = await import('../webgpu/gpu.ts');
      const gpu = await Gpu.open();
      return (work) => gpu.watched(work);
    }
    case 'wasm':
      return watchedWasm;
    case 'cpu':
      return (work) => work();
    default:
      return backend satisfies never;
  }
}

/** Kernels that find no room trap. */
async function watchedWasm<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    throw new EngineError('out-of-memory', `wasm: expected room in the 4 GiB of WebAssembly: ${messageOf(error)}`);
  }
}
