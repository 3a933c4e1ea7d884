/**
 * Every kernel once more in plain TypeScript, over the same arrays and uniforms: what the kernels are tested against.
 * Offsets are in vectors of four there and in numbers here, hence the factors of 4.
 */

import type { Uniforms } from '../kernel.ts';
import { ROW } from '../tables.ts';
import type { Epilogue } from './matmul.ts';

/** Arrays by the names that the kernel's code has for them; `result` is written. */
export interface TwinArrays {
  readonly result: Float32Array;
  readonly weights: Float32Array;
  readonly tables: Int32Array;
}

/** All that a twin may ask of the uniforms; a missing one is a mistake. */
function read(uniforms: Uniforms): (name: string) => number {
  return (name) => {
    const value = uniforms[name];
    if (value === undefined) throw new Error(`twin: expected a uniform ${name}, got none`);
    return value;
  };
}

const GELU_SCALE = Math.sqrt(2 / Math.PI);

/** GPT-2's gelu_new or ReLU at x, and its slope. */
export function activate(x: number, activation: 'gelu_new' | 'relu'): readonly [value: number, slope: number] {
  if (activation === 'relu') return x > 0 ? [x, 1] : [0, 0];
  const t = Math.tanh(GELU_SCALE * (x + 0.044715 * x ** 3));
  const bend = GELU_SCALE * (1 + 3 * 0.044715 * x * x);
  return [0.5 * x * (1 + t), 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * bend];
}

export function matmulTwin(epilogue: Epilogue, activation: 'gelu_new' | 'relu', arrays: TwinArrays, u: Uniforms): void {
  const { result, weights } = arrays;
  const at = read(u);
  const [m, n, k] = [at('m'), 4 * at('n4'), 4 * at('k4')];
  const sums = new Float64Array(m * n);
  for (let i = 0; i < m * n; i++) {
    const [row, column] = [Math.floor(i / n), i % n];
    for (let j = 0; j < k; j++) sums[i]! += result[4 * at('a') + row * k + j]! * weights[4 * at('b') + j * n + column]!;
  }
  sums.forEach((sum, i) => {
    const to = 4 * at('c') + i;
    const extra = 4 * at('extra') + i;
    const biased = sum + (epilogue === 'plain' || epilogue === 'slope' ? 0 : weights[4 * at('bias') + (i % n)]!);
    switch (epilogue) {
      case 'plain':
      case 'bias':
        result[to] = biased;
        return;
      case 'residual':
        result[to] = biased + result[extra]!;
        return;
      case 'activation':
        [result[to], result[extra]] = activate(biased, activation) as [number, number];
        return;
      case 'slope':
        result[extra]! *= sum;
        return;
      default:
        epilogue satisfies never;
    }
  });
}

export function normForwardTwin(
  width: number,
  epsilon: number,
  gather: boolean,
  arrays: TwinArrays,
  u: Uniforms,
): void {
  const { result, weights, tables } = arrays;
  const at = read(u);
  for (let i = 0; i < at('rows'); i++) {
    const row = gather ? tables[at('heads') + 4 * i]! : i;
    const x = result.slice(4 * at('x') + row * width, 4 * at('x') + (row + 1) * width);
    const mean = x.reduce((a, b) => a + b, 0) / width;
    const scale = 1 / Math.sqrt(x.reduce((a, b) => a + (b - mean) ** 2, 0) / width + epsilon);
    x.forEach((value, c) => {
      const normal = (value - mean) * scale;
      result[4 * at('y') + i * width + c] = normal * weights[4 * at('gain') + c]! + weights[4 * at('bias') + c]!;
    });
    result.set([mean, scale, 0, 0], 4 * (at('stats') + i));
  }
}

/** The gradient of a norm's input row at `x` for the output gradient at `dy`. */
function inputGradient(arrays: TwinArrays, width: number, x: number, dy: number, stats: number, gain: number) {
  const { result, weights } = arrays;
  const [mean, scale] = [result[stats]!, result[stats + 1]!];
  const columns = Array.from({ length: width }, (_, c) => c);
  const normal = columns.map((c) => (result[x + c]! - mean) * scale);
  const g = columns.map((c) => result[dy + c]! * weights[gain + c]!);
  const meanG = g.reduce((a, b) => a + b, 0) / width;
  const meanGn = g.reduce((a, b, c) => a + b * normal[c]!, 0) / width;
  return columns.map((c) => scale * (g[c]! - meanG - normal[c]! * meanGn));
}

