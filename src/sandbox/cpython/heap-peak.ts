/** The most memory that a program had, over all the times that its interpreter was put back. */

import type { CApi } from './capi.ts';

/** Grain of the high-water mark, bytes: what the allocator asks for at a time. */
const GRAIN = 65536;

export class HeapPeak {
  readonly #api: Pick<CApi, 'malloc_footprint' | 'malloc_max_footprint'>;
  /** Bytes that the allocator held before the program. */
  readonly #before: number;
  #peak = 0;

  /** The interpreter must be at its checkpoint. */
  constructor(api: Pick<CApi, 'malloc_footprint' | 'malloc_max_footprint'>) {
    this.#api = api;
    this.#before = api.malloc_footprint();
  }

  /** Most so far beyond what the interpreter had before the program, in steps of 64 KiB. */
  get bytes(): number {
    const now = this.#api.malloc_max_footprint() - this.#before;
    return Math.ceil(Math.max(this.#peak, now) / GRAIN) * GRAIN;
  }

  /** To be called before the memory is put back, with which the allocator forgets its own mark. */
  keep(): void {
    this.#peak = this.bytes;
  }
}
