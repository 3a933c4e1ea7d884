/** Pools that outlive a measurement: found by the digest of all that they depend on, filled up, and saved as they grow. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { messageOf } from '../../core/errors.ts';
import type { PolicyInfo } from '../../core/policy.ts';
import type { Problem } from '../../core/types.ts';
import { EMPTY_POOL, type SamplePool } from '../../eval/pool.ts';
import { writeProblem } from '../../problems/write.ts';
import type { PoolStore } from '../../store/pools.ts';
import { type Filled, type FillOptions, fillPools } from './pools.ts';
import { SAMPLES_PER_PROBLEM } from './streams.ts';

/** Part of every key: to be raised when programs are drawn or judged otherwise than before. */
const FORMAT = 1;

/** Milliseconds between two writes of a pool that grows: what a reload in between loses. */
const SAVE_EVERY_MS = 10_000;

export interface KeptFillOptions extends FillOptions {
  readonly store: PoolStore;
  /** Digest of the policy's weights (`weightsDigest`). */
  readonly model: string;
  /** Told once when samples cannot be kept; the measurement goes on. */
  readonly onNotice: (message: string) => void;
}

export interface KeptFilled extends Filled {
  /** Samples that were there already. */
  readonly kept: number;
}

/** SHA-256 of packed weights, hexadecimal: equal digests are equal models. */
export function weightsDigest(weights: Float32Array): string {
  return bytesToHex(sha256(new Uint8Array(weights.buffer, weights.byteOffset, weights.byteLength)));
}

/**
 * The digest of everything that a problem's samples and their verdicts depend on: weights, engine, the problem with its
 * tests, how tokens are chosen, and the random numbers. How many samples there are is not part of it.
 */
export function poolKey(
  { model, sampling, seed, firstStream }: Pick<KeptFillOptions, 'model' | 'sampling' | 'seed' | 'firstStream'>,
  { engine, backend }: Pick<PolicyInfo, 'engine' | 'backend'>,
  problem: Problem,
  index: number,
): string {
  const { maxNewTokens, temperature, topP, topK } = sampling;
  const stream = firstStream + index * SAMPLES_PER_PROBLEM;
  const about = [FORMAT, model, engine, backend, maxNewTokens, temperature, topP, topK, seed, stream];
  return bytesToHex(sha256(utf8ToBytes(`${about.join(' ')} ${writeProblem(problem)}`)));
}

/** As `fillPools`, beginning with what the store has; what was drawn is saved, a stopped part too. */
export async function fillKeptPools(options: KeptFillOptions, samples: number): Promise<KeptFilled | null> {
  const { problems, policy, store, onNotice } = options;
  const keys = problems.map((problem, index) => poolKey(options, policy.info, problem, index));
  const pools = await Promise.all(keys.map(async (key) => (await store.load(key).catch(() => null)) ?? EMPTY_POOL));
  const saver = new Saver(store, keys, onNotice);
  try {
    const filled = await fillPools(
      { ...options, onGrown: (problem, pool) => saver.grown(problem, pool) },
      pools,
      samples,
    );
    return filled && { ...filled, kept: problems.length * samples - filled.sampled };
  } finally {
    await saver.finish();
  }
}

/** Writes pools while they grow: each at most every ten seconds, and as it was last. */
class Saver {
  readonly #store: PoolStore;
  readonly #keys: readonly string[];
  readonly #onNotice: (message: string) => void;
  readonly #grown = new Map<number, () => SamplePool>();
  #lastSaved = performance.now();
  #saving: Promise<void> = Promise.resolve();
  #failed = false;

  constructor(store: PoolStore, keys: readonly string[], onNotice: (message: string) => void) {
    this.#store = store;
    this.#keys = keys;
    this.#onNotice = onNotice;
  }

  grown(problem: number, pool: () => SamplePool): void {
    this.#grown.set(problem, pool);
    if (performance.now() - this.#lastSaved > SAVE_EVERY_MS) this.#save();
  }

  async finish(): Promise<void> {
    this.#save();
    await this.#saving;
  }

  #save(): void {
    this.#lastSaved = performance.now();
    const pools = [...this.#grown].map(([problem, pool]) => [this.#keys[problem]!, pool()] as const);
    this.#grown.clear();
    this.#saving = this.#saving.then(async () => {
      for (const [key, pool] of pools) await this.#store.save(key, pool).catch((error) => this.#tell(error));
    });
  }

  #tell(error: unknown): void {
    if (this.#failed) return;
    this.#failed = true;
    this.#onNotice(`samples could not be kept (${messageOf(error)}): another measurement will draw them again`);
  }
}
