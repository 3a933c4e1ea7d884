/** Pools that outlive a measurement: found by the digest of all that they depend on, filled up, and saved as they grow. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { PolicyInfo } from '../../core/policy.ts';
import type { Problem } from '../../core/types.ts';
import { EMPTY_POOL } from '../../eval/pool.ts';
import { writeProblem } from '../../problems/write.ts';
import type { BaseIdentity } from '../../store/runs.ts';
import type { LoadedModel } from '../environment.ts';
import { PoolSaver, type SaverOptions } from './pool-saver.ts';
import { type Filled, type FillOptions, fillPools } from './pools.ts';
import { streamOffsetOf } from './streams.ts';

/** Part of every key: to be raised when engines draw otherwise than before, or the page reads verdicts otherwise. */
const FORMAT = 2;

export interface KeptFillOptions extends FillOptions, Pick<SaverOptions, 'store' | 'onNotice'> {
  /** Digest of the policy (`modelDigest`). */
  readonly model: string;
  /** Which build of the sandbox judges. */
  readonly judgedBy: string;
  /** Keys of all pools of the measurement; those of this one are added. */
  readonly inUse: Set<string>;
}

export interface KeptFilled extends Filled {
  /** Samples that were there already. */
  readonly kept: number;
}

/** SHA-256 of packed weights, hexadecimal. */
export function weightsDigest(weights: Float32Array): string {
  return bytesToHex(sha256(new Uint8Array(weights.buffer, weights.byteOffset, weights.byteLength)));
}

/** What a policy's weights are of: adapters say nothing without the model that they are for. */
export type Weighed = Pick<LoadedModel, 'spec' | 'tokenizer'> & { readonly base?: BaseIdentity };

/** SHA-256 of all weights of a model, hexadecimal: equal digests are equal models. */
export function allWeightsDigest(trained: Float32Array, { base }: Weighed): string {
  const digest = weightsDigest(trained);
  return base === undefined ? digest : bytesToHex(sha256(utf8ToBytes(`${base.digest} ${digest}`)));
}

/**
 * SHA-256 of all that decides what a policy says to the ids of a prompt, hexadecimal.
 *
 * @param weights their digest (`allWeightsDigest`); that of an imported model takes its tokenizer in
 */
export function modelDigest(weights: string, { spec, tokenizer, base }: Weighed): string {
  const reader = base === undefined ? tokenizer : base.digest;
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify([weights, spec, reader]))));
}

/**
 * The digest of everything that a problem's samples and their verdicts depend on: model, engine, prompt, the problem with
 * its tests, how tokens are chosen, the random numbers, and who judges. How many samples there are is not part of it.
 */
export function poolKey(
  options: Pick<KeptFillOptions, 'model' | 'judgedBy' | 'sampling' | 'seed' | 'firstStream'>,
  { engine, backend }: Pick<PolicyInfo, 'engine' | 'backend'>,
  prompt: readonly number[],
  problem: Problem,
  index: number,
): string {
  const { model, judgedBy, sampling, seed, firstStream } = options;
  const { maxNewTokens, temperature, topP, topK } = sampling;
  const stream = firstStream + streamOffsetOf(index);
  const drawn = [model, engine, backend, maxNewTokens, temperature, topP, topK, seed, stream];
  const about = [FORMAT, judgedBy, ...drawn, JSON.stringify(prompt), writeProblem(problem)];
  return bytesToHex(sha256(utf8ToBytes(about.join(' '))));
}

/** As `fillPools`, beginning with what the store has; what was drawn is saved, a stopped part too. */
export async function fillKeptPools(options: KeptFillOptions, samples: number): Promise<KeptFilled | null> {
  const { problems, policy, codec, store, inUse, onNotice, onProgress } = options;
  const { prompt = (problem: Problem) => codec.encodePrompt(problem) } = options;
  const keys = problems.map((problem, index) => poolKey(options, policy.info, prompt(problem), problem, index));
  for (const key of keys) inUse.add(key);
  const pools = await Promise.all(keys.map(async (key) => (await store.load(key).catch(() => null)) ?? EMPTY_POOL));
  const saver = new PoolSaver({ store, keys, inUse, onNotice });
  try {
    const filled = await fillPools(
      {
        ...options,
        onProgress: (done, total) => saver.through(onProgress?.(done, total) ?? true),
        onGrown: (problem, pool) => saver.grown(problem, pool),
      },
      pools,
      samples,
    );
    return filled && { ...filled, kept: problems.length * samples - filled.sampled };
  } finally {
    await saver.finish();
  }
}
