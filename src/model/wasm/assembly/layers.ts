/** The row-wise layers of GPT-2: embedding, layer norm, bias, activation. Rows are multiples of 8 floats, padded with 0. */

import { exp4, lanesBelow, mulAdd, splat, sumLanes } from './simd';

/** out[r] = wte[ids[r]] + wpe[positions[r]]. */
export function embedForward(
  ids: usize,
  positions: usize,
  rows: i32,
  width: i32,
  wte: usize,
  wpe: usize,
  out: usize,
): void {
  const bytes = <usize>width << 2;
  for (let r = 0; r < rows; r++) {
    const token = wte + <usize>load<i32>(ids + (<usize>r << 2)) * bytes;
    const place = wpe + <usize>load<i32>(positions + (<usize>r << 2)) * bytes;
    for (let d: usize = 0; d < bytes; d += 16) v128.store(out + d, f32x4.add(v128.load(token + d), v128.load(place + d)));
    out += bytes;
  }
}

/** Adds dx[r] to the gradient rows of its token and position, in row order. */
export function embedBackward(
  ids: usize,
  positions: usize,
  rows: i32,
  width: i32,
  dwte: usize,
  dwpe: usize,
  dx: usize,
): void {
  const bytes = <usize>width << 2;
  for (let r = 0; r < rows; r++) {
    const token = dwte + <usize>load<i32>(ids + (<usize>r << 2)) * bytes;
    const place = dwpe + <usize>load<i32>(positions + (<usize>r << 2)) * bytes;
    for (let d: usize = 0; d < bytes; d += 16) {
      const g = v128.load(dx + d);
      v128.store(token + d, f32x4.add(v128.load(token + d), g));
      v128.store(place + d, f32x4.add(v128.load(place + d), g));
    }
    dx += bytes;
  }
}

/**
 * y = (x − mean) / √(variance + ε) · gain + bias over the first `width` floats of each row; the rest up to a multiple of
 * 8 is padding. `stats[r]` keeps (mean, 1/√(variance + ε)).
 */
export function normForward(
  x: usize,
  gain: usize,
  bias: usize,
  y: usize,
  stats: usize,
  rows: i32,
  width: i32,
  epsilon: f32,
): void {
  const bytes = <usize>((width + 7) & ~7) << 2;
  const whole = <usize>(width & ~7) << 2;
  const share: f32 = <f32>1 / <f32>width;
  for (let r = 0; r < rows; r++) {
    let s0 = splat(0);
    let s1 = splat(0);
    for (let d: usize = 0; d < bytes; d += 32) {
      s0 = f32x4.add(s0, v128.load(x + d));
      s1 = f32x4.add(s1, v128.load(x + d, 16));
    }
    const mean = sumLanes(f32x4.add(s0, s1)) * share;
    const centre = splat(mean);
    s0 = splat(0);
    s1 = splat(0);
    for (let d: usize = 0; d < whole; d += 32) {
      const u = f32x4.sub(v128.load(x + d), centre);
      const w = f32x4.sub(v128.load(x + d, 16), centre);
      s0 = mulAdd(u, u, s0);
      s1 = mulAdd(w, w, s1);
    }
    if (whole < bytes) {
      // Padding is 0, not the mean: it must not count as spread.
      const j = width & ~7;
      const u = v128.and(f32x4.sub(v128.load(x + whole), centre), lanesBelow(j, width));
      const w = v128.and(f32x4.sub(v128.load(x + whole, 16), centre), lanesBelow(j + 4, width));
      s0 = mulAdd(u, u, s0);
      s1 = mulAdd(w, w, s1);
    }
    const inverse: f32 = <f32>1 / sqrt<f32>(sumLanes(f32x4.add(s0, s1)) * share + epsilon);
    const scale = splat(inverse);
    for (let d: usize = 0; d < bytes; d += 16) {
      const unit = f32x4.mul(f32x4.sub(v128.load(x + d), centre), scale);
      v128.store(y + d, mulAdd(unit, v128.load(gain + d), v128.load(bias + d)));
    }
    store<f32>(stats, mean);
    store<f32>(stats, inverse, 4);
    stats += 8;
    x += bytes;
    y += bytes;
  }
}

/** dx += the derivative through the norm, padding left at 0; dgain and dbias accumulate over rows. */
export function normBackward(
  dy: usize,
  x: usize,
  gain: usize,
  stats: usize,
  dx: usize,
  dgain: usize,
  dbias: usize,
  rows: i32,
  width: i32,
): void {
  const bytes = <usize>((width + 7) & ~7) << 2;
  const whole = <usize>(width & ~7) << 2;
  const share: f32 = <f32>1 / <f32>width;
  for (let r = 0; r < rows; r++) {
    const mean = splat(load<f32>(stats));
    const scale = splat(load<f32>(stats, 4));
    let sum = splat(0);
    let dot = splat(0);
    for (let d: usize = 0; d < bytes; d += 16) {
      const g = v128.load(dy + d);
      const unit = f32x4.mul(f32x4.sub(v128.load(x + d), mean), scale);
      const t = f32x4.mul(g, v128.load(gain + d));
      sum = f32x4.add(sum, t);
      dot = mulAdd(t, unit, dot);
      v128.store(dgain + d, mulAdd(g, unit, v128.load(dgain + d)));
      v128.store(dbias + d, f32x4.add(g, v128.load(dbias + d)));
    }
    const a = splat(sumLanes(sum) * share);
    const b = splat(sumLanes(dot) * share);
    for (let d: usize = 0; d < bytes; d += 16) {
      const unit = f32x4.mul(f32x4.sub(v128.load(x + d), mean), scale);
      const t = f32x4.mul(v128.load(dy + d), v128.load(gain + d));
      const inner = f32x4.sub(f32x4.sub(t, a), f32x4.mul(unit, b));
      v128.store(dx + d, mulAdd(scale, inner, v128.load(dx + d)));
    }
    if (whole < bytes) {
      const j = width & ~7;
      v128.store(dx + whole, v128.and(v128.load(dx + whole), lanesBelow(j, width)));
      v128.store(dx + whole, v128.and(v128.load(dx + whole, 16), lanesBelow(j + 4, width)), 16);
    }
    stats += 8;
    x += bytes;
    dy += bytes;
    dx += bytes;
  }
}

