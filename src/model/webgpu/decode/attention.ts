/** Attention in WGSL: one query per row of a tile over the key-value cache, in spans of positions with a running softmax. */

import type { DecodeShape } from './shape.ts';

/**
 * The cache is `[slots, layers, positions, 2, C]` in `result` from `uniforms.cacheAt`. What many rows have in common,
 * their prompt, is in a slot of its own: positions before a row's `split` are read there.
 *
 * `fn attend(thread, layer, last)` takes queries `[ROWS, C]` at `memory[WIDE]` to mixed values at `memory[NORMED]`.
 */
export function attentionCode({ spec, rows, threads }: DecodeShape): string {
  const items = Math.ceil((rows * spec.width) / 4 / threads);
  return `
struct TileRow {
  token : i32,
  position : i32,
  own : i32, // slot
  prompt : i32, // slot
  split : i32,
}

var<workgroup> tile : array<TileRow, ROWS>;

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

fn scoreOf(query : i32, key : i32) -> f32 {
  var sum = vec4<f32>();
  for (var i = 0; i < HEAD4; i++) { sum += memory[query + i] * result[key + i]; }
  return ((sum.x + sum.y) + (sum.z + sum.w)) * ${1 / Math.sqrt(spec.width / spec.heads)};
}

/** Scores of \`groups\` times four positions from \`start\`. */
fn scoreSpan(thread : i32, layer : i32, start : i32, groups : i32) {
  for (var i = thread; i < ROWS * HEADS * groups; i += THREADS) {
    let group = i % groups;
    let line = i / groups; // row and head
    let row = tile[line / HEADS];
    let head = (line % HEADS) * HEAD4;
    let query = WIDE + (line / HEADS) * WIDTH4 + head;
    var scores = vec4<f32>(HIDDEN);
    for (var j = 0; j < 4; j++) {
      let position = start + 4 * group + j;
      if (position <= row.position) { scores[j] = scoreOf(query, cacheOf(row, layer, position) + head); }
    }
    memory[SCORES + line * SPAN4 + group] = scores;
  }
  workgroupBarrier();
}

fn attend(thread : i32, layer : i32, last : i32) {
  var mixed : array<vec4<f32>, ${items}>;
  var total : array<f32, ${items}>;
  var top : array<f32, ${items}>;
  for (var n = 0; n < ${items}; n++) { top[n] = HIDDEN; }
  for (var start = 0; start <= last; start += 4 * SPAN4) {
    scoreSpan(thread, layer, start, min(SPAN4, (last - start) / 4 + 1));
    for (var n = 0; n < ${items}; n++) {
      let i = thread + n * THREADS;
      if (i >= ROWS * WIDTH4) { break; }
      let row = tile[i / WIDTH4];
      let column = i % WIDTH4;
      let scores = SCORES + ((i / WIDTH4) * HEADS + column / HEAD4) * SPAN4;
      let count = min(4 * SPAN4, min(row.position, last) + 1 - start);
      var highest = top[n];
      for (var g = 0; 4 * g < count; g++) {
        let s = memory[scores + g];
        highest = max(highest, max(max(s.x, s.y), max(s.z, s.w)));
      }
      let decay = exp(top[n] - highest);
      var sum = total[n] * decay;
      var values = mixed[n] * decay;
      for (var p = 0; p < count; p++) {
        let weight = exp(memory[scores + p / 4][p % 4] - highest);
        sum += weight;
        values += weight * result[cacheOf(row, layer, start + p) + WIDTH4 + column];
      }
      top[n] = highest;
      total[n] = sum;
      mixed[n] = values;
    }
    workgroupBarrier();
  }
  for (var n = 0; n < ${items}; n++) {
    let i = thread + n * THREADS;
    if (i < ROWS * WIDTH4) { memory[NORMED + i] = mixed[n] / total[n]; }
  }
  workgroupBarrier();
}`;
}
