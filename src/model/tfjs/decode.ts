/** Batched sampling with a key/value cache of fixed shape: one pass over the prompts, then one token per row and step. */

import * as tf from '@tensorflow/tfjs-core';
import type { SampleOptions } from '../../core/policy.ts';
import { uniform } from '../../core/rng.ts';
import type { Completion } from '../../core/types.ts';
import { completionLimit, PADDING_ID, roundUp } from '../batch.ts';
import { drawToken } from '../sampling.ts';
import { bucket, disposeCaches, type LayerCache, rowIndices, takeRows } from './cache.ts';
import type { Heads } from './inputs.ts';
import type { Model } from './model.ts';
import type { Network } from './network.ts';
import { MASKED, product, splitColumns } from './ops.ts';
import { type CacheShape, prefill } from './prefill.ts';

/** A completion in the making. */
interface Row {
  readonly prompt: readonly number[];
  readonly stream: number;
  readonly limit: number;
  readonly ids: number[];
  readonly logProbs: number[];
  ended: boolean;
}

const isDone = ({ ids, limit, ended }: Row) => ended || ids.length >= limit;

/**
 * Samples one completion per prompt, as many together as the model takes at once; `drawToken` draws each token.
 *
 * @param network of the weights to sample from
 */
export async function decode(
  model: Model,
  network: Network,
  prompts: readonly (readonly number[])[],
  options: SampleOptions,
): Promise<Completion[]> {
  const rows = prompts.map((prompt, i): Row => {
    const limit = completionLimit(prompt.length, options.maxNewTokens, model.contextLength);
    return { prompt, stream: options.streams[i]!, limit, ids: [], logProbs: [], ended: false };
  });
  const live = rows.filter((row) => !isDone(row));
  for (let i = 0; i < live.length; ) {
    const count = model.decodeRows(slotsFor(model, live.slice(i)));
    await decodeTogether(model, network, live.slice(i, i + count), options);
    i += count;
  }
  return rows.map(({ ids, logProbs, ended }) => ({ ids, logProbs, truncated: !ended }));
}

/** Positions that a cache of these rows has. */
function slotsFor({ contextLength }: Model, rows: readonly Row[]): number {
  return Math.min(contextLength, roundUp(Math.max(...rows.map((r) => r.prompt.length + r.limit)), 16));
}

async function decodeTogether(model: Model, network: Network, rows: Row[], options: SampleOptions): Promise<void> {
  let live = rows;
  const slots = slotsFor(model, live);
  const most = model.decodeRows(slots);
  let shape = { rows: bucket(live.length, most), slots };
  const prompts = live.map(({ prompt }) => prompt);
  const prefilled = prefill(model, network, prompts, shape);
  let { caches } = prefilled;
  try {
    extend(model, live, await take(prefilled.logits), (i) => prefilled.lines[i]!, options);
    while (live.some((row) => !isDone(row))) {
      const count = live.filter((row) => !isDone(row)).length;
      if (count * 2 <= live.length && bucket(count, most) < shape.rows) {
        const kept = live.flatMap((row, i) => (isDone(row) ? [] : [i]));
        shape = { rows: bucket(count, most), slots };
        caches = keepRows(caches, kept, shape.rows);
        live = kept.map((i) => live[i]!);
      }
      const next = step(model, network, live, caches, shape);
      caches = next.caches;
      extend(model, live, await take(next.logits), (i) => i, options);
    }
  } finally {
    disposeCaches(caches);
  }
}

function keepRows(caches: readonly LayerCache[], rows: readonly number[], size: number): readonly LayerCache[] {
  const indices = rowIndices(rows, size);
  const kept = caches.map((cache) => takeRows(cache, indices));
  indices.dispose();
  return kept;
}

