/** Matrix product C = op(A)·op(B) by packing both operands into panels for the 5×8 tile. */

import { ACCUMULATE, OVERWRITE, packedTile, TILE_COLUMNS, TILE_ROWS } from './tile';

/** Depth of one block: a packed B panel of 512 × 8 floats (16 kB) stays in the first-level cache. */
const DEPTH_BLOCK: i32 = 512;
const PANEL_BYTES: usize = 4 * <usize>TILE_COLUMNS;
const SLIVER_BYTES: usize = 4 * <usize>TILE_ROWS;

let packedB: usize = 0;
let packedA: usize = 0;
let edgeTile: usize = 0;
let widest: i32 = 0;

/** Hands over scratch memory of `gemmScratchBytes(columns)` bytes; wider products then trap. */
export function setGemmScratch(base: usize, columns: i32): void {
  edgeTile = base;
  packedA = edgeTile + 4 * TILE_ROWS * TILE_COLUMNS;
  packedB = packedA + <usize>DEPTH_BLOCK * SLIVER_BYTES;
  widest = columns;
}

/** Bytes of scratch for products of up to `columns` columns. */
export function gemmScratchBytes(columns: i32): usize {
  const padded = (columns + TILE_COLUMNS - 1) & ~(TILE_COLUMNS - 1);
  return <usize>(4 * TILE_ROWS * TILE_COLUMNS) + <usize>DEPTH_BLOCK * (SLIVER_BYTES + 4 * <usize>padded);
}

/** B block → panels `[panel, k, 8]`, zero-filled past N. Strides in bytes: `ks` along k, `ns` along n. */
function packB(b: usize, ks: usize, ns: usize, depth: i32, n: i32): void {
  let dst = packedB;
  for (let j = 0; j < n; j += TILE_COLUMNS) {
    const columns = min(TILE_COLUMNS, n - j);
    let src = b + <usize>j * ns;
    let k = 0;
    if (columns == TILE_COLUMNS && ns == 4) {
      for (; k < depth; k++) {
        v128.store(dst, v128.load(src));
        v128.store(dst, v128.load(src, 16), 16);
        dst += PANEL_BYTES;
        src += ks;
      }
    } else if (columns == TILE_COLUMNS && ks == 4) {
      for (; k + 4 <= depth; k += 4) {
        packTransposed(src, ns, dst);
        packTransposed(src + 4 * ns, ns, dst + 16);
        dst += 4 * PANEL_BYTES;
        src += 16;
      }
    }
    for (; k < depth; k++) {
      for (let c = 0; c < TILE_COLUMNS; c++) {
        store<f32>(dst + (<usize>c << 2), c < columns ? load<f32>(src + <usize>c * ns) : 0);
      }
      dst += PANEL_BYTES;
      src += ks;
    }
  }
}

/** 4×4 transpose from rows `stride` apart into rows one panel row apart. */
// @ts-ignore: decorator
@inline
function packTransposed(src: usize, stride: usize, dst: usize): void {
  const r0 = v128.load(src);
  const r1 = v128.load(src + stride);
  const r2 = v128.load(src + 2 * stride);
  const r3 = v128.load(src + 3 * stride);
  const t0 = v128.shuffle<i32>(r0, r1, 0, 4, 1, 5);
  const t1 = v128.shuffle<i32>(r2, r3, 0, 4, 1, 5);
  const t2 = v128.shuffle<i32>(r0, r1, 2, 6, 3, 7);
  const t3 = v128.shuffle<i32>(r2, r3, 2, 6, 3, 7);
  v128.store(dst, v128.shuffle<i64>(t0, t1, 0, 2));
  v128.store(dst + PANEL_BYTES, v128.shuffle<i64>(t0, t1, 1, 3));
  v128.store(dst + 2 * PANEL_BYTES, v128.shuffle<i64>(t2, t3, 0, 2));
  v128.store(dst + 3 * PANEL_BYTES, v128.shuffle<i64>(t2, t3, 1, 3));
}

