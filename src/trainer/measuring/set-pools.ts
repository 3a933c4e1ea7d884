/** Pools of one set under one model: each temperature's filled once, to the most that anything asks of it. */

import type { PromptCodec } from '../../core/codec.ts';
import type { Judge } from '../../core/judge.ts';
import type { MeasureCost } from '../../core/measure-cost.ts';
import type { MeasureProgress, MeasureRequest } from '../../core/measuring.ts';
import type { Policy } from '../../core/policy.ts';
import type { RunSetName, SetEvaluation } from '../../core/records.ts';
import { sum } from '../../core/stats.ts';
import type { Problem } from '../../core/types.ts';
import { summarizePools } from '../../eval/evaluate.ts';
import { countDraws, firstDraws, type SamplePool } from '../../eval/pool.ts';
import type { PoolStore } from '../../store/pools.ts';
import { fillKeptPools } from './kept-pools.ts';
import type { ProblemSets } from './measure.ts';
import { firstStreamOf } from './streams.ts';

export interface SetPoolsOptions {
  readonly request: MeasureRequest;
  readonly label: string;
  readonly policy: Policy;
  /** Digest of the policy (`modelDigest`). */
  readonly model: string;
  readonly codec: PromptCodec;
  readonly judge: Judge;
  /** Which build of the sandbox that is. */
  readonly judgedBy: string;
  readonly sets: ProblemSets;
  readonly store: PoolStore;
  /** Keys of all pools of the measurement. */
  readonly inUse: Set<string>;
  /** Told how far it is. Waiting in it pauses the measurement, false ends it. */
  readonly onProgress: (progress: MeasureProgress) => Promise<boolean> | boolean;
  readonly onNotice: (message: string) => void;
}

/** What measuring has cost so far. */
export type CountedCost = { -readonly [K in keyof Omit<MeasureCost, 'seconds'>]: number };

export class SetPools {
  readonly #options: SetPoolsOptions;
  readonly #set: RunSetName;
  readonly #cost: CountedCost;
  readonly #filled = new Map<number, readonly SamplePool[]>();

  /** @param cost of the whole measurement of a model; counted up */
  constructor(options: SetPoolsOptions, set: RunSetName, cost: CountedCost) {
    this.#options = options;
    this.#set = set;
    this.#cost = cost;
  }

  get problems(): readonly Problem[] {
    return this.#options.sets[this.#set] ?? [];
  }

  /** The first `samples` draws of every problem at a temperature; null when the measurement was ended. */
  async first(samples: number, temperature: number): Promise<readonly SamplePool[] | null> {
    const pools = this.#filled.get(temperature) ?? (await this.#fill(temperature, this.#most(temperature), 'samples'));
    if (pools === null) return null;
    this.#filled.set(temperature, pools);
    return pools.map((pool) => firstDraws(pool, samples));
  }

  /** null when the measurement was ended. */
  async evaluate(temperature: number): Promise<SetEvaluation | null> {
    const { samples, seed } = this.#options.request;
    const pools = await this.first(samples, temperature);
    const greedy = pools && (this.#filled.get(0) ?? (await this.#fill(0, 1, 'greedy', pools)));
    if (pools === null || greedy === null) return null;
    this.#filled.set(0, greedy);
    return summarizePools(pools, {
      set: this.#set,
      ids: this.problems.map(({ id }) => id),
      temperature,
      n: samples,
      seed,
      greedy,
    });
  }

  /** Samples that a temperature's pools need. */
  #most(temperature: number): number {
    const { samples, temperatures, search, agreement } = this.#options.request;
    return Math.max(
      temperatures.includes(temperature) ? samples : 0,
      search?.temperature === temperature ? search.samples : 0,
      agreement?.temperature === temperature ? agreement.solutions : 0,
    );
  }

  async #fill(
    temperature: number,
    samples: number,
    part: 'samples' | 'greedy',
    known: readonly SamplePool[] = [],
  ): Promise<readonly SamplePool[] | null> {
    const { request, label, onProgress, ...options } = this.#options;
    const filled = await fillKeptPools(
      {
        ...options,
        problems: this.problems,
        sampling: { temperature, topP: 1, topK: 0, maxNewTokens: request.maxNewTokens },
        seed: request.seed,
        firstStream: firstStreamOf(this.#set),
        known,
        onProgress: (done, total) => onProgress({ model: label, set: this.#set, part, temperature, done, total }),
      },
      samples,
    );
    if (filled === null) return null;
    this.#cost.sampled += filled.sampled;
    this.#cost.kept += filled.kept;
    this.#cost.judged += filled.judged;
    this.#cost.cutOff += sum(filled.pools.map((pool) => countDraws(pool, ({ truncated }) => truncated)));
    return filled.pools;
  }
}
