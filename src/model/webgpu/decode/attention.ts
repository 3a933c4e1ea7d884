/** Attention in WGSL: one query per row of a tile over the key-value cache, in spans of positions with a running softmax. */

import type { DecodeShape } from './shape.ts';

/**
 * The cache is `[slots, layers, positions, 2, C]` in `result` from `uniforms.cacheAt`. What many rows have in common,
 * their prompt, is in a slot of its own: positions before a row's `split` are read there.
 *
 * `attend` takes queries `[ROWS, C]` at `memory[WIDE]` to mixed values at `memory[NORMED]`. What a row gets depends on
 * its own position only: scores of positions that it does not see weigh exactly 0.
 */
export function attentionCode({ spec }: DecodeShape): string {
  return `
struct TileRow {
  token : i32,
  position : i32,
  own : i32, // slot
  prompt : i32, // slot
  split : i32,
}

/** The running softmax of one head of one row. */
struct Line {
  highest : f32,
  total : f32,
  decay : f32, // of what was summed before the last span
}

var<workgroup> tile : array<TileRow, ROWS>;
var<workgroup> lines : array<Line, ROWS * HEADS>;

/** Where the key of a position is; its value is WIDTH4 further on. */
fn cacheOf(row : TileRow, layer : i32, position : i32) -> i32 {
  let early = position < row.split;
  let slot = select(row.own, row.prompt, early);
  let index = select(position - row.split, position, early);
  return uniforms.cacheAt + ((slot * LAYERS + layer) * uniforms.capacity + index) * 2 * WIDTH4;
}

/** Columns of the query stay in the tile, those of key and value go to the cache. */
fn storeQkv(r : i32, layer : i32, column : i32, value : vec4<f32>) {
  if (column < WIDTH4) {
    memory[WIDE + r * WIDTH4 + column] = value;
  } else {
    result[cacheOf(tile[r], layer, tile[r].position) + column - WIDTH4] = value;
  }
}

/** Scores of \`groups\` times four positions from \`start\`. */
fn scoreSpan(thread : i32, layer : i32, start : i32, groups : i32) {
  for (var i = thread; i < ROWS * HEADS * groups; i += THREADS) {
    let line = i / groups;
    let row = tile[line / HEADS];
    let head = (line % HEADS) * HEAD4;
    let query = WIDE + (line / HEADS) * WIDTH4 + head;
    let positions = start + 4 * (i % groups) + vec4<i32>(0, 1, 2, 3);
    let seen = min(positions, vec4<i32>(row.position));
    let k0 = cacheOf(row, layer, seen.x) + head;
    let k1 = cacheOf(row, layer, seen.y) + head;
    let k2 = cacheOf(row, layer, seen.z) + head;
    let k3 = cacheOf(row, layer, seen.w) + head;
    var scores = vec4<f32>();
    for (var d = 0; d < HEAD4; d++) {
      let q = memory[query + d];
      scores += vec4<f32>(dot(q, result[k0 + d]), dot(q, result[k1 + d]), dot(q, result[k2 + d]), dot(q, result[k3 + d]));
    }
    scores = select(vec4<f32>(HIDDEN), scores * ${1 / Math.sqrt(spec.width / spec.heads)}, positions == seen);
    memory[SCORES + line * SPAN4 + i % groups] = scores;
  }
  workgroupBarrier();
}

/** Turns the scores of a span into weights relative to the highest score so far. */
fn weighSpan(thread : i32, groups : i32) {
  for (var i = thread; i < ROWS * HEADS; i += THREADS) {
    let scores = SCORES + i * SPAN4;
    var four = vec4<f32>(lines[i].highest);
    for (var g = 0; g < groups; g++) { four = max(four, memory[scores + g]); }
    let highest = max(max(four.x, four.y), max(four.z, four.w));
    var sum = vec4<f32>();
    for (var g = 0; g < groups; g++) {
      let weights = exp(memory[scores + g] - highest);
      memory[scores + g] = weights;
      sum += weights;
    }
    let decay = exp(lines[i].highest - highest);
    lines[i] = Line(highest, lines[i].total * decay + ((sum.x + sum.y) + (sum.z + sum.w)), decay);
  }
  workgroupBarrier();
}

/** Adds the weighted values of a span. */
fn mixSpan(thread : i32, layer : i32, start : i32, end : i32) {
  for (var i = thread; i < ROWS * WIDTH4; i += THREADS) {
    let row = tile[i / WIDTH4];
    let column = i % WIDTH4;
    let line = (i / WIDTH4) * HEADS + column / HEAD4;
    let count = min(end, row.position + 1) - start;
    var sum = memory[NORMED + i] * lines[line].decay;
    for (var p = 0; p < count; p++) {
      let weight = memory[SCORES + line * SPAN4 + p / 4][p % 4];
      sum += weight * result[cacheOf(row, layer, start + p) + WIDTH4 + column];
    }
    memory[NORMED + i] = sum;
  }
  workgroupBarrier();
}

fn attend(thread : i32, layer : i32, last : i32) {
  for (var i = thread; i < ROWS * HEADS; i += THREADS) { lines[i] = Line(HIDDEN, 0.0, 0.0); }
  for (var i = thread; i < ROWS * WIDTH4; i += THREADS) { memory[NORMED + i] = vec4<f32>(); }
  for (var start = 0; start <= last; start += 4 * SPAN4) {
    let groups = min(SPAN4, (last - start) / 4 + 1);
    scoreSpan(thread, layer, start, groups);
    weighSpan(thread, groups);
    mixSpan(thread, layer, start, start + 4 * groups);
  }
  for (var i = thread; i < ROWS * WIDTH4; i += THREADS) {
    memory[NORMED + i] /= lines[(i / WIDTH4) * HEADS + (i % WIDTH4) / HEAD4].total;
  }
  workgroupBarrier();
}`;
}
