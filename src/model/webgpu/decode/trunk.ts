/** The transformer in WGSL: a tile of tokens, one per row, goes through all layers inside one workgroup. */

import type { ModelSpec } from '../../spec.ts';
import { attentionCode } from './attention.ts';
import { addProductCode, multiplyCode } from './products.ts';
import { type DecodeShape, eachRow, shapeConstants } from './shape.ts';

/**
 * `fn trunk(thread, last)`: from the tokens of `tile` to the final layer norm `[ROWS, C]` at `memory[NORMED]`, writing
 * keys and values to the cache on the way. `last` is the newest position of the tile and must be uniform.
 *
 * Rows of a tile may be positions of one sequence: keys and values of a layer are all written before any are read.
 * The sums of a row never depend on its neighbours.
 */
export function trunkCode(shape: DecodeShape): string {
  const { spec, rows } = shape;
  return `
${shapeConstants(shape)}

var<workgroup> memory : array<vec4<f32>, ${(6 * rows * spec.width) / 4}>;
${normaliseCode(spec)}
${multiplyCode(shape, 'packed')}
${addProductCode(shape)}
${attentionCode(shape)}
${activationCode(spec)}

fn embed(thread : i32) {
  for (var i = thread; i < ROWS * WIDTH4; i += THREADS) {
    let row = tile[i / WIDTH4];
    let column = i % WIDTH4;
    let position = min(row.position, CONTEXT - 1);
    memory[STREAM + i] = packed[row.token * WIDTH4 + column] + packed[POSITIONS + position * WIDTH4 + column];
  }
  workgroupBarrier();
}

fn trunk(thread : i32, last : i32) {
  embed(thread);
  for (var layer = 0; layer < LAYERS; layer++) {
    let weights = BLOCKS + layer * BLOCK;
    normalise(thread, weights + NORM1);
    for (var column = thread; column < 3 * WIDTH4; column += THREADS) {
      let sums = multiply_packed(NORMED, WIDTH4, weights + QKV + column, 3 * WIDTH4, 0, WIDTH4);
      let bias = packed[weights + QKV_BIAS + column];
      ${eachRow(shape, (r) => `storeQkv(${r}, layer, column, sums[${r}] + bias);`)}
    }
    storageBarrier();
    workgroupBarrier();
    attend(thread, layer, last);
    addProduct(thread, NORMED, WIDTH4, weights + MERGE, weights + MERGE_BIAS);
    normalise(thread, weights + NORM2);
    for (var column = thread; column < 4 * WIDTH4; column += THREADS) {
      let sums = multiply_packed(NORMED, WIDTH4, weights + EXPAND + column, 4 * WIDTH4, 0, WIDTH4);
      let bias = packed[weights + EXPAND_BIAS + column];
      ${eachRow(shape, (r) => `memory[WIDE + ${r} * 4 * WIDTH4 + column] = activate(sums[${r}] + bias);`)}
    }
    workgroupBarrier();
    addProduct(thread, WIDE, 4 * WIDTH4, weights + CONTRACT, weights + CONTRACT_BIAS);
  }
  normalise(thread, NORM_FINAL);
}`;
}

/** Layer norm of the residual stream to `memory[NORMED]`, `LANES` threads per row; the bias lies behind the weights. */
function normaliseCode({ width, layerNormEpsilon }: ModelSpec): string {
  return `
var<workgroup> laneSums : array<f32, THREADS>;
var<workgroup> laneSquares : array<f32, THREADS>;

fn normalise(thread : i32, weights : i32) {
  let lane = thread % LANES;
  let first = thread - lane;
  let row = (thread / LANES) * WIDTH4;
  var sum = vec4<f32>();
  for (var i = lane; i < WIDTH4; i += LANES) { sum += memory[STREAM + row + i]; }
  laneSums[thread] = (sum.x + sum.y) + (sum.z + sum.w);
  workgroupBarrier();
  var mean = 0.0;
  for (var i = 0; i < LANES; i++) { mean += laneSums[first + i]; }
  mean /= ${width};
  var squares = vec4<f32>();
  for (var i = lane; i < WIDTH4; i += LANES) {
    let centred = memory[STREAM + row + i] - mean;
    squares += centred * centred;
  }
  laneSquares[thread] = (squares.x + squares.y) + (squares.z + squares.w);
  workgroupBarrier();
  var variance = 0.0;
  for (var i = 0; i < LANES; i++) { variance += laneSquares[first + i]; }
  let scale = inverseSqrt(variance / ${width} + ${layerNormEpsilon});
  for (var i = lane; i < WIDTH4; i += LANES) {
    let centred = memory[STREAM + row + i] - mean;
    memory[NORMED + row + i] = centred * scale * packed[weights + i] + packed[weights + WIDTH4 + i];
  }
  workgroupBarrier();
}`;
}

function activationCode({ activation }: ModelSpec): string {
  switch (activation) {
    case 'relu':
      return 'fn activate(x : vec4<f32>) -> vec4<f32> { return max(x, vec4<f32>()); }';
    case 'gelu_new':
      // Some devices compute tanh as a quotient of exponentials, which overflows far from 0.
      return `
fn activate(x : vec4<f32>) -> vec4<f32> {
  let inner = ${Math.sqrt(2 / Math.PI)} * (x + 0.044715 * x * x * x);
  return 0.5 * x * (1.0 + tanh(clamp(inner, vec4<f32>(-15.0), vec4<f32>(15.0))));
}`;
    default:
      return activation satisfies never;
  }
}
