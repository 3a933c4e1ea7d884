/** Sampling with a key-value cache: prompts are prefilled, then every live row advances one token at a time. */

import type { SampleOptions } from '../../core/policy.ts';
import type { Completion } from '../../core/types.ts';
import { completionLimit, END_OF_TEXT_ID } from '../batch.ts';
import { checkPrompt } from '../checks.ts';
import { groupByPrompt, limitsOf, planPrompts } from '../plan/plan.ts';
import { segmentArea } from '../plan/trie.ts';
import { Cache } from './cache.ts';
import { draw, type Live } from './draw.ts';
import type { Network } from './network.ts';

/** One prompt to complete. */
export interface DecodeRow {
  readonly prompt: readonly number[];
  /** Counter word of its uniforms. */
  readonly stream: number;
}

/** Completions of `rows` in order. Each depends only on its own prompt and stream, so how rows are batched is invisible. */
export function decode(network: Network, rows: readonly DecodeRow[], options: SampleOptions): Completion[] {
  const { spec } = network;
  for (const [i, { prompt }] of rows.entries()) checkPrompt(prompt, i, spec);
  const done: Completion[] = rows.map(() => ({ ids: [], logProbs: [], truncated: true }));
  const limits = rows.map(({ prompt }) => completionLimit(prompt.length, options.maxNewTokens, spec.contextLength));
  const waiting = rows.flatMap((_, i) => (limits[i]! > 0 ? [i] : []));
  const longest = Math.max(0, ...waiting.map((i) => rows[i]!.prompt.length + limits[i]! - 1));
  const cache = new Cache(network, longest);
  let live: Live[] = [];
  let next = 0;
  while (live.length > 0 || next < waiting.length) {
    const room = cache.slots - live.length;
    // Refill in bulk: a prefill of a few rows costs about as much as one of many.
    if (next < waiting.length && (live.length === 0 || room >= cache.slots / 2)) {
      const admitted = waiting.slice(next, next + room).map((index) => ({
        index,
        slot: cache.take(),
        stream: rows[index]!.stream,
        limit: limits[index]!,
        position: rows[index]!.prompt.length - 1,
        ids: [],
        logProbs: [],
      }));
      next += admitted.length;
      prefill(network, cache, rows, admitted, options);
      live = settle([...live, ...admitted], cache, done);
    } else {
      advance(network, cache, live, options);
      live = settle(live, cache, done);
    }
  }
  return done;
}

/** Moves finished rows out: end of text was drawn, or the length limit reached. */
function settle(live: readonly Live[], cache: Cache, done: Completion[]): Live[] {
  return live.filter((row) => {
    const ended = row.ids.at(-1) === END_OF_TEXT_ID;
    if (!ended && row.ids.length < row.limit) return true;
    done[row.index] = { ids: row.ids, logProbs: row.logProbs, truncated: !ended };
    cache.give(row.slot);
    return false;
  });
}

/** Fills the caches of new rows from their prompts (each distinct prompt once) and draws their first tokens. */
function prefill(
  network: Network,
  cache: Cache,
  rows: readonly DecodeRow[],
  admitted: readonly Live[],
  options: SampleOptions,
): void {
  const groups = groupByPrompt(admitted, ({ index }) => rows[index]!.prompt);
  const { spec } = network;
  const limits = limitsOf(spec);
  let batch: Live[][] = [];
  let tokens = 0;
  let probs = 0;
  const flush = () => {
    if (batch.length > 0) prefillBatch(network, cache, rows, batch, options);
    batch = [];
    tokens = 0;
    probs = 0;
  };
  for (const group of groups) {
    const { length } = rows[group[0]!.index]!.prompt;
    const area = spec.heads * segmentArea(length, 0);
    if (tokens + length > limits.rows || probs + area > limits.probs) flush();
    batch.push(group);
    tokens += length;
    probs += area;
  }
  flush();
}

function prefillBatch(
  network: Network,
  cache: Cache,
  rows: readonly DecodeRow[],
  groups: readonly (readonly Live[])[],
  options: SampleOptions,
): void {
  const { kernels: k, spec } = network;
  const prompts = groups.map((group) => rows[group[0]!.index]!.prompt);
  const plan = planPrompts(prompts, spec.heads);
  const members = groups.flat();
  const headRows = groups.flatMap((group, i) => group.map(() => plan.headRows[i]!));
  const perMember = { ...plan, headRows: Int32Array.from(headRows), targets: new Int32Array(headRows.length) };
  network.load(perMember);
  network.forward(perMember, 'policy', false, (layer, qkv) => {
    groups.forEach((group, i) => {
      const length = prompts[i]!.length;
      const start = plan.headRows[i]! - length + 1;
      for (const { slot } of group) {
        const at = cache.layer(layer) + slot * cache.slotBytes;
        k.cacheFill(qkv, start, length, at, cache.capacity, network.shape.attention);
      }
    });
  });
  draw(network, members, options);
}

/** One decoding step for all live rows. */
function advance(network: Network, cache: Cache, live: readonly Live[], options: SampleOptions): void {
  const { kernels: k, buffers: b, arena, spec, shape } = network;
  const n = live.length;
  const w = b.weights;
  for (const row of live) row.position++;
  arena.ints(b.ids, n).set(live.map((row) => row.ids.at(-1)!));
  arena.ints(b.positions, n).set(live.map((row) => row.position));
  arena.ints(b.slots, n).set(live.map((row) => row.slot));
  const l = { ...b.layers[0]!, middle: b.layers[0]!.input };
  const wte = w + network.offset('wte.weight');
  k.embedForward(b.ids, b.positions, n, shape.width, wte, w + network.offset('wpe.weight'), l.input);
  for (let i = 0; i < spec.layers; i++) {
    network.attentionInput(i, l, w, n);
    k.attentionDecode(
      l.qkv,
      n,
      b.slots,
      b.positions,
      cache.layer(i),
      cache.slotBytes,
      cache.capacity,
      l.mixed,
      spec.heads,
      shape.headDim,
      network.attentionScale,
    );
    network.blockOutput(i, l, w, n, i + 1 < spec.layers ? l.input : b.final, false);
  }
  network.head(n, w);
  draw(network, live, options);
}
