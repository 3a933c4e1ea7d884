/** Everything that is measured of one model: pass@k at each temperature, the greedy program, and what choosing among many samples gains. */

import type { PromptCodec } from '../../core/codec.ts';
import type { Judge } from '../../core/judge.ts';
import type { MeasureCost, MeasureProgress, MeasureRequest, ModelReport } from '../../core/measuring.ts';
import type { Policy } from '../../core/policy.ts';
import type { ProblemSetName, SetEvaluation } from '../../core/records.ts';
import type { Problem } from '../../core/types.ts';
import { summarizePools } from '../../eval/evaluate.ts';
import { firstDraws, type SamplePool } from '../../eval/pool.ts';
import type { PoolStore } from '../../store/pools.ts';
import { fillKeptPools } from './kept-pools.ts';
import type { ProblemSets } from './measure.ts';
import { firstStreamOf } from './streams.ts';

export interface ModelMeasureOptions {
  readonly request: MeasureRequest;
  readonly label: string;
  readonly policy: Policy;
  /** Of its weights. */
  readonly digest: string;
  readonly codec: PromptCodec;
  readonly judge: Judge;
  readonly sets: ProblemSets;
  readonly store: PoolStore;
  /** Told how far it is. Waiting in it pauses the measurement, false ends it. */
  readonly onProgress: (progress: MeasureProgress) => Promise<boolean> | boolean;
  readonly onNotice: (message: string) => void;
}

type Cost = Omit<MeasureCost, 'seconds'>;

export interface MeasuredModelReport {
  readonly report: ModelReport;
  readonly cost: Cost;
}

/** Measures one model on all sets of the request, or gives null when `onProgress` ended it; what was drawn is kept either way. */
export async function measureModel(options: ModelMeasureOptions): Promise<MeasuredModelReport | null> {
  const { request, label, digest } = options;
  const cost = { sampled: 0, kept: 0, judged: 0 };
  const sets: SetEvaluation[] = [];
  for (const set of request.sets) {
    const pools = new SetPools(options, set, cost);
    for (const temperature of request.temperatures) {
      const evaluation = await pools.evaluate(temperature);
      if (evaluation === null) return null;
      sets.push(evaluation);
    }
  }
  return { report: { label, digest, sets, searches: [], agreements: [], selections: [] }, cost };
}

/** Pools of one set, each temperature's filled once to the most that anything asks of it. */
class SetPools {
  readonly #options: ModelMeasureOptions;
  readonly #set: ProblemSetName;
  readonly #cost: { sampled: number; kept: number; judged: number };
  readonly #filled = new Map<number, readonly SamplePool[]>();

  constructor(
    options: ModelMeasureOptions,
    set: ProblemSetName,
    cost: { sampled: number; kept: number; judged: number },
  ) {
    this.#options = options;
    this.#set = set;
    this.#cost = cost;
  }

  get problems(): readonly Problem[] {
    return this.#options.sets[this.#set];
  }

  /** The first `samples` draws of every problem at a temperature; null when the measurement was ended. */
  async first(samples: number, temperature: number): Promise<readonly SamplePool[] | null> {
    const pools = this.#filled.get(temperature) ?? (await this.#fill(temperature, this.#most(temperature), 'samples'));
    if (pools === null) return null;
    this.#filled.set(temperature, pools);
    return pools.map((pool) => firstDraws(pool, samples));
  }

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
    const { request, label, digest, onProgress, ...options } = this.#options;
    const filled = await fillKeptPools(
      {
        ...options,
        model: digest,
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
    return filled.pools;
  }
}
