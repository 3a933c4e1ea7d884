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
 * e^x with a relative error below 1e-7: x = n·ln 2 + r, polynomial in r (Cephes `expf` coefficients), exponent bits.
 * The argument is clamped to [-87, 88] so that the exponent field stays in range; NaN passes through.
 */
// @ts-ignore: decorator
@inline
export function exp4(x: v128): v128 {
  const clamped = f32x4.pmin(f32x4.pmax(x, splat(-87)), splat(88));
  const n = f32x4.nearest(f32x4.mul(clamped, splat(1.4426950408889634)));
  // ln 2 in two parts, the first exact in few bits, so that the subtraction loses nothing.
  const r = f32x4.sub(f32x4.sub(clamped, f32x4.mul(n, splat(0.693359375))), f32x4.mul(n, splat(-2.1219444e-4)));
  let p = mulAdd(splat(1.98756915e-4), r, splat(1.3981999507e-3));
  p = mulAdd(p, r, splat(8.3334519073e-3));
  p = mulAdd(p, r, splat(4.1665795894e-2));
  p = mulAdd(p, r, splat(1.6666665459e-1));
  p = mulAdd(p, r, splat(5.0000001201e-1));
  const mantissa = f32x4.add(mulAdd(p, f32x4.mul(r, r), r), splat(1));
  const exponent = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(n), i32x4.splat(127)), 23);
  return f32x4.mul(mantissa, exponent);
}

/** tanh x = 1 − 2 / (e^{2x} + 1). */
// @ts-ignore: decorator
@inline
export function tanh4(x: v128): v128 {
  return f32x4.sub(splat(1), f32x4.div(splat(2), f32x4.add(exp4(f32x4.add(x, x)), splat(1))));
}

/** Lane indices j, j+1, j+2, j+3. */
// @ts-ignore: decorator
@inline
export function lanesFrom(j: i32): v128 {
  return i32x4.add(i32x4.splat(j), i32x4(0, 1, 2, 3));
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
