/** A buffer on the device that gives way to a longer one when it is too short; what was in it is lost then. */

import type { Buffer, Gpu } from './gpu.ts';
import type { NumberType } from './kernel.ts';

export class GrowingBuffer implements Disposable {
  readonly #gpu: Gpu;
  readonly #type: NumberType;
  #buffer: Buffer | undefined;

  constructor(gpu: Gpu, type: NumberType) {
    this.#gpu = gpu;
    this.#type = type;
  }

  /**
   * The buffer itself when it has `least` numbers, else a new one of `length`. The old one is freed first, so that the two
   * never need room together.
   *
   * @throws EngineError as `Gpu.allocate`
   */
  async atLeast(least: number, length = least): Promise<Buffer> {
    if (this.#buffer && this.#buffer.length >= least) return this.#buffer;
    this[Symbol.dispose]();
    this.#buffer = await this.#gpu.allocate(length, this.#type);
    return this.#buffer;
  }

  [Symbol.dispose](): void {
    if (this.#buffer) this.#gpu.free(this.#buffer);
    this.#buffer = undefined;
  }
}
