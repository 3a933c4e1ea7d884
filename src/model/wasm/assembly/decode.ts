/** Attention of one new token per sequence over its slot of the key-value cache. */

import { scratch, softmaxRow } from './attention';
import { mulAdd, splat } from './simd';

/**
 * Puts the keys and values of `length` prompt rows into one cache slot: keys in blocks of eight positions
 * `[capacity / 8, C, 8]`, so that scores of eight positions are one vector pair, then values `[capacity, C]`.
 */
export function cacheFill(qkv: usize, rowStart: i32, length: i32, slot: usize, capacity: i32, width: i32): void {
  const rowOut = <usize>width << 2;
  const rowQkv: usize = 3 * rowOut;
  const values = slot + <usize>capacity * rowOut;
  let row = qkv + <usize>rowStart * rowQkv;
  for (let t = 0; t < length; t++) {
    cacheAppend(row, t, slot, values, rowOut);
    row += rowQkv;
  }
}

// @ts-ignore: decorator
@inline
function cacheAppend(row: usize, position: i32, keys: usize, values: usize, rowOut: usize): void {
  const column = keys + <usize>(position >> 3) * (rowOut << 3) + (<usize>(position & 7) << 2);
  const value = values + <usize>position * rowOut;
  for (let d: usize = 0; d < rowOut; d += 4) store<f32>(column + (d << 3), load<f32>(row + rowOut + d));
  for (let d: usize = 0; d < rowOut; d += 16) v128.store(value + d, v128.load(row + 2 * rowOut + d));
}

/**
 * One new token per live row: appends its key and value to the row's slot and attends to all of the slot.
 * `slots[r]` and `positions[r]` (i32) name the slot and the 0-based position of the token. The sums run in the same
 * order as in `attentionForward`, so that decoding and scoring agree to the last bit.
 */
export function attentionDecode(
  qkv: usize,
  rows: i32,
  slots: usize,
  positions: usize,
  cache: usize,
  slotBytes: usize,
  capacity: i32,
  out: usize,
  heads: i32,
  headDim: i32,
  inverseRoot: f32,
): void {
  const rowOut = <usize>(heads * headDim) << 2;
  const rowHead = <usize>headDim << 2;
  const scale = splat(inverseRoot);
  const p = scratch;
  for (let r = 0; r < rows; r++) {
    const position = load<i32>(positions + (<usize>r << 2));
    const keys = cache + <usize>load<i32>(slots + (<usize>r << 2)) * slotBytes;
    const values = keys + <usize>capacity * rowOut;
    cacheAppend(qkv, position, keys, values, rowOut);
    const width = (position + 8) & ~7;
    for (let h = 0; h < heads; h++) {
      const column = <usize>h * rowHead;
      for (let j = 0; j < width; j += 8) {
        let s0 = splat(0);
        let s1 = splat(0);
        let k = keys + <usize>(j >> 3) * (rowOut << 3) + (column << 3);
        for (let d: usize = 0; d < rowHead; d += 4) {
          const q = v128.load32_splat(qkv + column + d);
          s0 = mulAdd(q, v128.load(k), s0);
          s1 = mulAdd(q, v128.load(k, 16), s1);
          k += 32;
        }
        v128.store(p + (<usize>j << 2), s0);
        v128.store(p + (<usize>j << 2), s1, 16);
      }
      softmaxRow(p, width, position, scale);
      for (let d: usize = 0; d < rowHead; d += 32) {
        let o0 = splat(0);
        let o1 = splat(0);
        let v = values + column + d;
        for (let j = 0; j <= position; j++) {
          const w = v128.load32_splat(p + (<usize>j << 2));
          o0 = mulAdd(w, v128.load(v), o0);
          o1 = mulAdd(w, v128.load(v, 16), o1);
          v += rowOut;
        }
        v128.store(out + column + d, o0);
        v128.store(out + column + d, o1, 16);
      }
    }
    qkv += 3 * rowOut;
    out += rowOut;
  }
}
