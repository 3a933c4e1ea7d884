/** Matrix products in WGSL of a tile's rows in workgroup memory with matrices `[in, out]` in storage. */

import { type DecodeShape, eachRow, partsOf } from './shape.ts';

/**
 * `multiply_MATRIX`: every row of the tile, `depth` vectors in `memory` from `input`, times one vector of columns of a
 * matrix with `columns` vectors a row; `base` is where that vector of its first row is. Sums over `start ≤ k < end`.
 */
export function multiplyCode(shape: DecodeShape, matrix: 'packed' | 'transposed'): string {
  return `
fn multiply_${matrix}(
  input : i32, depth : i32, base : i32, columns : i32, start : i32, end : i32
) -> array<vec4<f32>, ROWS> {
  var sums : array<vec4<f32>, ROWS>;
  for (var k = start; k < end; k++) {
    let at = base + 4 * k * columns;
    let block = mat4x4<f32>(
      ${matrix}[at], ${matrix}[at + columns], ${matrix}[at + 2 * columns], ${matrix}[at + 3 * columns]);
    ${eachRow(shape, (r) => `sums[${r}] += block * memory[input + ${r} * depth + k];`)}
  }
  return sums;
}`;
}

/** `addProduct`: adds a product with C columns, and its bias, to the residual stream. */
export function addProductCode(shape: DecodeShape): string {
  return partsOf(shape) > 1 ? addPartsCode(shape) : addWholeCode(shape);
}

function addWholeCode(shape: DecodeShape): string {
  return `
fn addProduct(thread : i32, input : i32, depth : i32, weights : i32, bias : i32) {
  for (var column = thread; column < WIDTH4; column += THREADS) {
    let sums = multiply_packed(input, depth, weights + column, WIDTH4, 0, depth);
    let shift = packed[bias + column];
    ${eachRow(shape, (r) => `memory[STREAM + ${r} * WIDTH4 + column] += sums[${r}] + shift;`)}
  }
  workgroupBarrier();
}`;
}

/** There are several times more threads than columns: the depth is cut into parts, which are summed in a fixed order. */
function addPartsCode(shape: DecodeShape): string {
  return `
fn addProduct(thread : i32, input : i32, depth : i32, weights : i32, bias : i32) {
  let part = thread / WIDTH4;
  let column = thread % WIDTH4;
  var sums : array<vec4<f32>, ROWS>;
  if (part < PARTS) {
    let start = part * depth / PARTS;
    sums = multiply_packed(input, depth, weights + column, WIDTH4, start, (part + 1) * depth / PARTS);
  }
  workgroupBarrier(); // the sums take the place of the input
  if (part < PARTS) {
    ${eachRow(shape, (r) => `memory[WIDE + (part * ROWS + ${r}) * WIDTH4 + column] = sums[${r}];`)}
  }
  workgroupBarrier();
  for (var i = thread; i < ROWS * WIDTH4; i += THREADS) {
    var sum = memory[STREAM + i] + packed[bias + i % WIDTH4];
    for (var p = 0; p < PARTS; p++) { sum += memory[WIDE + p * ROWS * WIDTH4 + i]; }
    memory[STREAM + i] = sum;
  }
  workgroupBarrier();
}`;
}
