/**
 * Causal attention over a shared tree of ragged sequences.
 *
 * A segment is a run of rows without a branch; its tokens see the rows of its context (its path from the root) and
 * then each other causally. Segments lie in row order, parents before children.
 *
 * The table holds five i32 per segment: rowStart, length, contextOffset, contextLength, probOffset. `context` holds row
 * numbers (i32), contextLength of them from contextOffset; probabilities take heads · rows4 · columns8 floats from
 * probOffset, rows rounded up to 4 and columns to 8.
 */

import { directTile } from './tile';
import { copyRows, exp4, lanesFrom, maxLanes, mulAdd, splat, sumLanes, transposePadded } from './simd';

const NEGATIVE: f32 = -1e30;

export let scratch: usize = 0;

/** Hands over scratch memory: `attentionScratchBytes` for the longest sequence. */
export function setAttentionScratch(base: usize): void {
  scratch = base;
}

/** Bytes of scratch for sequences of up to `length` rows and heads of `headDim`. */
export function attentionScratchBytes(length: i32, headDim: i32): usize {
  const t = <usize>((length + 7) & ~7) + 8;
  return 4 * (t * t + 4 * t * <usize>headDim);
}

/** Scales, masks and normalises one row of scores in place: keys up to `last` get a probability, the rest 0. */
// @ts-ignore: decorator
@inline
export function softmaxRow(row: usize, width: i32, last: i32, scale: v128): void {
  const limit = i32x4.splat(last);
  const far = splat(NEGATIVE);
  let top = far;
  for (let j = 0; j < width; j += 4) {
    const p = row + (<usize>j << 2);
    const x = v128.bitselect(far, f32x4.mul(v128.load(p), scale), i32x4.gt_s(lanesFrom(j), limit));
    v128.store(p, x);
    top = f32x4.pmax(top, x);
  }
  const peak = splat(maxLanes(top));
  let total = splat(0);
  for (let j = 0; j < width; j += 4) {
    const p = row + (<usize>j << 2);
    const e = v128.andnot(exp4(f32x4.sub(v128.load(p), peak)), i32x4.gt_s(lanesFrom(j), limit));
    v128.store(p, e);
    total = f32x4.add(total, e);
  }
  const inverse = splat(<f32>1 / sumLanes(total));
  for (let j = 0; j < width; j += 4) {
    const p = row + (<usize>j << 2);
    v128.store(p, f32x4.mul(v128.load(p), inverse));
  }
}

/** dst[i] = the row of `src` that `path[i]` names, for `columns` floats of it. */
function gatherContext(src: usize, stride: usize, path: usize, rows: i32, columns: i32, dst: usize): void {
  const bytes = <usize>columns << 2;
  for (let i = 0; i < rows; i++) {
    const row = src + <usize>load<i32>(path + (<usize>i << 2)) * stride;
    for (let d: usize = 0; d < bytes; d += 16) v128.store(dst + d, v128.load(row + d));
    dst += bytes;
  }
}

/** The row of `dst` that `path[i]` names += src[i]: gradients of shared keys and values, in segment order. */
function scatterContext(src: usize, columns: i32, path: usize, rows: i32, dst: usize, stride: usize): void {
  const bytes = <usize>columns << 2;
  for (let i = 0; i < rows; i++) {
    const row = dst + <usize>load<i32>(path + (<usize>i << 2)) * stride;
    for (let d: usize = 0; d < bytes; d += 16) v128.store(row + d, f32x4.add(v128.load(row + d), v128.load(src + d)));
    src += bytes;
  }
}

/**
 * out[N, C] from qkv[N, 3C] with scores q·k · inverseRoot, C = heads · headDim (padding included). The probabilities are
 * kept for the backward pass. Rows just past a segment may be overwritten.
 */
export function attentionForward(
  table: usize,
  segments: i32,
  context: usize,
  qkv: usize,
  probs: usize,
  out: usize,
  heads: i32,
  headDim: i32,
  inverseRoot: f32,
): void {
  const rowOut = <usize>(heads * headDim) << 2;
  const rowQkv: usize = 3 * rowOut;
  const rowHead = <usize>headDim << 2;
  const scale = splat(inverseRoot);
  for (let s = 0; s < segments; s++, table += 20) {
    const start = load<i32>(table);
    const length = load<i32>(table, 4);
    const path = context + (<usize>load<i32>(table, 8) << 2);
    const shared = load<i32>(table, 12);
    const total = shared + length;
    const total8 = (total + 7) & ~7;
    const rowProb = <usize>total8 << 2;
    const keys = scratch; // [headDim, total8]
    const values = keys + rowHead * <usize>total8; // [total, headDim]
    const gathered = values + rowHead * <usize>total8; // keys before transposing
    let p = probs + (<usize>load<i32>(table, 16) << 2);
    for (let h = 0; h < heads; h++) {
      const column = <usize>h * rowHead;
      const own = qkv + <usize>start * rowQkv + column;
      gatherContext(qkv + column + rowOut, rowQkv, path, shared, headDim, gathered);
      copyRows(own + rowOut, rowQkv, length, headDim, gathered + <usize>shared * rowHead, rowHead);
      transposePadded(gathered, rowHead, total, headDim, keys, total8);
      gatherContext(qkv + column + 2 * rowOut, rowQkv, path, shared, headDim, values);
      copyRows(own + 2 * rowOut, rowQkv, length, headDim, values + <usize>shared * rowHead, rowHead);
      const o = out + <usize>start * rowOut + column;
      for (let i = 0; i < length; i += 4) {
        const first = shared + i;
        const width = min((first + 11) & ~7, total8);
        const q = own + <usize>i * rowQkv;
        for (let j = 0; j < width; j += 8) {
          directTile(headDim, q, rowQkv, 4, keys + (<usize>j << 2), rowProb, p + (<usize>j << 2), rowProb);
        }
        for (let r = 0; r < 4; r++) softmaxRow(p + <usize>r * rowProb, width, first + r, scale);
        const seen = min(first + 4, total);
        for (let d: usize = 0; d < rowHead; d += 32) {
          directTile(seen, p, rowProb, 4, values + d, rowHead, o + <usize>i * rowOut + d, rowOut);
        }
        p += 4 * rowProb;
      }
    }
  }
}

