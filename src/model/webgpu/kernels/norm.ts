/** Layer normalisation (Ba et al. 2016), forward and backward, one row per invocation. Offsets and widths in vectors of four. */

import type { Kernel } from '../kernel.ts';
import { ROW } from '../tables.ts';

const DOT = 'fn total(x : vec4<f32>) -> f32 { return dot(x, vec4<f32>(1.0)); }';

/**
 * `y [rows, C] = norm(x)·gain + bias` and, per row, `stats = (mean, 1/std, 0, 0)`. With `gather`, row i of the output
 * comes from the stream row of head i.
 */
export function normForward(width4: number, epsilon: number, gather: boolean): Kernel {
  return {
    name: `norm forward ${width4} ${epsilon}${gather ? ' heads' : ''}`,
    ...(gather
      ? { inputs: ['weights', 'tables'], inputComponents: [4, 1] }
      : { inputs: ['weights'], inputComponents: [4] }),
    outputComponents: 4,
    uniforms: { rows: 'i32', x: 'i32', y: 'i32', stats: 'i32', gain: 'i32', bias: 'i32', heads: 'i32' },
    workgroupSize: 32,
    code: `
      ${DOT}
      fn main(index : i32) {
        if (index >= uniforms.rows) { return; }
        let row = ${gather ? 'tables[uniforms.heads + 4 * index]' : 'index'};
        let x = uniforms.x + row * ${width4};
        let y = uniforms.y + index * ${width4};
        var sum = vec4<f32>(0.0);
        for (var i = 0; i < ${width4}; i++) { sum += result[x + i]; }
        let mean = total(sum) / ${4 * width4}.0;
        var squares = vec4<f32>(0.0);
        for (var i = 0; i < ${width4}; i++) { let d = result[x + i] - mean; squares += d * d; }
        let scale = inverseSqrt(total(squares) / ${4 * width4}.0 + ${epsilon});
        for (var i = 0; i < ${width4}; i++) {
          result[y + i] = (result[x + i] - mean) * scale * weights[uniforms.gain + i] + weights[uniforms.bias + i];
        }
        result[uniforms.stats + index] = vec4<f32>(mean, scale, 0.0, 0.0);
      }`,
  };
}

/** With g = dy·gain and n the normalised x: dx = (g − mean(g) − n·mean(g·n)) / std. */
const INPUT_GRADIENT = (width4: number) => `
  fn inputGradient(x : i32, dy : i32, stats : vec4<f32>, to : i32, residual : i32) {
    var g = vec4<f32>(0.0);
    var gn = vec4<f32>(0.0);
    for (var i = 0; i < ${width4}; i++) {
      let d = result[dy + i] * weights[uniforms.gain + i];
      g += d;
      gn += d * (result[x + i] - stats.x) * stats.y;
    }
    let meanG = total(g) / ${4 * width4}.0;
    let meanGn = total(gn) / ${4 * width4}.0;
    for (var i = 0; i < ${width4}; i++) {
      let d = result[dy + i] * weights[uniforms.gain + i];
      let n = (result[x + i] - stats.x) * stats.y;
      var before = vec4<f32>(0.0);
      if (residual >= 0) { before = result[residual + i]; }
      result[to + i] = before + stats.y * (d - meanG - n * meanGn);
    }
  }`;

/** `dx [rows, C] = residual + gradient of the norm's input`, from `dy`, the input `x` and the stats of the forward pass. */
export function normBackward(width4: number): Kernel {
  return {
    name: `norm backward ${width4}`,
    inputs: ['weights'],
    inputComponents: [4],
    outputComponents: 4,
    uniforms: { rows: 'i32', x: 'i32', stats: 'i32', gain: 'i32', dy: 'i32', residual: 'i32', dx: 'i32' },
    workgroupSize: 32,
    code: `
      ${DOT}
      ${INPUT_GRADIENT(width4)}
      fn main(index : i32) {
        if (index >= uniforms.rows) { return; }
        let at = index * ${width4};
        let stats = result[uniforms.stats + index];
        inputGradient(uniforms.x + at, uniforms.dy + at, stats, uniforms.dx + at, uniforms.residual + at);
      }`,
  };
}

/** The same for the final norm, whose rows are the heads: rows of the stream without a head get 0. */
export function normBackwardFinal(width4: number): Kernel {
  return {
    name: `norm backward final ${width4}`,
    inputs: ['weights', 'tables'],
    inputComponents: [4, 1],
    outputComponents: 4,
    uniforms: { rows: 'i32', x: 'i32', stats: 'i32', gain: 'i32', dy: 'i32', dx: 'i32' },
    workgroupSize: 32,
    code: `
      ${DOT}
      ${INPUT_GRADIENT(width4)}
      fn main(index : i32) {
        if (index >= uniforms.rows) { return; }
        let at = index * ${width4};
        let head = tables[${ROW.fields} * index + ${ROW.head}];
        if (head < 0) {
          for (var i = 0; i < ${width4}; i++) { result[uniforms.dx + at + i] = vec4<f32>(0.0); }
          return;
        }
        let stats = result[uniforms.stats + head];
        inputGradient(uniforms.x + at, uniforms.dy + head * ${width4}, stats, uniforms.dx + at, -1);
      }`,
  };
}
