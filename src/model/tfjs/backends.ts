/** Starts a backend of TensorFlow.js and serialises its users, since tfjs has one active backend at a time. */

import * as tf from '@tensorflow/tfjs-core';
import { EngineError } from '../../core/errors.ts';
import { createTurns } from '../turns.ts';

export type TfjsBackend = 'webgpu' | 'wasm' | 'cpu';

const inNode = typeof process !== 'undefined' && process.versions?.node !== undefined;

const inTurn = createTurns();

/** Runs `work` when nobody else is using tfjs, with the given backend active. */
export function withBackend<T>(backend: TfjsBackend, work: () => Promise<T>): Promise<T> {
  return inTurn(async () => {
    if (tf.getBackend() !== backend) await start(backend);
    return work();
  });
}

/** Throws away a backend whose device is gone; its next user gets a new one. Tensors on it are lost. */
export function restart(backend: TfjsBackend): Promise<void> {
  return inTurn(async () => {
    const factory = tf.findBackendFactory(backend);
    tf.removeBackend(backend);
    if (factory) tf.registerBackend(backend, factory);
  });
}

async function start(backend: TfjsBackend): Promise<void> {
  tf.enableProdMode();
  switch (backend) {
    case 'webgpu':
      await import('@tensorflow/tfjs-backend-webgpu');
      // Dispatches per submission: the default of 15 costs more submissions than a training step can hide.
      tf.env().set('WEBGPU_DEFERRED_SUBMIT_BATCH_SIZE', 64);
      break;
    case 'wasm': {
      const wasm = await import('@tensorflow/tfjs-backend-wasm');
      // The threaded build breaks when minified, and two threads gained nothing.
      tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
      if (!inNode) wasm.setWasmPaths((await import('./wasm-binaries.ts')).WASM_BINARIES);
      break;
    }
    case 'cpu':
      await import('@tensorflow/tfjs-backend-cpu');
      break;
    default:
      backend satisfies never;
  }
  if (!(await tf.setBackend(backend)))
    throw new Error(`backend: expected ${backend} to start, tfjs could not start it`);
  if (backend === 'wasm') refuseWhenFull(tf.backend() as unknown as WasmBackend);
}

/** The part of tfjs's `BackendWasm` that hands out memory. */
interface WasmBackend {
  readonly wasm: { _malloc: (bytes: number) => number; readonly HEAPU8: Uint8Array };
}

/** Bytes of tensors that the wasm backend may hold: the heap ends at 4 GiB, and kernels need some of it for themselves. */
export const WASM_TENSOR_BYTES = 3.5 * 2 ** 30;

/**
 * Makes the wasm backend say that it is full. By itself tfjs writes to address 0 then, and the allocator, close to the end
 * of the heap, hands out memory beyond it.
 */
function refuseWhenFull({ wasm }: WasmBackend): void {
  const allocate = wasm._malloc;
  wasm._malloc = (bytes) => {
    const room = WASM_TENSOR_BYTES - tf.engine().memory().numBytes;
    const address = bytes > room ? 0 : allocate(bytes) >>> 0;
    if (bytes > 0 && (address === 0 || address + bytes > wasm.HEAPU8.length)) {
      throw new EngineError(
        'out-of-memory',
        `wasm: expected room for ${bytes} bytes, but WebAssembly's 4 GiB are taken up`,
      );
    }
    return address;
  };
}
