/** What a tool found on the sources seen last, so that a program that is sampled again costs nothing. */

import type { Checked } from './checker.ts';

/** Programs of a few runs: about 20 MB at their usual lengths. */
const MAX_ENTRIES = 20_000;
/** In UTF-16 code units; longer sources are not worth the memory. */
const MAX_LENGTH = 20_000;

/** A map by source text, whose hash the engine computes; no two texts can meet. The oldest unused entries go first. */
export class FindingsCache {
  readonly #entries = new Map<string, Checked>();
  readonly #maxEntries: number;

  constructor(maxEntries = MAX_ENTRIES) {
    this.#maxEntries = maxEntries;
  }

  get(source: string): Checked | undefined {
    const found = this.#entries.get(source);
    if (found !== undefined) this.set(source, found);
    return found;
  }

  set(source: string, checked: Checked): void {
    if (source.length > MAX_LENGTH) return;
    this.#entries.delete(source);
    this.#entries.set(source, checked);
    if (this.#entries.size <= this.#maxEntries) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      break;
    }
  }
}
