/** Zeroes what is left over in memory that nobody owns, so that the image packs into fewer bytes: freed blocks and the unused stack. */

import type { CApi, Pointer } from '../cpython/capi.ts';

/** Largest and smallest free block that is looked for, bytes. */
const LARGEST = 1 << 24;
const SMALLEST = 16;
/** Lifts the limit of `malloc_set_footprint_limit`. */
const NO_LIMIT = -1;

/** Takes every free block of the heap without letting it grow, zeroes it, and gives all of them back. */
function scrubHeap(api: CApi): void {
  api.malloc_set_footprint_limit(api.malloc_footprint());
  const blocks: Pointer[] = [];
  for (let size = LARGEST; size >= SMALLEST; size /= 2) {
    for (let block = api.malloc(size); block !== 0; block = api.malloc(size)) {
      new Uint8Array(api.memory.buffer, block, size).fill(0);
      blocks.push(block);
    }
  }
  for (const block of blocks) api.free(block);
  api.malloc_set_footprint_limit(NO_LIMIT);
}

/** To be called when no function of the module is running. */
export function scrub(api: CApi): void {
  scrubHeap(api);
  const [end, top] = [api.emscripten_stack_get_end(), api.__stack_pointer.value as number];
  new Uint8Array(api.memory.buffer).fill(0, end, top);
}
