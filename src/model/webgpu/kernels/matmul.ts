/** Matrix products of activations with weights: a register tile per invocation, no barriers, everything in vectors of four. */

import type { Kernel } from '../kernel.ts';

/** Rows and vectors of columns that one invocation computes. */
const TILE_ROWS = 4;
const TILE_COLUMNS = 2;

/**
 * What becomes of a sum before it is stored:
 * `plain` nothing; `bias` + bias; `residual` + bias + residual stream; `activation` + bias, then the activation is stored
 * at `c` and its slope at `extra`; `slope` times what lies at `extra`, stored there.
 */
export type Epilogue = 'plain' | 'bias' | 'residual' | 'activation' | 'slope';

const GELU = `
  fn activate(x : vec4<f32>) -> array<vec4<f32>, 2> {
    let inner = clamp(0.7978845608028654 * (x + 0.044715 * x * x * x), vec4<f32>(-15.0), vec4<f32>(15.0));
    let t = tanh(inner);
    let y = 0.5 * x * (1.0 + t);
    let bend = 0.7978845608028654 * (1.0 + 3.0 * 0.044715 * x * x);
    return array<vec4<f32>, 2>(y, 0.5 * (1.0 + t) + 0.5 * x * (1.0 - t * t) * bend);
  }`;

const RELU = `
  fn activate(x : vec4<f32>) -> array<vec4<f32>, 2> {
    let slope = select(vec4<f32>(0.0), vec4<f32>(1.0), x > vec4<f32>(0.0));
    return array<vec4<f32>, 2>(slope * x, slope);
  }`;

const STORES: Readonly<Record<Epilogue, string>> = {
  plain: 'result[uniforms.c + at] = sum;',
  bias: 'result[uniforms.c + at] = sum + weights[uniforms.bias + column];',
  residual: 'result[uniforms.c + at] = sum + weights[uniforms.bias + column] + result[uniforms.extra + at];',
  activation: `
    let both = activate(sum + weights[uniforms.bias + column]);
    result[uniforms.c + at] = both[0];
    result[uniforms.extra + at] = both[1];`,
  slope: 'result[uniforms.extra + at] = sum * result[uniforms.extra + at];',
};

const range = (n: number) => Array.from({ length: n }, (_, i) => i);
const each = (n: number, line: (i: number) => string) => range(n).map(line).join('\n');

/**
 * `C [m, n] = A [m, k] · B [k, n]`, A and C in `result`, B (and the bias) in `weights`; `n4` and `k4` count vectors, `a`,
 * `b`, `c`, `bias`, `extra` are offsets in vectors.
 */
export function matmul(epilogue: Epilogue, activation: 'gelu_new' | 'relu' = 'gelu_new'): Kernel {
  const R = TILE_ROWS;
  const N = TILE_COLUMNS;
  return {
    name: `matmul ${epilogue}${epilogue === 'activation' ? ` ${activation}` : ''}`,
    inputs: ['weights'],
    inputComponents: [4],
    outputComponents: 4,
    uniforms: { m: 'i32', n4: 'i32', k4: 'i32', a: 'i32', b: 'i32', c: 'i32', bias: 'i32', extra: 'i32' },
    workgroupSize: 64,
    code: `
      ${epilogue === 'activation' ? (activation === 'relu' ? RELU : GELU) : ''}
      fn keep(row : i32, column : i32, sum : vec4<f32>) {
        if (row >= uniforms.m || column >= uniforms.n4) { return; }
        let at = row * uniforms.n4 + column;
        ${STORES[epilogue]}
      }
      fn main(index : i32) {
        let n4 = uniforms.n4;
        let across = (n4 + ${N - 1}) / ${N};
        let row = (index / across) * ${R};
        if (row >= uniforms.m) { return; }
        let column = (index % across) * ${N};
        ${each(R, (r) => `let a${r} = uniforms.a + min(row + ${r}, uniforms.m - 1) * uniforms.k4;`)}
        ${each(N, (n) => `let b${n} = uniforms.b + min(column + ${n}, n4 - 1);`)}
        ${each(R, (r) => each(N, (n) => `var s${r}_${n} = vec4<f32>(0.0);`))}
        for (var k = 0; k < uniforms.k4; k++) {
          let down = 4 * k * n4;
          ${each(N, (n) => each(4, (i) => `let w${i}_${n} = weights[b${n} + down + ${i} * n4];`))}
          ${each(R, (r) => `let x${r} = result[a${r} + k];`)}
          ${each(R, (r) => each(N, (n) => `s${r}_${n} = fma(vec4<f32>(x${r}.w), w3_${n}, fma(vec4<f32>(x${r}.z), w2_${n}, fma(vec4<f32>(x${r}.y), w1_${n}, fma(vec4<f32>(x${r}.x), w0_${n}, s${r}_${n}))));`))}
        }
        ${each(R, (r) => each(N, (n) => `keep(row + ${r}, column + ${n}, s${r}_${n});`))}
      }`,
  };
}

/** Invocations of a product with `m` rows and `n4` vectors of columns. */
export function matmulInvocations(m: number, n4: number): number {
  return Math.ceil(m / TILE_ROWS) * Math.ceil(n4 / TILE_COLUMNS);
}