/** Five rows of A → `[k, 5]`, zero-filled past `rows`. Strides in bytes: `ms` between rows, `ks` along k. */
function packA(a: usize, ms: usize, ks: usize, rows: i32, depth: i32): void {
  let dst = packedA;
  let k = 0;
  if (rows == TILE_ROWS && ks == 4) {
    for (; k + 4 <= depth; k += 4) {
      const r0 = v128.load(a);
      const r1 = v128.load(a + ms);
      const r2 = v128.load(a + 2 * ms);
      const r3 = v128.load(a + 3 * ms);
      const r4 = v128.load(a + 4 * ms);
      const t0 = v128.shuffle<i32>(r0, r1, 0, 4, 1, 5);
      const t1 = v128.shuffle<i32>(r2, r3, 0, 4, 1, 5);
      const t2 = v128.shuffle<i32>(r0, r1, 2, 6, 3, 7);
      const t3 = v128.shuffle<i32>(r2, r3, 2, 6, 3, 7);
      v128.store(dst, v128.shuffle<i64>(t0, t1, 0, 2));
      v128.store32_lane(dst, r4, 0, 16);
      v128.store(dst + SLIVER_BYTES, v128.shuffle<i64>(t0, t1, 1, 3));
      v128.store32_lane(dst + SLIVER_BYTES, r4, 1, 16);
      v128.store(dst + 2 * SLIVER_BYTES, v128.shuffle<i64>(t2, t3, 0, 2));
      v128.store32_lane(dst + 2 * SLIVER_BYTES, r4, 2, 16);
      v128.store(dst + 3 * SLIVER_BYTES, v128.shuffle<i64>(t2, t3, 1, 3));
      v128.store32_lane(dst + 3 * SLIVER_BYTES, r4, 3, 16);
      dst += 4 * SLIVER_BYTES;
      a += 16;
    }
  } else if (rows == TILE_ROWS && ms == 4) {
    for (; k < depth; k++) {
      v128.store(dst, v128.load(a));
      store<u32>(dst, load<u32>(a, 16), 16);
      dst += SLIVER_BYTES;
      a += ks;
    }
  }
  for (; k < depth; k++) {
    for (let r = 0; r < TILE_ROWS; r++) {
      store<f32>(dst + (<usize>r << 2), r < rows ? load<f32>(a + <usize>r * ms) : 0);
    }
    dst += SLIVER_BYTES;
    a += ks;
  }
}

/** A tile that sticks out of C: computed beside it, the part inside copied back. Same order of sums as a whole tile. */
function partialTile(depth: i32, panel: usize, c: usize, ldc: usize, rows: i32, columns: i32, start: i32, bias: usize): void {
  const rowBytes = PANEL_BYTES;
  if (start != OVERWRITE) {
    for (let r = 0; r < rows; r++) {
      for (let j = 0; j < columns; j++) {
        const from = start == ACCUMULATE ? c + <usize>r * ldc + (<usize>j << 2) : bias + (<usize>j << 2);
        store<f32>(edgeTile + <usize>r * rowBytes + (<usize>j << 2), load<f32>(from));
      }
    }
  }
  packedTile(depth, packedA, panel, edgeTile, rowBytes, start == OVERWRITE ? OVERWRITE : ACCUMULATE, 0);
  for (let r = 0; r < rows; r++) {
    for (let j = 0; j < columns; j++) {
      store<f32>(c + <usize>r * ldc + (<usize>j << 2), load<f32>(edgeTile + <usize>r * rowBytes + (<usize>j << 2)));
    }
  }
}

/**
 * C[m, n] = start + op(A)[m, k] · op(B)[k, n]; `lda`, `ldb`, `ldc` are row lengths in floats of the stored matrices.
 * `start` is OVERWRITE, ACCUMULATE (C keeps what it holds) or FROM_BIAS (each row starts from `bias[n]`).
 */
export function gemm(
  transA: bool,
  transB: bool,
  m: i32,
  n: i32,
  k: i32,
  a: usize,
  lda: i32,
  b: usize,
  ldb: i32,
  c: usize,
  ldc: i32,
  start: i32,
  bias: usize,
): void {
  if (n > widest) unreachable();
  const ams: usize = transA ? 4 : <usize>lda << 2;
  const aks: usize = transA ? <usize>lda << 2 : 4;
  const bks: usize = transB ? 4 : <usize>ldb << 2;
  const bns: usize = transB ? <usize>ldb << 2 : 4;
  const rowBytes: usize = <usize>ldc << 2;
  for (let k0 = 0; k0 < k; k0 += DEPTH_BLOCK) {
    const depth = min(DEPTH_BLOCK, k - k0);
    const from = k0 == 0 ? start : ACCUMULATE;
    packB(b + <usize>k0 * bks, bks, bns, depth, n);
    for (let i = 0; i < m; i += TILE_ROWS) {
      const rows = min(TILE_ROWS, m - i);
      packA(a + <usize>i * ams + <usize>k0 * aks, ams, aks, rows, depth);
      let panel = packedB;
      let tile = c + <usize>i * rowBytes;
      for (let j = 0; j < n; j += TILE_COLUMNS) {
        const columns = min(TILE_COLUMNS, n - j);
        const biasTile = bias + (<usize>j << 2);
        if (rows == TILE_ROWS && columns == TILE_COLUMNS) {
          packedTile(depth, packedA, panel, tile, rowBytes, from, biasTile);
        } else {
          partialTile(depth, panel, tile, rowBytes, rows, columns, from, biasTile);
        }
        panel += <usize>depth * PANEL_BYTES;
        tile += PANEL_BYTES;
      }
    }
  }
}
