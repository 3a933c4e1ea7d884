/** The two innermost loops of every matrix product, unrolled by hand: V8 keeps ten accumulators, two columns and one row value in the fifteen usable SSE registers. */

import { mulAdd } from './simd';

/** Rows and columns of the packed tile. */
export const TILE_ROWS: i32 = 5;
export const TILE_COLUMNS: i32 = 8;

/** What a tile starts from: zero, what C holds, or the bias row. */
export const OVERWRITE: i32 = 0;
export const ACCUMULATE: i32 = 1;
export const FROM_BIAS: i32 = 2;

/**
 * C[5, 8] = start + A·B over `depth`, with A packed `[depth, 5]`, B packed `[depth, 8]` and `ldc` in bytes.
 */
export function packedTile(depth: i32, a: usize, b: usize, c: usize, ldc: usize, start: i32, bias: usize): void {
  let c00 = f32x4.splat(0);
  let c01 = f32x4.splat(0);
  let c10 = f32x4.splat(0);
  let c11 = f32x4.splat(0);
  let c20 = f32x4.splat(0);
  let c21 = f32x4.splat(0);
  let c30 = f32x4.splat(0);
  let c31 = f32x4.splat(0);
  let c40 = f32x4.splat(0);
  let c41 = f32x4.splat(0);
  if (start == ACCUMULATE) {
    c00 = v128.load(c);
    c01 = v128.load(c, 16);
    c10 = v128.load(c + ldc);
    c11 = v128.load(c + ldc, 16);
    c20 = v128.load(c + 2 * ldc);
    c21 = v128.load(c + 2 * ldc, 16);
    c30 = v128.load(c + 3 * ldc);
    c31 = v128.load(c + 3 * ldc, 16);
    c40 = v128.load(c + 4 * ldc);
    c41 = v128.load(c + 4 * ldc, 16);
  } else if (start == FROM_BIAS) {
    c00 = c10 = c20 = c30 = c40 = v128.load(bias);
    c01 = c11 = c21 = c31 = c41 = v128.load(bias, 16);
  }
  for (let k = 0; k < depth; k++) {
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    const a0 = v128.load32_splat(a);
    c00 = mulAdd(a0, b0, c00);
    c01 = mulAdd(a0, b1, c01);
    const a1 = v128.load32_splat(a, 4);
    c10 = mulAdd(a1, b0, c10);
    c11 = mulAdd(a1, b1, c11);
    const a2 = v128.load32_splat(a, 8);
    c20 = mulAdd(a2, b0, c20);
    c21 = mulAdd(a2, b1, c21);
    const a3 = v128.load32_splat(a, 12);
    c30 = mulAdd(a3, b0, c30);
    c31 = mulAdd(a3, b1, c31);
    const a4 = v128.load32_splat(a, 16);
    c40 = mulAdd(a4, b0, c40);
    c41 = mulAdd(a4, b1, c41);
    a += 4 * TILE_ROWS;
    b += 4 * TILE_COLUMNS;
  }
  v128.store(c, c00);
  v128.store(c, c01, 16);
  v128.store(c + ldc, c10);
  v128.store(c + ldc, c11, 16);
  v128.store(c + 2 * ldc, c20);
  v128.store(c + 2 * ldc, c21, 16);
  v128.store(c + 3 * ldc, c30);
  v128.store(c + 3 * ldc, c31, 16);
  v128.store(c + 4 * ldc, c40);
  v128.store(c + 4 * ldc, c41, 16);
}

/**
 * C[4, 8] = A·B without packing, for the small products of attention. All strides in bytes: `rowStride` between rows
 * of A, `depthStride` along the summed dimension, `ldb` between rows of B, `ldc` between rows of C.
 */
export function directTile(
  depth: i32,
  a: usize,
  rowStride: usize,
  depthStride: usize,
  b: usize,
  ldb: usize,
  c: usize,
  ldc: usize,
): void {
  let c00 = f32x4.splat(0);
  let c01 = f32x4.splat(0);
  let c10 = f32x4.splat(0);
  let c11 = f32x4.splat(0);
  let c20 = f32x4.splat(0);
  let c21 = f32x4.splat(0);
  let c30 = f32x4.splat(0);
  let c31 = f32x4.splat(0);
  let p0 = a;
  let p1 = a + rowStride;
  let p2 = a + 2 * rowStride;
  let p3 = a + 3 * rowStride;
  for (let k = 0; k < depth; k++) {
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    const a0 = v128.load32_splat(p0);
    c00 = mulAdd(a0, b0, c00);
    c01 = mulAdd(a0, b1, c01);
    const a1 = v128.load32_splat(p1);
    c10 = mulAdd(a1, b0, c10);
    c11 = mulAdd(a1, b1, c11);
    const a2 = v128.load32_splat(p2);
    c20 = mulAdd(a2, b0, c20);
    c21 = mulAdd(a2, b1, c21);
    const a3 = v128.load32_splat(p3);
    c30 = mulAdd(a3, b0, c30);
    c31 = mulAdd(a3, b1, c31);
    p0 += depthStride;
    p1 += depthStride;
    p2 += depthStride;
    p3 += depthStride;
    b += ldb;
  }
  v128.store(c, c00);
  v128.store(c, c01, 16);
  v128.store(c + ldc, c10);
  v128.store(c + ldc, c11, 16);
  v128.store(c + 2 * ldc, c20);
  v128.store(c + 2 * ldc, c21, 16);
  v128.store(c + 3 * ldc, c30);
  v128.store(c + 3 * ldc, c31, 16);
}