/** Draws the next token of every row that is not done; row i reads line `lineOf(i)` of the `[*, V]` logits. */
function extend(
  { vocabSize, endOfText }: Model,
  rows: readonly Row[],
  values: Float32Array,
  lineOf: (row: number) => number,
  options: SampleOptions,
): void {
  rows.forEach((row, i) => {
    if (isDone(row)) return;
    const line = lineOf(i);
    const u = uniform(options.seed, row.stream, row.ids.length);
    const { id, logProb } = drawToken(values.subarray(line * vocabSize, (line + 1) * vocabSize), options, u);
    row.ids.push(id);
    row.logProbs.push(logProb);
    row.ended = id === endOfText || (options.ends?.(row.ids) ?? false);
  });
}

interface Stepped {
  readonly logits: tf.Tensor;
  readonly caches: readonly LayerCache[];
}

/**
 * Feeds each row its newest token: logits `[R, V]` for the next one, and the caches with that token written. Each layer's
 * old cache is given up as soon as there is a new one, so that there are never two of all.
 */
function step(
  model: Model,
  network: Network,
  rows: readonly Row[],
  caches: readonly LayerCache[],
  { rows: count, slots }: CacheShape,
): Stepped {
  const tokens = new Int32Array(count).fill(PADDING_ID);
  const positions = new Int32Array(count);
  const here = new Float32Array(count * slots);
  const hidden = new Float32Array(count * slots).fill(MASKED);
  for (let i = 0; i < count; i++) {
    // A row that is done may already fill the context: it idles in slot 0, and nobody reads what comes out.
    const row = rows[i] === undefined || isDone(rows[i]!) ? undefined : rows[i]!;
    const position = row === undefined ? 0 : row.prompt.length + row.ids.length - 1;
    tokens[i] = row?.ids.at(-1) ?? PADDING_ID;
    positions[i] = position;
    here[i * slots + position] = 1;
    hidden.fill(0, i * slots, i * slots + position + 1);
  }
  return tf.tidy(() => {
    const write = tf.tensor(here, [count, 1, 1, slots]);
    const mask = tf.tensor(hidden, [count, 1, 1, slots]);
    const updated: LayerCache[] = [];
    const inputs = model.inputs(tokens, positions, 1);
    let x = network.embed(inputs);
    caches.forEach((old, layer) => {
      // What a layer makes on the way is as large as its cache, and gone with it.
      const made = tf.tidy(() => {
        let cache = old;
        const output = network.block(layer, x, inputs, (qkv) => {
          const attended = cachedAttention(network.heads, qkv, old, write, mask);
          cache = attended.cache;
          return attended.output;
        });
        return { output, ...cache };
      });
      x = made.output;
      updated.push({ keys: made.keys, values: made.values });
      disposeCaches([old]);
    });
    return { logits: network.logits(network.finish(x)), caches: updated } as unknown as tf.TensorContainer;
  }) as unknown as Stepped;
}

/** One query per row against its cache: `write` one-hot and `mask` additive, both `[R, 1, 1, S]`. */
function cachedAttention(
  heads: Heads,
  qkv: tf.Tensor,
  cache: LayerCache,
  write: tf.Tensor,
  mask: tf.Tensor,
): { readonly output: tf.Tensor; readonly cache: LayerCache } {
  const rows = qkv.shape[0]!;
  const { width } = heads;
  const slots = write.shape[3]!;
  const [query, key, value] = splitColumns(qkv, heads);
  // The slot still holds zeros, so adding is writing.
  const keys = tf.add(cache.keys, tf.mul(tf.reshape(key, [rows, heads.keyValue, width, 1]), write));
  const values = tf.add(
    cache.values,
    tf.mul(tf.reshape(value, [rows, heads.keyValue, 1, width]), tf.reshape(write, [rows, 1, slots, 1])),
  );
  const scores = product(tf.reshape(query, [rows, heads.keyValue, heads.query / heads.keyValue, width]), keys);
  const attended = tf.softmax(tf.add(tf.mul(scores, 1 / Math.sqrt(width)), mask), -1);
  return { output: tf.reshape(product(attended, values), [rows, heads.query * width]), cache: { keys, values } };
}

async function take(tensor: tf.Tensor): Promise<Float32Array> {
  const values = (await tensor.data()) as Float32Array;
  tensor.dispose();
  return values;
}
