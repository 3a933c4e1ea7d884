/** Twins of the kernels at the ends of the model: embeddings, head, weights' gradients, optimiser (see `twins.ts`). */

import type { Uniforms } from '../kernel.ts';
import { ROW } from '../tables.ts';
import { MATRIX, MATRIX_KIND, NORM } from './gradients.ts';
import { NORM_PARTS } from './optimizer.ts';

type Numbers = Float32Array;

function pairsOf(tables: Int32Array, headTable: number, head: number): number[] {
  const [first = 0, end = 0] = tables.subarray(headTable + 4 * head + 1, headTable + 4 * head + 3);
  return Array.from({ length: end - first }, (_, i) => first + i);
}

export function embedForwardTwin(
  width: number,
  result: Numbers,
  weights: Numbers,
  tables: Int32Array,
  u: Uniforms,
): void {
  for (let row = 0; row < u.rows!; row++) {
    const id = tables[ROW.fields * row + ROW.id]!;
    const position = tables[ROW.fields * row + ROW.position]!;
    for (let c = 0; c < width; c++) {
      const token = weights[4 * u.wte! + id * width + c]!;
      result[4 * u.x! + row * width + c] = token + weights[4 * u.wpe! + position * width + c]!;
    }
  }
}

/** By going through the rows, where the kernel goes through tokens and positions. */
export function embedBackwardTwin(
  width: number,
  result: Numbers,
  arena: Numbers,
  tables: Int32Array,
  rows: number,
  u: Uniforms,
): void {
  if (u.accumulate === 0) result.fill(0, 4 * u.wpe!, 4 * u.wpe! + u.context! * width);
  for (let row = 0; row < rows; row++) {
    for (let c = 0; c < width; c++) {
      const d = arena[4 * u.dx! + row * width + c]!;
      result[4 * u.wte! + tables[ROW.fields * row + ROW.id]! * width + c]! += d;
      result[4 * u.wpe! + tables[ROW.fields * row + ROW.position]! * width + c]! += d;
    }
  }
}

interface HeadShape {
  readonly vocab: number;
  readonly stride: number;
  readonly width: number;
  readonly valueHead: boolean;
}

export function headForwardTwin(
  s: HeadShape,
  result: Numbers,
  weights: Numbers,
  tables: Int32Array,
  u: Uniforms,
): void {
  for (let head = 0; head < u.heads!; head++) {
    const at = 4 * u.logits! + head * s.stride;
    const z = Array.from(result.subarray(at, at + s.vocab), (x) => x * u.scale!);
    const peak = Math.max(...z);
    const sum = z.reduce((total, x) => total + Math.exp(x - peak), 0);
    const entropy = Math.log(sum) - z.reduce((total, x) => total + Math.exp(x - peak) * (x - peak), 0) / sum;
    let value = 0;
    if (s.valueHead) {
      const w = 4 * u.value!;
      value = weights[w + s.width]!;
      for (let c = 0; c < s.width; c++) value += result[4 * u.normed! + head * s.width + c]! * weights[w + c]!;
    }
    result.set([peak, Math.log(sum), entropy, value], 4 * (u.stats! + head));
    for (const pair of pairsOf(tables, u.headTable!, head)) {
      const logProb = z[tables[u.targets! + pair]!]! - peak - Math.log(sum);
      result.set([logProb, entropy, value, 0], 4 * (u.out! + pair));
    }
  }
}

export function headBackwardTwin({ vocab, stride }: HeadShape, result: Numbers, tables: Int32Array, u: Uniforms): void {
  for (let head = 0; head < u.heads!; head++) {
    const [peak = 0, logSum = 0, entropy = 0] = result.subarray(4 * (u.stats! + head));
    const pairs = pairsOf(tables, u.headTable!, head);
    for (let id = 0; id < stride; id++) {
      const at = 4 * u.logits! + head * stride + id;
      const logP = result[at]! * u.scale! - peak - logSum;
      const p = Math.exp(logP);
      let d = 0;
      for (const pair of pairs) {
        const [toTarget = 0, toSpread = 0] = result.subarray(4 * (u.coefficients! + pair));
        const hit = tables[u.targets! + pair] === id ? 1 : 0;
        d += toTarget * (hit - p) - toSpread * p * (logP + entropy);
      }
      result[at] = id < vocab ? u.scale! * d : 0;
    }
  }
}

