/** Loads a random decoder of a given shape, samples from it and takes one update: in Node and in a page alike. */

import * as tf from '@tensorflow/tfjs-core';
import { initialAdapters } from '../../src/model/adapted/adapters.ts';
import { createAdaptedPolicy } from '../../src/model/adapted/policy.ts';
import { completionWidth } from '../../src/model/batch.ts';
import type { TfjsBackend } from '../../src/model/tfjs/backends.ts';
import { randomTensors } from '../../test/support/random-decoder.ts';
import { SIZES, type SizeName, specOf } from './sizes.ts';

export interface Workload {
  readonly rows: number;
  readonly promptTokens: number;
  readonly newTokens: number;
}

export interface Measured {
  /** Seconds until everything is on the device, without the time that making random numbers took. */
  readonly load: number;
  /** Of tensors once loaded. */
  readonly loadedBytes: number;
  /** Bytes of the largest that the heap or the pool of buffers has been. */
  readonly peakBytes: number;
  /** Seconds: reading the prompts and drawing one token, and each token more of all rows. */
  readonly prompts: number;
  readonly token: number;
  readonly update: number;
  readonly score: number;
}

/** Seconds: of the processor where that can be told, which a busy machine does not bend; else of the clock. */
function now(): number {
  if (typeof process === 'undefined') return performance.now() / 1000;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const seconds = async (work: () => Promise<unknown>) => {
  const from = now();
  await work();
  return now() - from;
};

export async function measure(size: SizeName, backend: TfjsBackend, workload: Workload): Promise<Measured> {
  const spec = specOf(SIZES[size]);
  const random = randomTensors(spec.decoder, 1, 0.02);
  let made = 0;
  const tensors: typeof random = {
    ...random,
    read: async (name) => {
      const from = now();
      const values = await random.read(name);
      made += now() - from;
      return values;
    },
  };
  const weights = initialAdapters(spec, 1);
  const from = now();
  await using policy = await createAdaptedPolicy({ spec, tensors, weights, backend });
  const load = now() - from - made;
  const loadedBytes = policy.memory().bytes;

  const { rows, promptTokens, newTokens } = workload;
  const prompts = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: promptTokens }, (_, t) => (7919 * (row + 1) + 104_729 * t) % 50_000),
  );
  const options = { temperature: 1, topP: 1, topK: 0, seed: 1, streams: prompts.map((_, i) => i) };
  const drawn: number[] = [];
  // Asked after every token, and never true.
  const ends = (ids: readonly number[]) => {
    drawn[ids.length] = now();
    return false;
  };
  const began = now();
  const completions = await policy.sample(prompts, { ...options, maxNewTokens: newTokens, ends });
  const [read = began, ...later] = drawn.slice(1);
  const token = ((later.at(-1) ?? read) - read) / Math.max(1, later.length);
  const sequences = completions.map(({ ids }, i) => ({ prompt: prompts[i] ?? [], completion: ids }));
  const width = completionWidth(sequences);
  const batch = { sequences, temperature: 1 };
  const score = await seconds(() => policy.score(batch, 'reference'));
  const step = { learningRate: 1e-3, beta1: 0.9, beta2: 0.95, epsilon: 1e-8, weightDecay: 0, clipNorm: 1 };
  const coefficients = { width, logProb: new Float32Array(rows * width).fill(-1 / (rows * width)) };
  const update = await seconds(() => policy.update(batch, coefficients, step));
  const peakBytes = heapBytes() ?? policy.memory().peakBytes;
  return { load, loadedBytes, peakBytes, prompts: read - began, token, update, score };
}

/** Of the wasm backend: a heap that only grows. */
function heapBytes(): number | undefined {
  const { wasm } = tf.backend() as { readonly wasm?: { readonly HEAPU8: Uint8Array } };
  return wasm?.HEAPU8.length;
}
