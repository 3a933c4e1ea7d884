/** How much a device can hold, as far as it tells, and whether a model fits. */

import type { Backend } from '../backend.ts';
import { estimateMemory, largestTensor, type Workload } from './memory.ts';
import type { AdaptedSpec } from './spec.ts';

export interface DeviceRoom {
  readonly backend: Backend;
  /** Most bytes in all; absent where nothing says so. */
  readonly total?: number | undefined;
  /** Most bytes of one tensor. */
  readonly tensor?: number | undefined;
  /** Memory of the machine as the browser tells it: a power of two, rounded down and often capped at 8 GiB. */
  readonly machine?: number | undefined;
}

const GIB = 2 ** 30;
/** The largest heap of TensorFlow.js's WebAssembly: all that 32 bits address but its last page. */
const WASM_HEAP = 2 ** 32 - 2 ** 16;
/** Part of the heap that tensors of many sizes can fill. */
const WASM_FILL = 0.9;

/** Asks the browser; TensorFlow.js requests the largest buffers that the GPU's adapter offers. */
export async function deviceRoom(backend: Backend): Promise<DeviceRoom> {
  const here = globalThis.navigator as (Navigator & { readonly deviceMemory?: number }) | undefined;
  const machine = here?.deviceMemory === undefined ? undefined : here.deviceMemory * GIB;
  switch (backend) {
    case 'webgpu': {
      const gpu = here?.gpu as GPU | undefined;
      const limits = (await gpu?.requestAdapter({ powerPreference: 'high-performance' }).catch(() => null))?.limits;
      const tensor = limits && Math.min(limits.maxBufferSize, limits.maxStorageBufferBindingSize);
      return { backend, tensor, machine };
    }
    case 'wasm':
      return { backend, total: WASM_FILL * WASM_HEAP, machine };
    case 'cpu':
      return { backend, machine };
    default:
      return backend satisfies never;
  }
}

/** Why a model cannot be trained on a device, in one sentence; null where it can, as far as can be known. */
export function refusalOf(spec: AdaptedSpec, room: DeviceRoom, workload?: Workload): string | null {
  const { base, total } = estimateMemory(spec, workload);
  if (room.total !== undefined && total > room.total) {
    return (
      `model: expected at most ${gigabytes(room.total)} on ${room.backend}, got about ${gigabytes(total)}, ` +
      `${gigabytes(base)} of it weights in 32 bits: use a browser with WebGPU and a GPU of that size, or a smaller model`
    );
  }
  const largest = largestTensor(spec);
  if (room.tensor !== undefined && largest > room.tensor) {
    return (
      `model: expected tensors of at most ${gigabytes(room.tensor)}, which is all that this GPU binds at once, ` +
      `got one of ${gigabytes(largest)}: take a smaller model or a larger GPU`
    );
  }
  return null;
}

/** What to know before a model is loaded that may not fit: browsers do not tell what is free. */
export function warningOf(spec: AdaptedSpec, { machine }: DeviceRoom, workload?: Workload): string | null {
  const { total } = estimateMemory(spec, workload);
  if (machine === undefined || total <= machine / 2) return null;
  return `It needs about ${gigabytes(total)}, and the browser says that this machine has ${gigabytes(machine)} or little more: close other tabs first.`;
}

function gigabytes(bytes: number): string {
  return `${(bytes / GIB).toFixed(2)} GiB`;
}