export function valueBackwardTwin(
  width: number,
  result: Numbers,
  weights: Numbers,
  tables: Int32Array,
  u: Uniforms,
): void {
  for (let head = 0; head < u.heads!; head++) {
    const pairs = pairsOf(tables, u.headTable!, head);
    const d = pairs.reduce((sum, pair) => sum + result[4 * (u.coefficients! + pair) + 2]!, 0);
    for (let c = 0; c < width; c++) {
      result[4 * u.dnormed! + head * width + c]! += d * weights[4 * u.value! + c]!;
    }
    result[4 * (u.stats! + head) + 3] = d;
  }
}

export function matrixGradientsTwin(result: Numbers, arena: Numbers, matrices: Int32Array, u: Uniforms): void {
  for (let i = 0; i < u.count!; i++) {
    const field = (name: Exclude<keyof typeof MATRIX, 'fields'>) => matrices[i * MATRIX.fields + MATRIX[name]]!;
    const [ins, outs] = [4 * field('in4'), 4 * field('out4')];
    const rows = field('kind') === MATRIX_KIND.embedding ? u.heads! : u.rows!;
    for (let line = 0; line < field('lines'); line++) {
      for (let column = 0; column < outs; column++) {
        const to = 4 * field('to') + line * outs + column;
        let sum = u.accumulate === 0 ? 0 : result[to]!;
        for (let r = 0; r < rows; r++) {
          const x = line < ins ? arena[4 * field('x') + r * ins + line]! : 1;
          sum += x * arena[4 * field('dy') + r * outs + column]!;
        }
        result[to] = sum;
      }
    }
  }
}

export function normGradientsTwin(
  width: number,
  result: Numbers,
  arena: Numbers,
  norms: Int32Array,
  tables: Int32Array,
  u: Uniforms,
): void {
  for (let i = 0; i < u.count!; i++) {
    const field = (name: Exclude<keyof typeof NORM, 'fields'>) => norms[i * NORM.fields + NORM[name]]!;
    const final = field('final') !== 0;
    for (let c = 0; c < width; c++) {
      const to = 4 * field('to') + c;
      let [gain, bias] = u.accumulate === 0 ? [0, 0] : [result[to]!, result[to + width]!];
      for (let r = 0; r < (final ? u.heads! : u.rows!); r++) {
        const row = final ? tables[u.headTable! + 4 * r]! : r;
        const [mean = 0, scale = 0] = arena.subarray(4 * (field('stats') + r));
        const dy = arena[4 * field('dy') + r * width + c]!;
        gain += dy * (arena[4 * field('x') + row * width + c]! - mean) * scale;
        bias += dy;
      }
      result[to] = gain;
      result[to + width] = bias;
    }
  }
}

export function valueGradientsTwin(width: number, result: Numbers, arena: Numbers, u: Uniforms): void {
  if (u.accumulate === 0) result.fill(0, 4 * u.to!, 4 * u.to! + width + 4);
  for (let head = 0; head < u.heads!; head++) {
    const d = arena[4 * (u.stats! + head) + 3]!;
    for (let c = 0; c < width; c++) result[4 * u.to! + c]! += d * arena[4 * u.normed! + head * width + c]!;
    result[4 * u.to! + width]! += d;
  }
}

export function adamwTwin(result: Numbers, gradient: Numbers, decays: Numbers, u: Uniforms): void {
  const count = 4 * u.count4!;
  for (let i = 0; i < count; i++) {
    const g = gradient[i]! * u.gradScale!;
    const m = result[count + i]! * u.beta1! + g * u.rest1!;
    const v = result[2 * count + i]! * u.beta2! + g * g * u.rest2!;
    const change = (u.stepSize! * m) / (Math.sqrt(v) * u.rootCorrection! + u.epsilon!);
    result[i] = result[i]! * (1 - u.decay! * decays[i >> 2]!) - change;
    result[count + i] = m;
    result[2 * count + i] = v;
  }
}

/** Part i of the sum takes the vectors whose index modulo `NORM_PARTS` groups of 64 falls into group i. */
export function squaredNormTwin(result: Numbers, gradient: Numbers, u: Uniforms): void {
  result.fill(0, 0, NORM_PARTS);
  for (let i = 0; i < u.count4!; i++) {
    const squares = gradient.subarray(4 * i, 4 * i + 4).reduce((sum, g) => sum + g * g, 0);
    result[Math.floor(i / 64) % NORM_PARTS]! += squares;
  }
}
