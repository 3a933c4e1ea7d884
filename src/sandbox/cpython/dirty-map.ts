/** The map of written pages: one byte a page, inside the linear memory that it describes, set by the rewritten module itself. */

import { MAX_HEAP_BYTES } from '../../core/limits.ts';
import type { Pointer } from './capi.ts';

export const PAGE_BITS = 12;
export const PAGE_BYTES = 1 << PAGE_BITS;
/** A store marks the page of its base address alone when its static offset is smaller. */
export const IGNORED_OFFSETS = 256;
/** So far beyond a marked page a store may have reached: an ignored offset and the widest value. */
export const TAIL_BYTES = IGNORED_OFFSETS + 16;
/** One byte for every page of the largest memory. */
export const MAP_BYTES = MAX_HEAP_BYTES >>> PAGE_BITS;
/** What must be allocated for a map: a page in front and one behind that nothing honest writes to, and room to align. */
export const MAP_BLOCK_BYTES = MAP_BYTES + 3 * PAGE_BYTES;
/** Name of the exported global that tells where a rewritten module has its map. */
export const MAP_EXPORT = 'greenbar_dirty_map';

/** Where the map lies in a block of MAP_BLOCK_BYTES: page-aligned, behind a whole page. */
export function mapInBlock(block: Pointer): Pointer {
  return (Math.ceil(block / PAGE_BYTES) + 1) * PAGE_BYTES;
}

/** A byte in front of the map, not 0 while a bulk operation (memory.copy, memory.fill) is under way or has trapped. */
export function pendingFlag(map: Pointer): Pointer {
  return map - 16;
}
