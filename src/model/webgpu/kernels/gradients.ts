/** Gradients of the weights, all matrices in one dispatch and all norms in another, from what a backward pass left behind. */

import type { Kernel } from '../kernel.ts';

/** Integers per matrix of the table; offsets and widths in vectors of four. */
export const MATRIX = {
  fields: 8,
  /** Inputs `[rows, in]` and gradients of outputs `[rows, out]` in the arena, the gradient `[in, out]` in the result. */
  x: 0,
  dy: 1,
  to: 2,
  in4: 3,
  out4: 4,
  /** Rows of the gradient; one that is not a multiple of four ends within its last vector. */
  lines: 5,
  /** 1 where a bias follows the matrix, 2 where the rows are heads: the embedding, which has no bias. */
  kind: 6,
  firstTile: 7,
} as const;

export const MATRIX_KIND = { linear: 1, embedding: 2 } as const;

/** Vectors of input and output columns that one invocation owns. */
const TILE = 2;

/** Tiles of a matrix: the bias is one more line of the gradient, whose inputs are all 1. */
export function matrixTiles(in4: number, out4: number, kind: number): number {
  return Math.ceil((in4 + (kind === MATRIX_KIND.linear ? 1 : 0)) / TILE) * Math.ceil(out4 / TILE);
}

const range = (n: number) => Array.from({ length: n }, (_, i) => i);
const each = (n: number, line: (i: number) => string) => range(n).map(line).join('\n');

/** `dW [in, out] = Xᵀ · dY` and the bias's sums for every matrix of the table. */
export function matrixGradients(): Kernel {
  const field = (name: keyof typeof MATRIX) => `matrices[at + ${MATRIX[name]}]`;
  return {
    name: 'matrix gradients',
    inputs: ['arena', 'matrices'],
    inputComponents: [4, 1],
    outputComponents: 4,
    uniforms: { count: 'i32', tiles: 'i32', rows: 'i32', heads: 'i32', accumulate: 'i32' },
    workgroupSize: 64,
    code: `
      fn keep(to : i32, lines : i32, line : i32, out4 : i32, column : i32, value : vec4<f32>) {
        if (line >= lines || column >= out4) { return; }
        let at = to + line * out4 + column;
        var before = vec4<f32>(0.0);
        if (uniforms.accumulate != 0) { before = result[at]; }
        result[at] = before + value;
      }
      fn main(index : i32) {
        if (index >= uniforms.tiles) { return; }
        var at = 0;
        for (var i = 1; i < uniforms.count; i++) {
          if (matrices[i * ${MATRIX.fields} + ${MATRIX.firstTile}] <= index) { at = i * ${MATRIX.fields}; }
        }
        let in4 = ${field('in4')};
        let out4 = ${field('out4')};
        let kind = ${field('kind')};
        let across = (out4 + ${TILE - 1}) / ${TILE};
        let tile = index - ${field('firstTile')};
        let line4 = (tile / across) * ${TILE};
        let column = (tile % across) * ${TILE};
        let rows = select(uniforms.rows, uniforms.heads, kind == ${MATRIX_KIND.embedding});
        ${each(TILE, (i) => `let x${i} = ${field('x')} + min(line4 + ${i}, in4 - 1); let d${i} = ${field('dy')} + min(column + ${i}, out4 - 1);`)}
        ${each(TILE, (i) => `let bias${i} = line4 + ${i} >= in4;`)}
        ${each(TILE, (i) => each(4, (l) => each(TILE, (n) => `var s${i}_${l}_${n} = vec4<f32>(0.0);`)))}
        for (var r = 0; r < rows; r++) {
          ${each(TILE, (n) => `let dy${n} = arena[d${n} + r * out4];`)}
          ${each(TILE, (i) => `let v${i} = select(arena[x${i} + r * in4], vec4<f32>(1.0), bias${i});`)}
          ${each(TILE, (i) => each(4, (l) => each(TILE, (n) => `s${i}_${l}_${n} = fma(vec4<f32>(v${i}[${l}]), dy${n}, s${i}_${l}_${n});`)))}
        }
        let lines = ${field('lines')};
        ${each(TILE, (i) => each(4, (l) => each(TILE, (n) => `keep(${field('to')}, lines, 4 * (line4 + ${i}) + ${l}, out4, column + ${n}, s${i}_${l}_${n});`)))}
      }`,
  };
}

/** Integers per norm of the table; offsets in vectors of four. */
export const NORM = {
  fields: 6,
  x: 0,
  dy: 1,
  stats: 2,
  /** Where the gain's gradient goes; the bias's follows it. */
  to: 3,
  /** 1 where row i of `dy` belongs to head i: the final norm. */
  final: 4,
} as const;

/** Gains' and biases' gradients of every norm of the table: Σ dy·n and Σ dy, n the normalised input. */
export function normGradients(width4: number): Kernel {
  return {
    name: `norm gradients ${width4}`,
    inputs: ['arena', 'norms', 'tables'],
    inputComponents: [4, 1, 1],
    outputComponents: 4,
    uniforms: { count: 'i32', rows: 'i32', heads: 'i32', headTable: 'i32', accumulate: 'i32' },
    workgroupSize: 32,
    code: `
      fn main(index : i32) {
        if (index >= uniforms.count * ${width4}) { return; }
        let at = (index / ${width4}) * ${NORM.fields};
        let column = index % ${width4};
        let last = norms[at + ${NORM.final}] != 0;
        let rows = select(uniforms.rows, uniforms.heads, last);
        var gain = vec4<f32>(0.0);
        var bias = vec4<f32>(0.0);
        for (var r = 0; r < rows; r++) {
          var row = r;
          if (last) { row = tables[uniforms.headTable + 4 * r]; }
          let stats = arena[norms[at + ${NORM.stats}] + r];
          let dy = arena[norms[at + ${NORM.dy}] + r * ${width4} + column];
          let x = arena[norms[at + ${NORM.x}] + row * ${width4} + column];
          gain += dy * (x - stats.x) * stats.y;
          bias += dy;
        }
        let to = norms[at + ${NORM.to}] + column;
        if (uniforms.accumulate != 0) {
          gain += result[to];
          bias += result[to + ${width4}];
        }
        result[to] = gain;
        result[to + ${width4}] = bias;
      }`,
  };
}

/** The value head's gradient: Σ dvalue·normed, and Σ dvalue for its bias, in one line of four columns more. */
export function valueGradients(width4: number): Kernel {
  return {
    name: `value gradients ${width4}`,
    inputs: ['arena'],
    inputComponents: [4],
    outputComponents: 4,
    uniforms: { heads: 'i32', normed: 'i32', stats: 'i32', to: 'i32', accumulate: 'i32' },
    workgroupSize: 32,
    code: `
      fn main(column : i32) {
        if (column > ${width4}) { return; }
        var sum = vec4<f32>(0.0);
        for (var head = 0; head < uniforms.heads; head++) {
          let d = arena[uniforms.stats + head].w;
          if (column < ${width4}) { sum += d * arena[uniforms.normed + head * ${width4} + column]; }
          else { sum.x += d; }
        }
        if (uniforms.accumulate != 0) { sum += result[uniforms.to + column]; }
        result[uniforms.to + column] = sum;
      }`,
  };
}
