/** Batched sampling with a key/value cache of fixed shape: one pass over the prompts, then one token per row and step. */

import * as tf from '@tensorflow/tfjs-core';
import type { SampleOptions } from '../../core/policy.ts';
import { uniform } from '../../core/rng.ts';
import type { Completion } from '../../core/types.ts';
import { completionLimit, END_OF_TEXT_ID, PADDING_ID, roundUp } from '../batch.ts';
import { drawToken } from '../sampling.ts';
import type { ModelSpec } from '../spec.ts';
import { block, logits, MASKED, trunk } from './forward.ts';
import { mergeHeads, product } from './ops.ts';
import type { Weights } from './parameters.ts';

/** Keys are kept transposed, so that no step has to transpose the whole cache. */
interface LayerCache {
  /** `[R, H, C/H, S]` */
  readonly keys: tf.Tensor;
  /** `[R, H, S, C/H]` */
  readonly values: tf.Tensor;
}

/** A completion in the making. */
interface Row {
  readonly prompt: readonly number[];
  readonly stream: number;
  readonly limit: number;
  readonly ids: number[];
  readonly logProbs: number[];
}

const isDone = ({ ids, limit }: Row) => ids.length >= limit || ids.at(-1) === END_OF_TEXT_ID;

/** Few batch sizes, so that the GPU's pool of buffers by exact size stays small. */
const bucket = (rows: number) => (rows > 32 ? roundUp(rows, 32) : 2 ** Math.max(2, Math.ceil(Math.log2(rows))));

/** Samples one completion per prompt, all in one batch; `drawToken` draws each token. */
export async function decode(
  spec: ModelSpec,
  weights: Weights,
  prompts: readonly (readonly number[])[],
  options: SampleOptions,
): Promise<Completion[]> {
  const rows = prompts.map((prompt, i): Row => {
    const limit = completionLimit(prompt.length, options.maxNewTokens, spec.contextLength);
    return { prompt, stream: options.streams[i]!, limit, ids: [], logProbs: [] };
  });
  let live = rows.filter((row) => !isDone(row));
  if (live.length > 0) {
    const slots = Math.min(spec.contextLength, roundUp(Math.max(...live.map((r) => r.prompt.length + r.limit)), 16));
    const prefilled = prefill(spec, weights, live, slots);
    let caches = prefilled.caches;
    try {
      extend(live, await take(prefilled.logits), (i) => prefilled.promptOf[i]!, options, spec.vocabSize);
      while (live.some((row) => !isDone(row))) {
        const count = live.filter((row) => !isDone(row)).length;
        if (count * 2 <= live.length && bucket(count) < bucket(live.length)) {
          const kept = live.flatMap((row, i) => (isDone(row) ? [] : [i]));
          caches = replace(caches, gatherRows(caches, kept));
          live = kept.map((i) => live[i]!);
        }
        const next = step(spec, weights, live, caches, slots);
        caches = replace(caches, next.caches);
        extend(live, await take(next.logits), (i) => i, options, spec.vocabSize);
      }
    } finally {
      tf.dispose(caches as unknown as tf.TensorContainer);
    }
  }
  return rows.map(({ ids, logProbs }) => ({ ids, logProbs, truncated: ids.at(-1) !== END_OF_TEXT_ID }));
}

/** Draws the next token of every row that is not done; row i reads line `lineOf(i)` of the `[*, V]` logits. */
function extend(
  rows: readonly Row[],
  values: Float32Array,
  lineOf: (row: number) => number,
  options: SampleOptions,
  vocab: number,
): void {
  rows.forEach((row, i) => {
    if (isDone(row)) return;
    const line = lineOf(i);
    const u = uniform(options.seed, row.stream, row.ids.length);
    const { id, logProb } = drawToken(values.subarray(line * vocab, (line + 1) * vocab), options, u);
    row.ids.push(id);
    row.logProbs.push(logProb);
  });
}

interface Stepped {
  readonly logits: tf.Tensor;
  readonly caches: readonly LayerCache[];
}

