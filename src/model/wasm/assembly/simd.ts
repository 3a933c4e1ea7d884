/** Four-lane helpers shared by all kernels. Every reduction has a fixed order, so results are the same bits everywhere. */

// @ts-ignore: decorator
@inline
export function splat(x: f32): v128 {
  return f32x4.splat(x);
}

/** acc + a·b in two roundings: a fused multiply-add would make results depend on the CPU. */
// @ts-ignore: decorator
@inline
export function mulAdd(a: v128, b: v128, acc: v128): v128 {
  return f32x4.add(acc, f32x4.mul(a, b));
}

// @ts-ignore: decorator
@inline
export function sumLanes(v: v128): f32 {
  return (
    f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + (f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3))
  );
}

// @ts-ignore: decorator
@inline
export function maxLanes(v: v128): f32 {
  return max(
    max(f32x4.extract_lane(v, 0), f32x4.extract_lane(v, 1)),
    max(f32x4.extract_lane(v, 2), f32x4.extract_lane(v, 3)),
  );
}

/**
 * Constants of `exp4`, each four times: one load from memory is cheaper than what V8 emits for a vector constant inside a
 * loop. In order: lowest and highest argument, log₂ e, rounder, ln 2 in two parts, polynomial from the top, one.
 */
const EXP: usize = memory.data<f32>([
  -87, -87, -87, -87, 88, 88, 88, 88, 1.4426950408889634, 1.4426950408889634, 1.4426950408889634, 1.4426950408889634,
  12582912, 12582912, 12582912, 12582912, 0.693359375, 0.693359375, 0.693359375, 0.693359375, -2.1219444e-4,
  -2.1219444e-4, -2.1219444e-4, -2.1219444e-4, 1.98756915e-4, 1.98756915e-4, 1.98756915e-4, 1.98756915e-4,
  1.3981999507e-3, 1.3981999507e-3, 1.3981999507e-3, 1.3981999507e-3, 8.3334519073e-3, 8.3334519073e-3, 8.3334519073e-3,
  8.3334519073e-3, 4.1665795894e-2, 4.1665795894e-2, 4.1665795894e-2, 4.1665795894e-2, 1.6666665459e-1, 1.6666665459e-1,
  1.6666665459e-1, 1.6666665459e-1, 5.0000001201e-1, 5.0000001201e-1, 5.0000001201e-1, 5.0000001201e-1, 1, 1, 1, 1,
], 16);

/**
 * e^x with a relative error below 1e-7: x = n·ln 2 + r, polynomial in r (Cephes `expf` coefficients), exponent bits.
 * The argument is clamped to [-87, 88] so that the exponent field stays in range; NaN passes through.
 */
// @ts-ignore: decorator
@inline
export function exp4(x: v128): v128 {
  const clamped = f32x4.pmin(f32x4.pmax(x, v128.load(EXP)), v128.load(EXP, 16));
  // 1.5 · 2^23 added to a small number leaves the nearest integer in the low bits of the sum.
  const shifted = f32x4.add(f32x4.mul(clamped, v128.load(EXP, 32)), v128.load(EXP, 48));
  const n = f32x4.sub(shifted, v128.load(EXP, 48));
  // ln 2 in two parts, the first exact in few bits, so that the subtraction loses nothing.
  const r = f32x4.sub(f32x4.sub(clamped, f32x4.mul(n, v128.load(EXP, 64))), f32x4.mul(n, v128.load(EXP, 80)));
  let p = f32x4.add(f32x4.mul(v128.load(EXP, 96), r), v128.load(EXP, 112));
  p = f32x4.add(f32x4.mul(p, r), v128.load(EXP, 128));
  p = f32x4.add(f32x4.mul(p, r), v128.load(EXP, 144));
  p = f32x4.add(f32x4.mul(p, r), v128.load(EXP, 160));
  p = f32x4.add(f32x4.mul(p, r), v128.load(EXP, 176));
  const mantissa = f32x4.add(f32x4.add(f32x4.mul(p, f32x4.mul(r, r)), r), v128.load(EXP, 192));
  // (bits + 127) << 23: the low bits of `shifted` are n, the rest is shifted out; 127 << 23 is the bits of 1.
  return f32x4.mul(mantissa, i32x4.add(i32x4.shl(shifted, 23), v128.load(EXP, 192)));
}

/** Lane indices j, j+1, j+2, j+3. */
// @ts-ignore: decorator
@inline
export function lanesFrom(j: i32): v128 {
  return i32x4.add(i32x4.splat(j), i32x4(0, 1, 2, 3));
}

/** All ones in the lanes of j, j+1, j+2, j+3 that are below `width`. */
// @ts-ignore: decorator
@inline
export function lanesBelow(j: i32, width: i32): v128 {
  return i32x4.lt_s(lanesFrom(j), i32x4.splat(width));
}

/** Transposes `rows` × `columns` (columns a multiple of 4) into dst `[columns, padded]`; rows up to `padded` become 0. */
export function transposePadded(src: usize, srcStride: usize, rows: i32, columns: i32, dst: usize, padded: i32): void {
  const dstStride = <usize>padded << 2;
  const whole = rows & ~3;
  for (let i = 0; i < whole; i += 4) {
    const row = src + <usize>i * srcStride;
    const out = dst + (<usize>i << 2);
    for (let j = 0; j < columns; j += 4) {
      const q = row + (<usize>j << 2);
      const r0 = v128.load(q);
      const r1 = v128.load(q + srcStride);
      const r2 = v128.load(q + 2 * srcStride);
      const r3 = v128.load(q + 3 * srcStride);
      const t0 = v128.shuffle<i32>(r0, r1, 0, 4, 1, 5);
      const t1 = v128.shuffle<i32>(r2, r3, 0, 4, 1, 5);
      const t2 = v128.shuffle<i32>(r0, r1, 2, 6, 3, 7);
      const t3 = v128.shuffle<i32>(r2, r3, 2, 6, 3, 7);
      const d = out + <usize>j * dstStride;
      v128.store(d, v128.shuffle<i64>(t0, t1, 0, 2));
      v128.store(d + dstStride, v128.shuffle<i64>(t0, t1, 1, 3));
      v128.store(d + 2 * dstStride, v128.shuffle<i64>(t2, t3, 0, 2));
      v128.store(d + 3 * dstStride, v128.shuffle<i64>(t2, t3, 1, 3));
    }
  }
  for (let i = whole; i < padded; i++) {
    for (let j = 0; j < columns; j++) {
      const value: f32 = i < rows ? load<f32>(src + <usize>i * srcStride + (<usize>j << 2)) : 0;
      store<f32>(dst + <usize>j * dstStride + (<usize>i << 2), value);
    }
  }
}

/** Copies `rows` rows of `columns` floats (a multiple of 4) between strided places. */
export function copyRows(src: usize, srcStride: usize, rows: i32, columns: i32, dst: usize, dstStride: usize): void {
  const bytes = <usize>columns << 2;
  for (let i = 0; i < rows; i++) {
    for (let d: usize = 0; d < bytes; d += 16) v128.store(dst + d, v128.load(src + d));
    src += srcStride;
    dst += dstStride;
  }
}
