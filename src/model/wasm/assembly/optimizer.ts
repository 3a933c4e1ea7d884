/** Gradient sums, their global norm, and AdamW. */

import { mulAdd, splat } from './simd';

/** dst[i] += src[i] over `count` floats (a multiple of 4). */
export function accumulate(dst: usize, src: usize, count: i32): void {
  const end = dst + (<usize>count << 2);
  for (; dst < end; dst += 16, src += 16) v128.store(dst, f32x4.add(v128.load(dst), v128.load(src)));
}

/** Σ x² over `count` floats (a multiple of 4), summed in f64; NaN or infinite when any element is. */
export function sumOfSquares(x: usize, count: i32): f64 {
  const end = x + (<usize>count << 2);
  let low = f64x2.splat(0);
  let high = f64x2.splat(0);
  for (; x < end; x += 16) {
    const v = v128.load(x);
    const a = f64x2.promote_low_f32x4(v);
    const b = f64x2.promote_low_f32x4(v128.shuffle<i32>(v, v, 2, 3, 0, 1));
    low = f64x2.add(low, f64x2.mul(a, a));
    high = f64x2.add(high, f64x2.mul(b, b));
  }
  const sum = f64x2.add(low, high);
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

/** Below this the first moment is 0: WebAssembly has no flush-to-zero, and decaying moments would end as denormals. */
const TINY_FIRST: f32 = 1e-30;
const TINY_SECOND: f32 = 1e-36;

/**
 * AdamW (Loshchilov & Hutter 2019, algorithm 2, in PyTorch's form) over `count` floats (a multiple of 4):
 * g ← gradScale·g; w ← w·keep; m, v updated; w ← w − stepSize·m / (√v·rootCorrection + ε),
 * with keep = 1 − lr·decay, stepSize = lr / (1 − β₁ᵗ), rootCorrection = 1 / √(1 − β₂ᵗ).
 */
export function adamW(
  weights: usize,
  gradient: usize,
  first: usize,
  second: usize,
  count: i32,
  gradScale: f32,
  beta1: f32,
  beta2: f32,
  oneMinusBeta1: f32,
  oneMinusBeta2: f32,
  epsilon: f32,
  keep: f32,
  stepSize: f32,
  rootCorrection: f32,
): void {
  const end = weights + (<usize>count << 2);
  for (; weights < end; weights += 16, gradient += 16, first += 16, second += 16) {
    const g = f32x4.mul(v128.load(gradient), splat(gradScale));
    let m = mulAdd(splat(oneMinusBeta1), g, f32x4.mul(v128.load(first), splat(beta1)));
    let v = mulAdd(splat(oneMinusBeta2), f32x4.mul(g, g), f32x4.mul(v128.load(second), splat(beta2)));
    m = v128.and(m, f32x4.ge(f32x4.abs(m), splat(TINY_FIRST)));
    v = v128.and(v, f32x4.ge(v, splat(TINY_SECOND)));
    v128.store(first, m);
    v128.store(second, v);
    const scale = mulAdd(f32x4.sqrt(v), splat(rootCorrection), splat(epsilon));
    const kept = f32x4.mul(v128.load(weights), splat(keep));
    v128.store(weights, f32x4.sub(kept, f32x4.div(f32x4.mul(splat(stepSize), m), scale)));
  }
}

/** Sets `bytes` bytes to 0. */
export function clear(base: usize, bytes: usize): void {
  memory.fill(base, 0, bytes);
}
