/** From final hidden states and logits to what is known of each token, and back to gradients. Row length `stride` is V rounded up to 8. */

import { exp4, maxLanes, mulAdd, splat, sumLanes } from './simd';

/** Logits past V, so that every loop runs in whole vectors: their exp, at most 2e-38, vanishes in sums of at least 1. */
const ABSENT: f32 = -1e30;

/** Scores this far below the maximum have probability 0 in effect; bounded, they cannot make 0 · ∞ of it. */
const FLOOR: f32 = -100;

/** What `normalise` found for its row. */
export let rowMax: f32 = 0;
export let logTotal: f32 = 0;

/** Maximum of one row of s = x · inverseTemperature, for a positive temperature. Pads the row past `vocab`. */
function peakOf(row: usize, vocab: i32, stride: i32, inverseTemperature: f32): f32 {
  for (let j = vocab; j < stride; j++) store<f32>(row + (<usize>j << 2), ABSENT);
  const bytes = <usize>stride << 2;
  let top = v128.load(row);
  for (let d: usize = 16; d < bytes; d += 16) top = f32x4.max(top, v128.load(row + d));
  return maxLanes(top) * inverseTemperature;
}

/** Finds the maximum and log Σ exp(s − maximum) of one row of s = x · inverseTemperature. */
export function normalise(row: usize, vocab: i32, stride: i32, inverseTemperature: f32): void {
  const bytes = <usize>stride << 2;
  rowMax = peakOf(row, vocab, stride, inverseTemperature);
  const scale = splat(inverseTemperature);
  const centre = splat(rowMax);
  let total = splat(0);
  for (let d: usize = 0; d < bytes; d += 16) {
    total = f32x4.add(total, exp4(f32x4.sub(f32x4.mul(v128.load(row + d), scale), centre)));
  }
  logTotal = <f32>Math.log(<f64>sumLanes(total));
}

/**
 * Log-probability of `targets[r]` and entropy of every row of `logits[rows, stride]` at the given temperature (nats).
 * `stats[r]` keeps (maximum, log normaliser) for the backward pass.
 */
export function headForward(
  logits: usize,
  rows: i32,
  vocab: i32,
  stride: i32,
  targets: usize,
  inverseTemperature: f32,
  logProb: usize,
  entropy: usize,
  stats: usize,
): void {
  const bytes = <usize>stride << 2;
  const scale = splat(inverseTemperature);
  const floor = splat(FLOOR);
  for (let r = 0; r < rows; r++) {
    const peak = peakOf(logits, vocab, stride, inverseTemperature);
    const centre = splat(peak);
    // The sums of `normalise`, in the same order, with Σ e·s beside them.
    let total = splat(0);
    let dot = splat(0);
    for (let d: usize = 0; d < bytes; d += 16) {
      const s = f32x4.sub(f32x4.mul(v128.load(logits + d), scale), centre);
      const e = exp4(s);
      total = f32x4.add(total, e);
      dot = mulAdd(e, f32x4.max(s, floor), dot);
    }
    const sum = sumLanes(total);
    const logSum = <f32>Math.log(<f64>sum);
    const at = <usize>r << 2;
    const target = load<f32>(logits + (<usize>load<i32>(targets + at) << 2));
    store<f32>(logProb + at, target * inverseTemperature - peak - logSum);
    // H = log Z − Σ p·s with s measured from the maximum.
    store<f32>(entropy + at, logSum - sumLanes(dot) / sum);
    store<f32>(stats + 2 * at, peak);
    store<f32>(stats + 2 * at, logSum, 4);
    logits += bytes;
  }
}

/**
 * ∂loss/∂logits in place of the logits, for the per-row derivatives a = ∂loss/∂logProb and e = ∂loss/∂entropy:
 * with s = x/T and p = softmax(s), ∂logProb/∂s_j = [j = target] − p_j and ∂H/∂s_j = −p_j (log p_j + H).
 */
export function headBackward(
  logits: usize,
  rows: i32,
  vocab: i32,
  stride: i32,
  targets: usize,
  inverseTemperature: f32,
  entropy: usize,
  stats: usize,
  dLogProb: usize,
  dEntropy: usize,
): void {
  const bytes = <usize>stride << 2;
  const scale = splat(inverseTemperature);
  const floor = splat(FLOOR);
  for (let r = 0; r < rows; r++) {
    const at = <usize>r << 2;
    const a = load<f32>(dLogProb + at);
    const e = load<f32>(dEntropy + at);
    const shift = splat(load<f32>(stats + 2 * at));
    const norm = splat(load<f32>(stats + 2 * at, 4));
    const va = splat(-a * inverseTemperature);
    const ve = splat(-e * inverseTemperature);
    const h = splat(load<f32>(entropy + at));
    for (let d: usize = 0; d < bytes; d += 16) {
      const s = f32x4.max(f32x4.sub(f32x4.sub(f32x4.mul(v128.load(logits + d), scale), shift), norm), floor);
      const p = exp4(s);
      v128.store(logits + d, f32x4.mul(p, mulAdd(ve, f32x4.add(s, h), va)));
    }
    const target = logits + (<usize>load<i32>(targets + at) << 2);
    store<f32>(target, load<f32>(target) + a * inverseTemperature);
    for (let j = vocab; j < stride; j++) store<f32>(logits + (<usize>j << 2), 0);
    logits += bytes;
  }
}

/** values[r] = normed[r] · weight + bias, over rows of `width` floats (a multiple of 8). */
export function valueForward(normed: usize, rows: i32, width: i32, weight: usize, bias: usize, values: usize): void {
  const bytes = <usize>width << 2;
  const shift = load<f32>(bias);
  for (let r = 0; r < rows; r++) {
    let s0 = splat(0);
    let s1 = splat(0);
    for (let d: usize = 0; d < bytes; d += 32) {
      s0 = mulAdd(v128.load(normed + d), v128.load(weight + d), s0);
      s1 = mulAdd(v128.load(normed + d, 16), v128.load(weight + d, 16), s1);
    }
    store<f32>(values + (<usize>r << 2), sumLanes(f32x4.add(s0, s1)) + shift);
    normed += bytes;
  }
}

/** Adds what `dValues[r]` = ∂loss/∂values[r] makes of the gradients of `valueForward`'s inputs, in row order. */
export function valueBackward(
  dValues: usize,
  rows: i32,
  width: i32,
  normed: usize,
  weight: usize,
  dNormed: usize,
  dWeight: usize,
  dBias: usize,
): void {
  const bytes = <usize>width << 2;
  let total = load<f32>(dBias);
  for (let r = 0; r < rows; r++) {
    const slope = load<f32>(dValues + (<usize>r << 2));
    const g = splat(slope);
    for (let d: usize = 0; d < bytes; d += 16) {
      v128.store(dNormed + d, mulAdd(g, v128.load(weight + d), v128.load(dNormed + d)));
      v128.store(dWeight + d, mulAdd(g, v128.load(normed + d), v128.load(dWeight + d)));
    }
    total += slope;
    normed += bytes;
    dNormed += bytes;
  }
  store<f32>(dBias, total);
}