/** dqkv[N, 3C] from dout[N, C], with the probabilities of the forward pass. */
export function attentionBackward(
  table: usize,
  segments: i32,
  context: usize,
  qkv: usize,
  probs: usize,
  dout: usize,
  dqkv: usize,
  heads: i32,
  headDim: i32,
  inverseRoot: f32,
): void {
  const rowOut = <usize>(heads * headDim) << 2;
  const rowQkv: usize = 3 * rowOut;
  const rowHead = <usize>headDim << 2;
  const scale = splat(inverseRoot);
  for (let s = 0; s < segments; s++, table += 20) {
    const start = load<i32>(table);
    const length = load<i32>(table, 4);
    const path = context + (<usize>load<i32>(table, 8) << 2);
    const shared = load<i32>(table, 12);
    const total = shared + length;
    const total8 = (total + 7) & ~7;
    const rowProb = <usize>total8 << 2;
    const values = scratch; // transposed [headDim, total8]
    const keys = values + rowHead * <usize>total8; // [total, headDim]
    const dkeys = keys + rowHead * <usize>total8;
    const dvalues = dkeys + rowHead * <usize>total8;
    const dscores = dvalues + rowHead * <usize>total8; // [rows4, total8]
    const rows4 = <usize>((length + 3) & ~3);
    let p = probs + (<usize>load<i32>(table, 16) << 2);
    for (let h = 0; h < heads; h++) {
      const column = <usize>h * rowHead;
      const ownOffset = <usize>start * rowQkv + column;
      const q = qkv + ownOffset;
      const o = dout + <usize>start * rowOut + column;
      gatherContext(qkv + column + 2 * rowOut, rowQkv, path, shared, headDim, keys);
      copyRows(q + 2 * rowOut, rowQkv, length, headDim, keys + <usize>shared * rowHead, rowHead);
      transposePadded(keys, rowHead, total, headDim, values, total8);
      gatherContext(qkv + column + rowOut, rowQkv, path, shared, headDim, keys);
      copyRows(q + rowOut, rowQkv, length, headDim, keys + <usize>shared * rowHead, rowHead);
      for (let i = 0; i < length; i += 4) {
        const first = shared + i;
        const width = min((first + 11) & ~7, total8);
        const pr = p + <usize>i * rowProb;
        const ds = dscores + <usize>i * rowProb;
        for (let j = 0; j < width; j += 8) {
          const at = <usize>j << 2;
          directTile(headDim, o + <usize>i * rowOut, rowOut, 4, values + at, rowProb, ds + at, rowProb);
        }
        for (let r = 0; r < 4; r++) softmaxRowBackward(pr + <usize>r * rowProb, ds + <usize>r * rowProb, width, scale);
        const seen = min(first + 4, total);
        for (let d: usize = 0; d < rowHead; d += 32) {
          directTile(seen, ds, rowProb, 4, keys + d, rowHead, dqkv + ownOffset + <usize>i * rowQkv + d, rowQkv);
        }
      }
      // Key j is seen by the queries from its own position on; a context key by all of them.
      for (let j = 0; j < total; j += 4) {
        const from = max(0, j - shared);
        const at = <usize>from * rowProb + (<usize>j << 2);
        for (let d: usize = 0; d < rowHead; d += 32) {
          const to = <usize>j * rowHead + d;
          directTile(length - from, dscores + at, 4, rowProb, q + <usize>from * rowQkv + d, rowQkv, dkeys + to, rowHead);
          directTile(length - from, p + at, 4, rowProb, o + <usize>from * rowOut + d, rowOut, dvalues + to, rowHead);
        }
      }
      const dk = dqkv + rowOut;
      const dv = dqkv + 2 * rowOut;
      const skip = <usize>shared * rowHead;
      scatterContext(dkeys, headDim, path, shared, dk + column, rowQkv);
      scatterContext(dvalues, headDim, path, shared, dv + column, rowQkv);
      copyRows(dkeys + skip, rowHead, length, headDim, dk + ownOffset, rowQkv);
      copyRows(dvalues + skip, rowHead, length, headDim, dv + ownOffset, rowQkv);
      p += rows4 * rowProb;
    }
  }
}

/** dscore = p · (dp − Σ p·dp) · scale, in place of dp. */
// @ts-ignore: decorator
@inline
function softmaxRowBackward(p: usize, dp: usize, width: i32, scale: v128): void {
  const bytes = <usize>width << 2;
  let dot = splat(0);
  for (let j: usize = 0; j < bytes; j += 16) dot = mulAdd(v128.load(p + j), v128.load(dp + j), dot);
  const mean = splat(sumLanes(dot));
  for (let j: usize = 0; j < bytes; j += 16) {
    v128.store(dp + j, f32x4.mul(f32x4.mul(v128.load(p + j), scale), f32x4.sub(v128.load(dp + j), mean)));
  }
}
