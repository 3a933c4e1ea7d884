/** One bump-allocated arena in a WebAssembly memory: sized up front, every later access checked against its regions. */

import { EngineError } from '../../core/errors.ts';
import type { Pointer } from './kernels.ts';

const ALIGNMENT = 64;
const PAGE = 65536;

export interface Region {
  readonly name: string;
  readonly base: Pointer;
  readonly bytes: number;
}

export interface ArenaOptions {
  /** Bytes between regions that belong to none, so that a small overrun is seen; for the checked module. */
  readonly guard?: number;
}

/** Regions are reserved first and the memory is grown once, so that views never detach. */
export class Arena {
  readonly #memory: WebAssembly.Memory;
  readonly #guard: number;
  /** In ascending order of their bases. */
  readonly #regions: Region[] = [];
  readonly #byBase = new Map<Pointer, Region>();
  #end: Pointer;

  /** The module's own data lies below `base`. */
  constructor(memory: WebAssembly.Memory, base: Pointer, { guard = 0 }: ArenaOptions = {}) {
    this.#memory = memory;
    this.#guard = guard;
    this.#regions.push({ name: 'constants', base: 0, bytes: base });
    this.#end = align(base + guard);
  }

  /** Bytes of the whole memory, for reports. */
  get bytes(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Reserves room for `count` 32-bit elements. */
  reserve(name: string, count: number): Pointer {
    return this.reserveBytes(name, count * 4);
  }

  reserveBytes(name: string, bytes: number): Pointer {
    if (!Number.isSafeInteger(bytes) || bytes < 0) throw new Error(`arena: expected a size for ${name}, got ${bytes}`);
    const region = { name, base: this.#end, bytes };
    this.#end = align(region.base + Math.max(bytes, 1) + this.#guard);
    if (this.#end > 2 ** 32) throw new Error(`arena: expected to fit into 4 GiB, ${name} ends at ${this.#end} bytes`);
    this.#regions.push(region);
    this.#byBase.set(region.base, region);
    return region.base;
  }

  /** Grows the memory to what was reserved; throws an `EngineError` where there is not so much. */
  commit(): void {
    const missing = Math.ceil((this.#end - this.#memory.buffer.byteLength) / PAGE);
    if (missing <= 0) return;
    try {
      this.#memory.grow(missing);
    } catch {
      const megabytes = Math.ceil(this.#end / 2 ** 20);
      throw new EngineError('out-of-memory', `wasm: expected ${megabytes} MiB of memory to be free, they are not`);
    }
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
    const region = this.#byBase.get(base);
    if (!region) throw new Error(`arena: expected the start of a region, got offset ${base}`);
    if (count * 4 > region.bytes) {
      throw new Error(`arena: expected at most ${region.bytes / 4} elements in ${region.name}, got ${count}`);
    }
  }

  /** Throws unless `bytes` bytes at `address` lie within one region: what the checked module asks at every access. */
  checkAccess(address: Pointer, bytes: number): void {
    const regions = this.#regions;
    let low = 0;
    for (let high = regions.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if (regions[middle]!.base <= address) low = middle;
      else high = middle;
    }
    const { name, base, bytes: room } = regions[low]!;
    if (address + bytes > base + room) {
      const past = address + bytes - base - room;
      throw new Error(`arena: expected ${bytes} bytes at ${address} to lie in a region, got ${past} past ${name}`);
    }
  }
}

function align(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}