/** out[r] = x[r] + bias: what the residual projections accumulate onto. */
export function addBias(x: usize, bias: usize, out: usize, rows: i32, width: i32): void {
  const bytes = <usize>width << 2;
  for (let r = 0; r < rows; r++) {
    for (let d: usize = 0; d < bytes; d += 16) v128.store(out + d, f32x4.add(v128.load(x + d), v128.load(bias + d)));
    x += bytes;
    out += bytes;
  }
}

/** dbias += Σ_r dy[r]. */
export function columnSums(dy: usize, dbias: usize, rows: i32, width: i32): void {
  const bytes = <usize>width << 2;
  for (let d: usize = 0; d < bytes; d += 32) {
    let s0 = v128.load(dbias + d);
    let s1 = v128.load(dbias + d, 16);
    let p = dy + d;
    for (let r = 0; r < rows; r++) {
      s0 = f32x4.add(s0, v128.load(p));
      s1 = f32x4.add(s1, v128.load(p, 16));
      p += bytes;
    }
    v128.store(dbias + d, s0);
    v128.store(dbias + d, s1, 16);
  }
}

const LINEAR: f32 = 1.5957691216057308; // 2·√(2/π)
const CUBIC: f32 = 0.07135481627260025; // 2·√(2/π)·0.044715

/** σ(2u) of GPT-2's `gelu_new`, u = √(2/π)(x + 0.044715 x³): x/2 · (1 + tanh u) = x · σ(2u). */
// @ts-ignore: decorator
@inline
function geluGate(x: v128, square: v128): v128 {
  const e = exp4(f32x4.mul(x, mulAdd(splat(CUBIC), square, splat(LINEAR))));
  return f32x4.div(e, f32x4.add(e, splat(1)));
}

/** `gelu_new` over `count` floats (a multiple of 4). */
export function geluForward(x: usize, y: usize, count: i32): void {
  const end = x + (<usize>count << 2);
  for (; x < end; x += 16, y += 16) {
    const v = v128.load(x);
    v128.store(y, f32x4.mul(v, geluGate(v, f32x4.mul(v, v))));
  }
}

/** As `geluForward`, and x ← gelu_new′(x) = σ + x σ (1 − σ) (2u)′, so that the backward pass need not compute σ again. */
export function geluWithSlope(x: usize, y: usize, count: i32): void {
  const end = x + (<usize>count << 2);
  for (; x < end; x += 16, y += 16) {
    const v = v128.load(x);
    const square = f32x4.mul(v, v);
    const gate = geluGate(v, square);
    const active = f32x4.mul(v, gate);
    const inner = mulAdd(splat(3 * CUBIC), square, splat(LINEAR));
    v128.store(y, active);
    v128.store(x, mulAdd(f32x4.mul(active, f32x4.sub(splat(1), gate)), inner, gate));
  }
}

/** max(x, 0). */
export function reluForward(x: usize, y: usize, count: i32): void {
  const end = x + (<usize>count << 2);
  for (; x < end; x += 16, y += 16) v128.store(y, f32x4.max(v128.load(x), splat(0)));
}

/** As `reluForward`, and x ← 1 where x > 0, else 0. */
export function reluWithSlope(x: usize, y: usize, count: i32): void {
  const end = x + (<usize>count << 2);
  for (; x < end; x += 16, y += 16) {
    const v = v128.load(x);
    v128.store(y, f32x4.max(v, splat(0)));
    v128.store(x, v128.and(splat(1), f32x4.gt(v, splat(0))));
  }
}

/** x ← x · y. */
export function multiply(x: usize, y: usize, count: i32): void {
  const end = x + (<usize>count << 2);
  for (; x < end; x += 16, y += 16) v128.store(x, f32x4.mul(v128.load(x), v128.load(y)));
}

/** dst[r] = src[index[r]]: the rows that go through the output head. */
export function gatherRows(src: usize, index: usize, rows: i32, width: i32, dst: usize): void {
  const bytes = <usize>width << 2;
  for (let r = 0; r < rows; r++) {
    memory.copy(dst, src + <usize>load<i32>(index + (<usize>r << 2)) * bytes, bytes);
    dst += bytes;
  }
}

/** dst[index[r]] += src[r], in row order (an index may repeat: completions that share a prompt). */
export function scatterAddRows(src: usize, index: usize, rows: i32, width: i32, dst: usize): void {
  const bytes = <usize>width << 2;
  for (let r = 0; r < rows; r++) {
    const to = dst + <usize>load<i32>(index + (<usize>r << 2)) * bytes;
    for (let d: usize = 0; d < bytes; d += 16) v128.store(to + d, f32x4.add(v128.load(to + d), v128.load(src + d)));
    src += bytes;
  }
}
