/** Slots of the key-value cache, one per sequence that is being decoded. */

import { MOST_SLOTS } from './buffers.ts';
import type { Pointer } from './kernels.ts';
import type { Network } from './network.ts';

/** The cache region as equal slots of `capacity` positions: per layer keys `[capacity / 8, A, 8]`, then values `[capacity, A]` with A the width of all heads. */
export class Cache {
  readonly capacity: number;
  readonly slots: number;
  readonly slotBytes: number;
  readonly #base: Pointer;
  readonly #layerBytes: number;
  readonly #free: number[];

  constructor({ spec, shape, buffers }: Network, longest: number) {
    this.capacity = Math.ceil(Math.max(longest, 1) / 8) * 8;
    this.slotBytes = 8 * shape.attention * this.capacity;
    this.slots = Math.min(MOST_SLOTS, Math.floor(buffers.cacheBytes / (this.slotBytes * spec.layers)));
    this.#base = buffers.cache;
    this.#layerBytes = this.slots * this.slotBytes;
    this.#free = Array.from({ length: this.slots }, (_, i) => this.slots - 1 - i);
  }

  layer(index: number): Pointer {
    return this.#base + index * this.#layerBytes;
  }

  take(): number {
    const slot = this.#free.pop();
    if (slot === undefined) throw new Error('sample: expected a free cache slot, all are taken');
    return slot;
  }

  give(slot: number): void {
    this.#free.push(slot);
  }
}
