/** Drawing tokens from logits in WGSL; `model/sampling` is the specification, `draw-twin` the same in TypeScript. */

import type { SampleOptions } from '../../../core/policy.ts';
import { STREAM } from '../../../core/rng.ts';

/** Uniforms of every kernel that draws. */
export const DRAW_UNIFORMS = {
  inverseTemperature: 'f32',
  greedy: 'i32',
  topP: 'f32',
  topK: 'i32',
  seed: 'u32',
} as const;

export function drawUniforms({
  temperature,
  topP,
  topK,
  seed,
}: SampleOptions): Record<keyof typeof DRAW_UNIFORMS, number> {
  const greedy = temperature === 0;
  return { inverseTemperature: greedy ? 1 : 1 / temperature, greedy: greedy ? 1 : 0, topP, topK, seed };
}

/** Whether these options ever leave tokens out; that takes a kernel of its own, since ranking is dear. */
export function leavesOut({ temperature, topP, topK }: SampleOptions): boolean {
  return temperature > 0 && (topK > 0 || topP < 1);
}

/** `fn uniformOf(stream, counter)`: uniform in [0, 1) with 24 bits, those of `core/rng`. */
export const uniformCode = `
fn pcg4d(seed : vec4<u32>) -> u32 {
  var v = seed * 1664525u + 1013904223u;
  v.x += v.y * v.w;
  v.y += v.z * v.x;
  v.z += v.x * v.y;
  v.w += v.y * v.z;
  v ^= v >> vec4<u32>(16u);
  return v.x + v.y * v.w;
}

fn uniformOf(stream : u32, counter : u32) -> f32 {
  return f32(pcg4d(vec4<u32>(uniforms.seed, stream, counter, ${STREAM.sample}u)) >> 8u) * ${2 ** -24};
}`;

/**
 * `fn draw(thread, logits, u)`: every row of the tile draws from its `[VOCAB4]` vectors of logits at `result[logits]` with
 * its own `u`; all threads of a row pass the same. What is drawn is then in `drawn[row]`.
 *
 * A row's ids are split among its LANES threads, in order, `SHARE` vectors each; a sum over ids is one sum per thread
 * in id order, then the sum of those in order. With `leaveOut` the kept logits are copied to the VOCAB4 vectors that lie
 * `uniforms.keptOffset` behind the logits.
 */
