/** What the WGSL of `draw` computes, step by step in TypeScript: the same shares, the same order of sums, in f32. */

import type { SampleOptions } from '../../../core/policy.ts';
import type { DrawnToken } from '../../sampling.ts';
import { drawUniforms, leavesOut } from './draw.ts';
import { HIDDEN } from './shape.ts';

const { fround } = Math;

/** Adds in f32, in order. */
const sum = (values: Iterable<number>): number => {
  let total = 0;
  for (const value of values) total = fround(total + value);
  return total;
};

/**
 * Draws from `logits` `[stride]`, of which the first `vocab` are tokens, with the work of a row split among `lanes`
 * threads. The id is −1 where a logit is not finite.
 */
export function drawTwin(
  logits: Float32Array,
  { vocab, lanes }: { readonly vocab: number; readonly lanes: number },
  options: SampleOptions,
  u: number,
): DrawnToken {
  if (logits.some((logit) => !Number.isFinite(logit))) return { id: -1, logProb: Number.NaN };
  const { inverseTemperature, greedy, topK, topP } = drawUniforms(options);
  const all = logits.map((logit, id) => (id < vocab ? logit : HIDDEN));
  const highest = all.reduce((a, b) => Math.max(a, b));
  const likelihood = (logit: number) => fround(Math.exp(fround(fround(logit - highest) * fround(inverseTemperature))));
  const share = 4 * Math.ceil(logits.length / 4 / lanes);
  const starts = Array.from({ length: lanes }, (_, lane) => lane * share);
  const shareSums = (from: Float32Array) => starts.map((at) => sum(from.subarray(at, at + share).map(likelihood)));

  const total = sum(shareSums(all));
  const logProbOf = (id: number) => fround(fround(all[id]! - highest) * fround(inverseTemperature)) - Math.log(total);
  if (greedy) {
    const id = all.indexOf(highest);
    return { id, logProb: logProbOf(id) };
  }

  const kept = leavesOut(options) ? keep(all, vocab, likelihood, total, shareSums, topK, topP) : all;
  const sums = shareSums(kept);
  const goal = fround(u * sum(sums));
  const lane = starts.findIndex(
    (_, i) => sum(sums.slice(0, i)) <= goal && goal < fround(sum(sums.slice(0, i)) + sums[i]!),
  );
  const before = sum(sums.slice(0, lane));
  let running = 0;
  let id = -1;
  for (let i = starts[lane]!; i < starts[lane]! + share; i++) {
    const weight = likelihood(kept[i]!);
    running = fround(running + weight);
    if (weight > 0) id = i;
    if (fround(before + running) > goal) break;
  }
  return { id, logProb: logProbOf(id) };
}

/** The logits that top-k and top-p keep, `HIDDEN` in place of the others. */
function keep(
  logits: Float32Array,
  vocab: number,
  likelihood: (logit: number) => number,
  total: number,
  shareSums: (from: Float32Array) => number[],
  topK: number,
  topP: number,
): Float32Array {
  const rankOf = (id: number) => {
    const before = logits.subarray(0, vocab).filter((l, i) => l > logits[id]! || (l === logits[id] && i < id));
    return { before: before.length, mass: sum(before.map(likelihood)) };
  };
  const inTop = (id: number) => topK === 0 || rankOf(id).before < topK;
  const top = logits.map((logit, id) => (id < vocab && inTop(id) ? logit : HIDDEN));
  const mass = topK === 0 ? total : sum(shareSums(top));
  return top.map((logit, id) => {
    if (logit === HIDDEN || topP >= 1) return logit;
    const rank = rankOf(id);
    return rank.before === 0 || rank.mass < fround(fround(topP) * mass) ? logit : HIDDEN;
  });
}
