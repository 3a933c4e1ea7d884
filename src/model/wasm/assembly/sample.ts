/** Draws tokens from logits with counter-based random numbers. */

import { exp4, splat } from './simd';
import { logTotal, normalise, rowMax } from './head';

let weightRow: usize = 0;
let picked: f32 = 0;

/** Hands over scratch memory for one row of logits. */
export function setSampleScratch(base: usize): void {
  weightRow = base;
}

/** Purpose word of sampling draws in `core/rng` (STREAM.sample). */
const SAMPLE: u32 = 1;

/** PCG4D (Jarzynski & Olano, JCGT 9(3), 2020), the first word: the same bits as `core/rng`. */
function pcg4d(a: u32, b: u32, c: u32, d: u32): u32 {
  let x = a * 1664525 + 1013904223;
  let y = b * 1664525 + 1013904223;
  let z = c * 1664525 + 1013904223;
  let w = d * 1664525 + 1013904223;
  x += y * w;
  y += z * x;
  z += x * y;
  w += y * z;
  x ^= x >> 16;
  y ^= y >> 16;
  z ^= z >> 16;
  w ^= w >> 16;
  x += y * w;
  return x;
}

/** Uniform in [0, 1) with 24 bits, as `uniform(seed, stream, counter)` of `core/rng`. */
export function uniform(seed: u32, stream: u32, counter: u32): f64 {
  return <f64>(pcg4d(seed, stream, counter, SAMPLE) >> 8) * (1.0 / 16777216.0);
}

/** Index of the largest of `vocab` floats, the lowest among equals. */
function argMax(row: usize, vocab: i32): i32 {
  let best = 0;
  let top = load<f32>(row);
  for (let j = 1; j < vocab; j++) {
    const x = load<f32>(row + (<usize>j << 2));
    if (x > top) {
      top = x;
      best = j;
    }
  }
  return best;
}

/**
 * Draws one token per row of `logits[rows, stride]` (the specification is `model/sampling`): greedy when `greedy` is set,
 * else the inverse CDF in id order at `uniform(seed, streams[r], steps[r])`. Writes the id and its log-probability at
 * the given temperature. Row length `stride` is V rounded up to 8.
 */
export function sampleRows(
  logits: usize,
  rows: i32,
  vocab: i32,
  stride: i32,
  inverseTemperature: f32,
  greedy: bool,
  seed: u32,
  streams: usize,
  steps: usize,
  ids: usize,
  logProbs: usize,
): void {
  const bytes = <usize>stride << 2;
  const scale = splat(inverseTemperature);
  for (let r = 0; r < rows; r++) {
    const at = <usize>r << 2;
    normalise(logits, vocab, stride, inverseTemperature);
    let id = 0;
    let chosen: f32 = 0;
    if (greedy) {
      id = argMax(logits, vocab);
      chosen = load<f32>(logits + (<usize>id << 2));
    } else {
      const u = uniform(seed, load<u32>(streams + at), load<u32>(steps + at));
      id = inverseCdf(logits, vocab, bytes, scale, u);
      chosen = picked;
    }
    store<i32>(ids + at, id);
    store<f32>(logProbs + at, chosen * inverseTemperature - rowMax - logTotal);
    logits += bytes;
  }
}

/** First id whose cumulative weight exceeds u times the total, sums in f64 in id order. Leaves its logit in `picked`. */
function inverseCdf(row: usize, vocab: i32, bytes: usize, scale: v128, u: f64): i32 {
  const centre = splat(rowMax);
  const weights = weightRow;
  for (let d: usize = 0; d < bytes; d += 16) {
    v128.store(weights + d, exp4(f32x4.sub(f32x4.mul(v128.load(row + d), scale), centre)));
  }
  let total: f64 = 0;
  for (let j = 0; j < vocab; j++) total += <f64>load<f32>(weights + (<usize>j << 2));
  const target = u * total;
  let cumulative: f64 = 0;
  let id = 0;
  for (; id < vocab - 1; id++) {
    cumulative += <f64>load<f32>(weights + (<usize>id << 2));
    if (cumulative > target) break;
  }
  picked = load<f32>(row + (<usize>id << 2));
  return id;
}
