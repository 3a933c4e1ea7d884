/** Sampling with a key-value cache: prompts are prefilled, then every live row advances one token at a time. */

import type { SampleOptions } from '../../core/policy.ts';
import { uniform } from '../../core/rng.ts';
import type { Completion } from '../../core/types.ts';
import { completionLimit, END_OF_TEXT_ID } from '../batch.ts';
import { drawToken } from '../sampling.ts';
import type { Pointer } from './kernels.ts';
import type { Network } from './network.ts';
import { checkIds, groupByPrompt, limitsOf, planPrompts } from './plan.ts';

/** One prompt to complete. */
export interface DecodeRow {
  readonly prompt: readonly number[];
  /** Counter word of its uniforms. */
  readonly stream: number;
}

/** A row that is being decoded. */
interface Live {
  readonly index: number;
  readonly slot: number;
  readonly stream: number;
  readonly limit: number;
  /** Position of the newest token. */
  position: number;
  readonly ids: number[];
  readonly logProbs: number[];
}

/** Most rows that are decoded together; more wait until slots are free. */
const MOST_SLOTS = 256;

/** Completions of `rows` in order. Each depends only on its own prompt and stream, so how rows are batched is invisible. */
export function decode(network: Network, rows: readonly DecodeRow[], options: SampleOptions): Completion[] {
  const { spec } = network;
  rows.forEach(({ prompt }, i) => {
    if (prompt.length === 0 || prompt.length > spec.contextLength) {
      throw new Error(
        `sample: expected prompts of 1 to ${spec.contextLength} tokens, prompt ${i} has ${prompt.length}`,
      );
    }
    checkIds(prompt, spec, i);
  });
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

/** The cache region as equal slots of `capacity` positions: per layer keys `[C, capacity]`, then values `[capacity, C]`. */
class Cache {
  readonly capacity: number;
  readonly slots: number;
  readonly slotBytes: number;
  readonly #base: Pointer;
  readonly #layerBytes: number;
  readonly #free: number[];

  constructor({ spec, buffers }: Network, longest: number) {
    this.capacity = Math.ceil(Math.max(longest, 1) / 8) * 8;
    this.slotBytes = 8 * spec.width * this.capacity;
    this.slots = Math.min(MOST_SLOTS, Math.floor(buffers.cacheBytes / (this.slotBytes * spec.layers)));
    this.#base = buffers.cache;
    this.#layerBytes = this.slots * this.slotBytes;
    this.#free = Array.from({ length: this.slots }, (_, i) => this.slots - 1 - i);
  }

  layer(index: number): Pointer {
    return this.#base + index * this.#layerBytes;
  }

  take(): number {
    const slot = this.#free.pop();
    if (slot === undefined) throw new Error('sample: expected a free cache slot, all are taken');
    return slot;
  }

  give(slot: number): void {
    this.#free.push(slot);
  }
}

/** Fills the caches of new rows from their prompts (each distinct prompt once) and draws their first tokens. */
function prefill(
  network: Network,
  cache: Cache,
  rows: readonly DecodeRow[],
  admitted: readonly Live[],
  options: SampleOptions,
): void {
  const byPrompt = groupByPrompt(admitted, ({ index }) => rows[index]!.prompt);
  const { rows: mostRows } = limitsOf(network.spec);
  let batch: Live[][] = [];
  let tokens = 0;
  const flush = () => {
    if (batch.length > 0) prefillBatch(network, cache, rows, batch, options);
    batch = [];
    tokens = 0;
  };
  for (const group of byPrompt) {
    const length = rows[group[0]!.index]!.prompt.length;
    if (tokens + length > mostRows / 2) flush();
    batch.push(group);
    tokens += length;
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
        k.cacheFill(qkv, start, length, at, cache.capacity, spec.width);
      }
    });
  });
  draw(network, members, options);
}

/** One decoding step for all live rows. */
function advance(network: Network, cache: Cache, live: readonly Live[], options: SampleOptions): void {
  const { kernels: k, buffers: b, arena, spec } = network;
  const n = live.length;
  const w = b.weights;
  for (const row of live) row.position++;
  arena.ints(b.ids, n).set(live.map((row) => row.ids.at(-1)!));
  arena.ints(b.positions, n).set(live.map((row) => row.position));
  arena.ints(b.slots, n).set(live.map((row) => row.slot));
  arena.ints(b.headRows, n).set(live.map((_, i) => i));
  const l = { ...b.layers[0]!, middle: b.layers[0]!.input };
  const wte = w + network.offset('wte.weight');
  k.embedForward(b.ids, b.positions, n, spec.width, wte, w + network.offset('wpe.weight'), l.input);
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
      spec.width / spec.heads,
    );
    network.blockOutput(i, l, w, n, l.input, false);
  }
  network.head(l.input, n, w);
  draw(network, live, options);
}

/** Draws the next token of every row from the logits in the arena. */
function draw(network: Network, rows: readonly Live[], options: SampleOptions): void {
  const filtered = options.temperature > 0 && (options.topK > 0 || options.topP < 1);
  if (filtered) drawFiltered(network, rows, options);
  else drawPlain(network, rows, options);
}

function drawPlain(
  { kernels: k, buffers: b, arena, spec }: Network,
  rows: readonly Live[],
  options: SampleOptions,
): void {
  const n = rows.length;
  const greedy = options.temperature === 0;
  arena.ints(b.streams, n).set(rows.map((row) => row.stream | 0));
  arena.ints(b.steps, n).set(rows.map((row) => row.ids.length));
  const scale = greedy ? 1 : 1 / options.temperature;
  const { logits, vocabStride, streams, steps, ids, logProb } = b;
  k.sampleRows(
    logits,
    n,
    spec.vocabSize,
    vocabStride,
    scale,
    greedy ? 1 : 0,
    options.seed,
    streams,
    steps,
    ids,
    logProb,
  );
  const drawn = arena.ints(ids, n);
  const logProbs = arena.floats(logProb, n);
  rows.forEach((row, i) => {
    if (Number.isNaN(logProbs[i]!)) throw new Error('sampling: expected finite logits, got NaN');
    row.ids.push(drawn[i]!);
    row.logProbs.push(logProbs[i]!);
  });
}

/** Top-k and top-p, for evaluation only, go through the specification itself. */
function drawFiltered({ buffers: b, arena, spec }: Network, rows: readonly Live[], options: SampleOptions): void {
  const logits = arena.floats(b.logits, rows.length * b.vocabStride);
  rows.forEach((row, i) => {
    const start = i * b.vocabStride;
    const u = uniform(options.seed, row.stream, row.ids.length);
    const { id, logProb } = drawToken(logits.subarray(start, start + spec.vocabSize), options, u);
    row.ids.push(id);
    row.logProbs.push(logProb);
  });
}