/** Runs each distinct prompt once and hands its cache to all rows that share it. */
function prefill(
  spec: ModelSpec,
  weights: Weights,
  rows: readonly Row[],
  slots: number,
): Stepped & { readonly promptOf: readonly number[] } {
  const indexOf = new Map<string, number>();
  const distinct: (readonly number[])[] = [];
  const promptOf = rows.map(({ prompt }) => {
    const key = prompt.join();
    const known = indexOf.get(key);
    if (known !== undefined) return known;
    indexOf.set(key, distinct.length);
    return distinct.push(prompt) - 1;
  });
  const count = roundUp(distinct.length, 4);
  const length = Math.min(spec.contextLength, roundUp(Math.max(...distinct.map((p) => p.length)), 8));
  const ids = new Int32Array(count * length).fill(PADDING_ID);
  const inside = new Float32Array(count * length);
  const last = new Int32Array(count);
  distinct.forEach((prompt, i) => {
    ids.set(prompt, i * length);
    inside.fill(1, i * length, i * length + prompt.length);
    last[i] = i * length + prompt.length - 1;
  });
  const result = tf.tidy(() => {
    // The tape's scope would dispose what is made inside an operation: keep it, and hand it back to this tidy below.
    const made: LayerCache[] = [];
    const used = tf.tensor(inside, [count, 1, length, 1]);
    const hidden = trunk(spec, weights, tf.tensor1d(ids, 'int32'), length, (_, key, value) => {
      made.push({ keys: tf.keep(tf.mul(key, used)), values: tf.keep(tf.mul(value, used)) });
    });
    const padding: [number, number][] = [[0, 0], [0, 0], [0, slots - length], [0, 0]]; // biome-ignore format: one shape
    const caches = made.map(({ keys, values }) => ({
      keys: tf.transpose(tf.pad(keys, padding), [0, 1, 3, 2]),
      values: tf.pad(values, padding),
    }));
    tf.dispose(made as unknown as tf.TensorContainer);
    const first = logits(spec, weights, tf.gather(hidden, tf.tensor1d(last, 'int32')));
    return { logits: first, caches: gatherRows(caches, promptOf) } as unknown as tf.TensorContainer;
  }) as unknown as Stepped;
  return { ...result, promptOf };
}

/** Feeds each row its newest token: logits `[R, V]` for the next one, and the caches with that token written. */
function step(
  spec: ModelSpec,
  weights: Weights,
  rows: readonly Row[],
  caches: readonly LayerCache[],
  slots: number,
): Stepped {
  const count = bucket(rows.length);
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
    let x = tf.add(
      tf.gather(weights.wte, tf.tensor1d(tokens, 'int32')),
      tf.gather(weights.wpe, tf.tensor1d(positions, 'int32')),
    );
    weights.blocks.forEach((blockWeights, layer) => {
      x = block(spec, blockWeights, x, (qkv) => {
        const { output, cache } = cachedAttention(spec, qkv, caches[layer]!, write, mask);
        updated.push(cache);
        return output;
      });
    });
    return { logits: logits(spec, weights, x), caches: updated } as unknown as tf.TensorContainer;
  }) as unknown as Stepped;
}

/** One query per row against its cache: qkv `[R, 3C]`, `write` one-hot and `mask` additive, both `[R, 1, 1, S]`. */
function cachedAttention(
  spec: ModelSpec,
  qkv: tf.Tensor,
  cache: LayerCache,
  write: tf.Tensor,
  mask: tf.Tensor,
): { readonly output: tf.Tensor; readonly cache: LayerCache } {
  const rows = qkv.shape[0]!;
  const size = spec.width / spec.heads;
  const slots = write.shape[3]!;
  const [query, key, value] = tf.split(qkv, 3, 1);
  // The slot still holds zeros, so adding is writing.
  const keys = tf.add(cache.keys, tf.mul(tf.reshape(key!, [rows, spec.heads, size, 1]), write));
  const values = tf.add(
    cache.values,
    tf.mul(tf.reshape(value!, [rows, spec.heads, 1, size]), tf.reshape(write, [rows, 1, slots, 1])),
  );
  const scores = product(tf.reshape(query!, [rows, spec.heads, 1, size]), keys);
  const attended = tf.softmax(tf.add(tf.mul(scores, 1 / Math.sqrt(size)), mask), -1);
  return { output: mergeHeads(product(attended, values)), cache: { keys, values } };
}

/** The given rows of every cache, filled up to a bucket with copies of the first. */
function gatherRows(caches: readonly LayerCache[], rows: readonly number[]): LayerCache[] {
  return tf.tidy(() => {
    const padded = new Int32Array(bucket(rows.length)).fill(rows[0]!);
    padded.set(rows);
    const indices = tf.tensor1d(padded, 'int32');
    const gathered = caches.map(({ keys, values }) => ({
      keys: tf.gather(keys, indices),
      values: tf.gather(values, indices),
    }));
    return gathered as unknown as tf.TensorContainer;
  }) as unknown as LayerCache[];
}

function replace(old: readonly LayerCache[], fresh: readonly LayerCache[]): readonly LayerCache[] {
  tf.dispose(old as unknown as tf.TensorContainer);
  return fresh;
}

async function take(tensor: tf.Tensor): Promise<Float32Array> {
  const values = (await tensor.data()) as Float32Array;
  tensor.dispose();
  return values;
}
