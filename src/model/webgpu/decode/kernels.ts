/** The two kernels of decoding: one fills the cache from the prompts, one draws tokens; both do many positions a dispatch. */

import { END_OF_TEXT_ID } from '../../batch.ts';
import type { Kernel } from '../kernel.ts';
import { DRAW_UNIFORMS, drawCode } from './draw.ts';
import { PROMPT_FIELDS, ROW_FIELDS } from './layout.ts';
import { multiplyCode } from './products.ts';
import { type DecodeShape, eachRow, shapeKey } from './shape.ts';
import { trunkCode } from './trunk.ts';

/** `firstTile` is the tile of the first workgroup; a decoding row knows its own first step. Offsets are in vectors of four floats. */
const UNIFORMS = { firstStep: 'i32', steps: 'i32', firstTile: 'i32', capacity: 'i32', cacheAt: 'i32' } as const;

/** One workgroup per distinct prompt; a step takes ROWS of its positions. */
export function prefillKernel(shape: DecodeShape): Kernel {
  return {
    inputs: ['packed', 'plan'],
    inputComponents: [4, 1],
    outputComponents: 4,
    name: `decode prefill ${shapeKey(shape)}`,
    uniforms: { ...UNIFORMS, promptsAt: 'i32', slotsAt: 'i32' },
    workgroupSize: shape.threads,
    code: `
${trunkCode(shape)}

var<workgroup> length : i32;

/** Takes up the next positions of a prompt; those past its end are computed for nothing and never read. */
fn take(thread : i32, prompt : i32, first : i32) {
  let entry = uniforms.promptsAt + prompt * ${PROMPT_FIELDS};
  if (thread == 0) { length = plan[entry + 1]; }
  if (thread < ROWS) {
    let position = first + thread;
    let slot = uniforms.slotsAt + prompt;
    var token = 0;
    if (position < plan[entry + 1]) { token = plan[plan[entry] + position]; }
    tile[thread] = TileRow(token, position, slot, slot, 0);
  }
}

fn main(index : i32) {
  let thread = index % THREADS;
  let prompt = uniforms.firstTile + index / THREADS;
  for (var step = uniforms.firstStep; step < uniforms.firstStep + uniforms.steps; step++) {
    take(thread, prompt, step * ROWS);
    if (workgroupUniformLoad(&length) <= step * ROWS) { break; }
    trunk(thread, step * ROWS + ROWS - 1);
  }
}`,
  };
}

/**
 * One workgroup per ROWS sequences; a step draws one token of each. What a sequence has so far is in its records,
 * vectors in `result` from `row * recordStride`: first (count, newest id, finished, 0) where `finished` is one of
 * `FINISHED`, then (id, log-prob, 0, 0) per token.
 */
export function decodeKernel(shape: DecodeShape, leaveOut: boolean): Kernel {
  return {
    inputs: ['packed', 'transposed', 'plan'],
    inputComponents: [4, 4, 1],
    outputComponents: 4,
    name: `decode ${leaveOut ? 'leaving out' : 'all'} ${shapeKey(shape)}`,
    uniforms: { ...UNIFORMS, recordStride: 'i32', logitsAt: 'i32', keptOffset: 'i32', ...DRAW_UNIFORMS },
    workgroupSize: shape.threads,
    code: `
${trunkCode(shape)}
${multiplyCode(shape, 'transposed')}
${drawCode(leaveOut)}

var<workgroup> records : array<vec4<f32>, ROWS>;
var<workgroup> newest : i32;

fn isLive(row : i32, record : vec4<f32>) -> bool {
  return record.z == ${FINISHED.no} && i32(record.x) < plan[row * ${ROW_FIELDS} + 1];
}

/** Puts a row's newest token into the tile, where it is to be read. */
fn place(thread : i32, row : i32) {
  let entry = row * ${ROW_FIELDS};
  let record = records[thread];
  let split = plan[entry + 4];
  let token = select(i32(record.y), plan[entry + 2], record.x == 0.0);
  // A finished row idles where it is: a position further on might be outside its slot.
  let position = select(max(tile[thread].position, split), split + i32(record.x), isLive(row, record));
  tile[thread] = TileRow(token, position, row, plan[entry + 3], split);
}

/** Newest position of the live rows, -1 when there are none. */
fn findNewest(first : i32) {
  newest = -1;
  for (var i = 0; i < ROWS; i++) {
    if (isLive(first + i, records[i])) { newest = max(newest, tile[i].position); }
  }
}

fn head(thread : i32, first : i32) {
  for (var column = thread; column < VOCAB4; column += THREADS) {
    let sums = multiply_transposed(NORMED, WIDTH4, HEAD + column, VOCAB4, 0, WIDTH4);
    let inside = 4 * column + vec4<i32>(0, 1, 2, 3) < vec4<i32>(VOCAB);
    let at = uniforms.logitsAt + first * VOCAB4 + column;
    ${eachRow(shape, (r) => `result[at + ${r} * VOCAB4] = select(vec4<f32>(HIDDEN), sums[${r}], inside);`)}
  }
  storageBarrier();
  workgroupBarrier();
}

fn append(thread : i32, row : i32) {
  let count = records[thread].x;
  let next = drawn[thread];
  let ended = select(${FINISHED.no}.0, ${FINISHED.endOfText}.0, next.id == ${END_OF_TEXT_ID});
  let state = vec4<f32>(count + 1.0, f32(max(next.id, 0)), select(ended, ${FINISHED.notFinite}.0, next.id < 0), 0.0);
  let at = row * uniforms.recordStride;
  result[at] = state;
  result[at + 1 + i32(count)] = vec4<f32>(state.y, next.logProb, 0.0, 0.0);
  records[thread] = state;
}

fn main(index : i32) {
  let thread = index % THREADS;
  let first = (uniforms.firstTile + index / THREADS) * ROWS;
  let drawing = first + thread / LANES;
  if (thread < ROWS) {
    tile[thread].position = 0;
    records[thread] = result[(first + thread) * uniforms.recordStride];
    place(thread, first + thread);
  }
  for (var step = 0; step < uniforms.steps; step++) {
    workgroupBarrier();
    if (thread == 0) { findNewest(first); }
    let last = workgroupUniformLoad(&newest);
    if (last < 0) { break; }
    trunk(thread, last);
    head(thread, first);
    let stream = bitcast<u32>(plan[drawing * ${ROW_FIELDS}]);
    let u = uniformOf(stream, u32(records[thread / LANES].x));
    draw(thread, uniforms.logitsAt + drawing * VOCAB4, u);
    if (thread < ROWS && isLive(first + thread, records[thread])) {
      append(thread, first + thread);
      place(thread, first + thread);
    }
  }
}`,
  };
}

/** Why a row is not continued, other than its limit. */
export const FINISHED = { no: 0, endOfText: 1, notFinite: 2 } as const;
