/** The first pass of decoding: each distinct prompt is run once, and its keys and values handed to all rows that share it. */

import * as tf from '@tensorflow/tfjs-core';
import { PADDING_ID, roundUp } from '../batch.ts';
import { disposeCaches, type LayerCache, rowIndices, takeRows } from './cache.ts';
import type { Model } from './model.ts';
import { type Network, trunk } from './network.ts';

export interface Prefilled {
  /** `[*, V]` */
  readonly logits: tf.Tensor;
  readonly caches: readonly LayerCache[];
  /** For each row its line of the logits. */
  readonly lines: readonly number[];
}

export interface CacheShape {
  /** Rows, those that only fill it up included. */
  readonly rows: number;
  readonly slots: number;
}

type Prompt = readonly number[];

/** Prompts that share an activation budget are run together. */
export function prefill(model: Model, network: Network, prompts: readonly Prompt[], shape: CacheShape): Prefilled {
  const { distinct, indexOf } = distinctPrompts(prompts);
  const length = Math.min(model.contextLength, roundUp(Math.max(...distinct.map((prompt) => prompt.length)), 8));
  const { maxTokens } = model.batchShape(distinct.map((prompt) => ({ prompt, completion: [] })));
  const room = Math.max(1, Math.floor(maxTokens / length));
  const together = room < 4 ? room : room - (room % 4);
  const groups: Prompt[][] = [];
  for (let i = 0; i < distinct.length; i += together) groups.push(distinct.slice(i, i + together));
  const parts = groups.map((group) => {
    return run(model, network, group, { rows: roundUp(group.length, Math.min(4, together)), length }, shape.slots);
  });
  // All parts but the last have as many lines as the first.
  const size = parts[0]!.logits.shape[0]!;
  const lines = indexOf.map((index) => Math.floor(index / together) * size + (index % together));
  const result = tf.tidy(() => {
    const indices = rowIndices(lines, shape.rows);
    const caches = Array.from({ length: network.layers }, (_, layer) =>
      takeRows(joined(parts.map((part) => part.caches[layer]!)), indices),
    );
    const logits = tf.concat(parts.map((part) => part.logits));
    return { logits, caches } as unknown as tf.TensorContainer;
  }) as unknown as Pick<Prefilled, 'logits' | 'caches'>;
  tf.dispose(parts.map((part) => part.logits));
  return { ...result, lines };
}

function distinctPrompts(prompts: readonly Prompt[]) {
  const known = new Map<string, number>();
  const distinct: Prompt[] = [];
  const indexOf = prompts.map((prompt) => {
    const key = prompt.join();
    const index = known.get(key) ?? distinct.push(prompt) - 1;
    known.set(key, index);
    return index;
  });
  return { distinct, indexOf };
}

/** Caches of several groups of prompts as one; the parts are given up. */
function joined(parts: readonly LayerCache[]): LayerCache {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const whole = {
    keys: tf.concat(parts.map(({ keys }) => keys)),
    values: tf.concat(parts.map(({ values }) => values)),
  };
  disposeCaches(parts);
  return whole;
}

/** One pass: logits `[rows, V]` after the last token of each prompt, and caches of `slots` positions. */
function run(
  model: Model,
  network: Network,
  prompts: readonly Prompt[],
  { rows, length }: { readonly rows: number; readonly length: number },
  slots: number,
): Pick<Prefilled, 'logits' | 'caches'> {
  const ids = new Int32Array(rows * length).fill(PADDING_ID);
  const inside = new Float32Array(rows * length);
  const last = new Int32Array(rows);
  prompts.forEach((prompt, i) => {
    ids.set(prompt, i * length);
    inside.fill(1, i * length, i * length + prompt.length);
    last[i] = i * length + prompt.length - 1;
  });
  return tf.tidy(() => {
    // The scope of an operation would dispose what is made inside it: kept, and handed back to this tidy below.
    const made: LayerCache[] = [];
    const used = tf.tensor(inside, [rows, 1, length, 1]);
    const places = ids.map((_, i) => i % length);
    const hidden = trunk(network, model.inputs(ids, places, length), (_, key, value) => {
      made.push({ keys: tf.keep(tf.mul(key, used)), values: tf.keep(tf.mul(value, used)) });
    });
    const padding: [number, number][] = [[0, 0], [0, 0], [0, slots - length], [0, 0]]; // biome-ignore format: one shape
    const caches = made.map((cache) => {
      const padded = tf.tidy(() => ({
        keys: tf.transpose(tf.pad(cache.keys, padding), [0, 1, 3, 2]),
        values: tf.pad(cache.values, padding),
      }));
      disposeCaches([cache]);
      return padded;
    });
    const logits = network.logits(network.finish(tf.gather(hidden, tf.tensor1d(last, 'int32'))));
    return { logits, caches } as unknown as tf.TensorContainer;
  }) as unknown as Pick<Prefilled, 'logits' | 'caches'>;
}
