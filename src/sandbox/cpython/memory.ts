/** The interpreter's linear memory as our own code sees it: plain reads, and writes that mark the pages they touch. */

import { MAX_HEAP_BYTES } from '../../core/limits.ts';
import type { CApi, Pointer } from './capi.ts';
import { MAP_EXPORT, PAGE_BITS } from './dirty-map.ts';

const WASM_PAGE_BYTES = 65536;

/**
 * Every write from JavaScript goes through here: the module marks its own stores, but cannot see ours. Like a store of
 * the module, a write is marked behind itself (`snapshot/store-barrier.ts` says why).
 */
export class LinearMemory {
  /** Address of the map of written pages; undefined where the module keeps none. */
  readonly map: Pointer | undefined;
  readonly #memory: WebAssembly.Memory;

  constructor(api: Pick<CApi, 'memory' | typeof MAP_EXPORT>) {
    this.#memory = api.memory;
    this.map = api[MAP_EXPORT]?.value;
  }

  /**
   * Grows the memory to at least `bytes`; false when the machine has no more, or the map would not cover it.
   * `memory.buffer` is then another object.
   */
  grow(bytes: number): boolean {
    if (bytes > MAX_HEAP_BYTES) return false;
    const missing = Math.ceil((bytes - this.#memory.buffer.byteLength) / WASM_PAGE_BYTES);
    try {
      if (missing > 0) this.#memory.grow(missing);
      return true;
    } catch {
      return false;
    }
  }

  /** All bytes, to read from; growing the memory detaches older views. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#memory.buffer as ArrayBuffer);
  }

  u32(at: Pointer): number {
    return this.#view.getUint32(at >>> 0, true);
  }

  i32(at: Pointer): number {
    return this.#view.getInt32(at >>> 0, true);
  }

  setU32(at: Pointer, value: number): void {
    this.#view.setUint32(at >>> 0, value, true);
    this.#mark(at >>> 0, 4);
  }

  setU64(at: Pointer, value: bigint): void {
    this.#view.setBigUint64(at >>> 0, value, true);
    this.#mark(at >>> 0, 8);
  }

  /** 32-bit integers, one behind the other. */
  setWords(at: Pointer, values: readonly number[]): void {
    this.write(at, new Uint8Array(Int32Array.from(values).buffer));
  }

  /** @throws RangeError, before anything is written, when they do not fit into the memory */
  write(at: Pointer, bytes: ArrayLike<number>): void {
    this.bytes.set(bytes, at >>> 0);
    this.#mark(at >>> 0, bytes.length);
  }

  get #view(): DataView {
    return new DataView(this.#memory.buffer);
  }

  #mark(at: number, length: number): void {
    if (this.map === undefined || length === 0) return;
    const last = (at + length - 1) >>> PAGE_BITS;
    this.bytes.fill(1, this.map + (at >>> PAGE_BITS), this.map + last + 1);
  }
}