export function normBackwardTwin(width: number, arrays: TwinArrays, u: Uniforms): void {
  const { result } = arrays;
  const at = read(u);
  for (let row = 0; row < at('rows'); row++) {
    const place = (name: string) => 4 * at(name) + row * width;
    const stats = 4 * (at('stats') + row);
    const dx = inputGradient(arrays, width, place('x'), place('dy'), stats, 4 * at('gain'));
    dx.forEach((value, c) => {
      result[place('dx') + c] = result[place('residual') + c]! + value;
    });
  }
}

export function normBackwardFinalTwin(width: number, arrays: TwinArrays, u: Uniforms): void {
  const { result, tables } = arrays;
  const at = read(u);
  for (let row = 0; row < at('rows'); row++) {
    const to = 4 * at('dx') + row * width;
    const head = tables[ROW.fields * row + ROW.head]!;
    if (head < 0) {
      result.fill(0, to, to + width);
      continue;
    }
    const [x, dy, stats] = [4 * at('x') + row * width, 4 * at('dy') + head * width, 4 * (at('stats') + head)];
    result.set(inputGradient(arrays, width, x, dy, stats, 4 * at('gain')), to);
  }
}

/** Rows that `row` sees, itself last. */
export function seenBy(tables: Int32Array, row: number): number[] {
  const at = ROW.fields * row;
  const start = tables[at + ROW.contextStart]!;
  const context = tables.slice(start, start + tables[at + ROW.contextLength]!);
  const seen = [...context];
  for (let r = tables[at + ROW.segmentStart]!; r <= row; r++) seen.push(r);
  return seen;
}

/** Softmax weights of one row and head over what it sees. */
function attend(arrays: TwinArrays, heads: number, size: number, qkv: number, row: number, head: number) {
  const { result, tables } = arrays;
  const width = heads * size;
  const at = (r: number, part: number) => qkv + r * 3 * width + part * width + head * size;
  const product = (a: number, b: number) => {
    let sum = 0;
    for (let d = 0; d < size; d++) sum += result[a + d]! * result[b + d]!;
    return sum;
  };
  const seen = seenBy(tables, row);
  const scores = seen.map((r) => product(at(row, 0), at(r, 1)) / Math.sqrt(size));
  const peak = Math.max(...scores);
  const total = scores.reduce((sum, s) => sum + Math.exp(s - peak), 0);
  const weights = scores.map((s) => Math.exp(s - peak) / total);
  return { seen, weights, at, product, normaliser: peak + Math.log(total) };
}

export function attentionForwardTwin(heads: number, size: number, arrays: TwinArrays, u: Uniforms): void {
  const all = arrays;
  const at = read(u);
  for (let i = 0; i < at('rows') * heads; i++) {
    const [row, head] = [Math.floor(i / heads), i % heads];
    const { seen, weights, at: place, normaliser } = attend(all, heads, size, 4 * at('qkv'), row, head);
    for (let d = 0; d < size; d++) {
      const mixed = seen.reduce((sum, r, j) => sum + weights[j]! * all.result[place(r, 2) + d]!, 0);
      all.result[4 * at('out') + (row * heads + head) * size + d] = mixed;
    }
    all.result.set([normaliser, 0, 0, 0], 4 * (at('stats') + i));
  }
}

/** Both backward kernels together: all of `dqkv`, and dout·out in the statistics. */
export function attentionBackwardTwin(heads: number, size: number, arrays: TwinArrays, u: Uniforms): void {
  const all = arrays;
  const { result } = all;
  const at = read(u);
  const width = heads * size;
  const gradients = new Float64Array(at('rows') * 3 * width);
  for (let i = 0; i < at('rows') * heads; i++) {
    const [row, head] = [Math.floor(i / heads), i % heads];
    const { seen, weights, at: place, product } = attend(all, heads, size, 4 * at('qkv'), row, head);
    const dout = 4 * at('dout') + (row * heads + head) * size;
    const mean = product(dout, 4 * at('out') + (row * heads + head) * size);
    const into = (r: number, part: number) => r * 3 * width + part * width + head * size;
    seen.forEach((r, j) => {
      const ds = (weights[j]! * (product(dout, place(r, 2)) - mean)) / Math.sqrt(size);
      for (let d = 0; d < size; d++) {
        gradients[into(row, 0) + d]! += ds * result[place(r, 1) + d]!;
        gradients[into(r, 1) + d]! += ds * result[place(row, 0) + d]!;
        gradients[into(r, 2) + d]! += weights[j]! * result[dout + d]!;
      }
    });
    result[4 * (at('stats') + i) + 1] = mean;
  }
  result.set(gradients, 4 * at('dqkv'));
}