export function drawCode(leaveOut: boolean): string {
  return `
const SHARE = (VOCAB4 + LANES - 1) / LANES;
const NOT_FINITE = 0x7f800000u;

struct Drawn {
  id : i32, // -1 where the logits were not finite
  logProb : f32,
}

var<workgroup> drawn : array<Drawn, ROWS>;
var<workgroup> laneTops : array<f32, THREADS>;
var<workgroup> laneIds : array<i32, THREADS>;
var<workgroup> laneTotals : array<f32, THREADS>;

${uniformCode}

/** Highest logit of a thread's share and the lowest id that has it, -1 where one is not finite. */
fn highestOf(thread : i32, logits : i32, start : i32, end : i32) {
  var highest = HIDDEN;
  var id = 4 * start;
  var finite = true;
  for (var i = start; i < end; i++) {
    let four = result[logits + i];
    finite = finite && all((bitcast<vec4<u32>>(four) & vec4<u32>(NOT_FINITE)) != vec4<u32>(NOT_FINITE));
    for (var j = 0; j < 4; j++) {
      if (four[j] > highest) {
        highest = four[j];
        id = 4 * i + j;
      }
    }
  }
  laneTops[thread] = highest;
  laneIds[thread] = select(-1, id, finite);
}

fn likelihood(logit : f32, highest : f32) -> f32 { return exp((logit - highest) * uniforms.inverseTemperature); }

fn totalOf(logits : i32, start : i32, end : i32, highest : f32) -> f32 {
  var total = 0.0;
  for (var i = start; i < end; i++) {
    let four = result[logits + i];
    for (var j = 0; j < 4; j++) { total += likelihood(four[j], highest); }
  }
  return total;
}

/** Sum over the threads of a row before \`end\`. */
fn laneSum(first : i32, end : i32) -> f32 {
  var sum = 0.0;
  for (var i = first; i < end; i++) { sum += laneTotals[i]; }
  return sum;
}
${leaveOut ? keepCode : ''}
fn draw(thread : i32, logits : i32, u : f32) {
  let row = thread / LANES;
  let first = row * LANES;
  let start = min((thread - first) * SHARE, VOCAB4);
  let end = min(start + SHARE, VOCAB4);
  highestOf(thread, logits, start, end);
  workgroupBarrier();
  var highest = laneTops[first];
  var id = laneIds[first];
  for (var i = first + 1; i < first + LANES; i++) {
    if (laneIds[i] < 0) {
      id = -1;
    } else if (id >= 0 && laneTops[i] > highest) {
      highest = laneTops[i];
      id = laneIds[i];
    }
  }
  laneTotals[thread] = totalOf(logits, start, end, highest);
  workgroupBarrier();
  let logTotal = log(laneSum(first, first + LANES));
  if (thread == first) { drawn[row] = Drawn(id, -logTotal); }
  ${leaveOut ? 'let source = keep(thread, logits, first, start, end, highest);' : 'let source = logits;'}
  workgroupBarrier();
  let before = laneSum(first, thread);
  let goal = u * laneSum(first, first + LANES);
  if (uniforms.greedy == 0 && id >= 0 && before <= goal && goal < before + laneTotals[thread]) {
    var sum = 0.0;
    var chosen = -1;
    for (var i = 4 * start; i < 4 * end; i++) {
      let weight = likelihood(result[source + i / 4][i % 4], highest);
      sum += weight;
      if (weight > 0.0) { chosen = i; }
      if (before + sum > goal) { break; }
    }
    let logit = result[logits + chosen / 4][chosen % 4];
    drawn[row] = Drawn(chosen, (logit - highest) * uniforms.inverseTemperature - logTotal);
  }
  workgroupBarrier();
}`;
}

/**
 * Top-k, then top-p. Each thread ranks the ids of its share against all: what matters is how many come before one and
 * how likely they are together, so nothing is sorted. Leaves totals of what is kept in `laneTotals`.
 */
const keepCode = `
struct Rank {
  before : i32, // ids that are likelier, or as likely and lower
  mass : f32, // theirs
}

fn rankOf(logits : i32, id : i32, highest : f32) -> Rank {
  let own = result[logits + id / 4][id % 4];
  var rank = Rank(0, 0.0);
  for (var i = 0; i < VOCAB; i++) {
    let other = result[logits + i / 4][i % 4];
    if (other > own || (other == own && i < id)) {
      rank.before++;
      rank.mass += likelihood(other, highest);
    }
  }
  return rank;
}

fn inTop(rank : Rank) -> bool { return uniforms.topK <= 0 || rank.before < uniforms.topK; }

fn keep(thread : i32, logits : i32, first : i32, start : i32, end : i32, highest : f32) -> i32 {
  let kept = logits + uniforms.keptOffset;
  let last = min(4 * end, VOCAB);
  var total = laneSum(first, first + LANES);
  workgroupBarrier();
  if (uniforms.topK > 0) {
    var sum = 0.0;
    for (var id = 4 * start; id < last; id++) {
      if (inTop(rankOf(logits, id, highest))) { sum += likelihood(result[logits + id / 4][id % 4], highest); }
    }
    laneTotals[thread] = sum;
    workgroupBarrier();
    total = laneSum(first, first + LANES);
    workgroupBarrier();
  }
  var sum = 0.0;
  for (var i = start; i < end; i++) {
    var four = vec4<f32>(HIDDEN);
    for (var j = 0; j < 4; j++) {
      let id = 4 * i + j;
      if (id >= VOCAB) { break; }
      let rank = rankOf(logits, id, highest);
      let mass = uniforms.topP >= 1.0 || rank.before == 0 || rank.mass < uniforms.topP * total;
      if (mass && inTop(rank)) { four[j] = result[logits + i][j]; }
      sum += likelihood(four[j], highest);
    }
    result[kept + i] = four;
  }
  laneTotals[thread] = sum;
  return kept;
}
`;
