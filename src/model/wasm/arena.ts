/** One bump-allocated arena in a WebAssembly memory: sized up front, every later access checked against its regions. */

import type { Pointer } from './kernels.ts';

const ALIGNMENT = 64;
const PAGE = 65536;

export interface Region {
  readonly name: string;
  readonly base: Pointer;
  readonly bytes: number;
}

/** Regions are reserved first and the memory is grown once, so that views never detach. */
export class Arena {
  readonly #memory: WebAssembly.Memory;
  readonly #regions = new Map<Pointer, Region>();
  #end: Pointer;

  constructor(memory: WebAssembly.Memory, base: Pointer) {
    this.#memory = memory;
    this.#end = align(base);
  }

  /** Total bytes, for reports. */
  get bytes(): number {
    return this.#end;
  }

  /** Reserves room for `count` 32-bit elements. */
  reserve(name: string, count: number): Pointer {
    return this.reserveBytes(name, count * 4);
  }

  reserveBytes(name: string, bytes: number): Pointer {
    if (!Number.isSafeInteger(bytes) || bytes < 0) throw new Error(`arena: expected a size for ${name}, got ${bytes}`);
    const base = this.#end;
    this.#regions.set(base, { name, base, bytes });
    this.#end = align(base + Math.max(bytes, 1));
    if (this.#end > 2 ** 32) throw new Error(`arena: expected to fit into 4 GiB, ${name} ends at ${this.#end} bytes`);
    return base;
  }

  /** Grows the memory to what was reserved. */
  commit(): void {
    const missing = Math.ceil((this.#end - this.#memory.buffer.byteLength) / PAGE);
    if (missing > 0) this.#memory.grow(missing);
  }

  /** `count` floats from the start of a region. */
  floats(base: Pointer, count: number): Float32Array {
    this.check(base, count);
    return new Float32Array(this.#memory.buffer, base, count);
  }

  ints(base: Pointer, count: number): Int32Array {
    this.check(base, count);
    return new Int32Array(this.#memory.buffer, base, count);
  }

  /** Throws unless `count` 32-bit elements fit into the region that starts at `base`: the kernels themselves do not look. */
  check(base: Pointer, count: number): void {
    const region = this.#regions.get(base);
    if (!region) throw new Error(`arena: expected the start of a region, got offset ${base}`);
    if (count * 4 > region.bytes) {
      throw new Error(`arena: expected at most ${region.bytes / 4} elements in ${region.name}, got ${count}`);
    }
  }
}

function align(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}
