/** The Policy on our WebAssembly engine: one network in this thread, more in helper threads, results independent of how many. */

import type {
  Coefficients,
  OptimizerStep,
  Policy,
  PolicyInfo,
  PolicyMemory,
  PolicyState,
  SampleOptions,
  TokenBatch,
  TokenScores,
  UpdateResult,
} from '../../core/policy.ts';
import type { Completion } from '../../core/types.ts';
import { checkCoefficients, completionWidth } from '../batch.ts';
import { groupByPrompt, planBatch, type RowPlan } from '../plan/plan.ts';
import { type ModelSpec, parameterCount } from '../spec.ts';
import type { DecodeRow } from './decode.ts';
import { Helper } from './helper.ts';
import { type HeadScores, type Job, type JobResult, type JobResults, runJob } from './jobs.ts';
import { Network, type WeightSet } from './network.ts';
import { optimizerStep, sumGradients } from './optimizer.ts';
import { currentPlatform } from './surroundings.ts';

export interface WasmPolicyOptions {
  readonly spec: ModelSpec;
  /** Packed in the parameter layout of `spec`. */
  readonly weights: Float32Array;
  /** Threads, this one included; the results do not depend on it. Default: two where there are two cores. */
  readonly workers?: number;
  /** Another build of the engine, as the one that checks every access. */
  readonly module?: WebAssembly.Module;
}

/** Loads the engine and makes a policy; the given weights are also the first reference. */
export async function createWasmPolicy({ spec, weights, workers, module: given }: WasmPolicyOptions): Promise<Policy> {
  const platform = await currentPlatform();
  const module = given ?? (await platform.loadModule());
  const count = workers ?? Math.min(2, platform.cores);
  const network = new Network(module, spec);
  const threads = await Promise.all(Array.from({ length: count - 1 }, () => platform.spawnThread()));
  const helpers = threads.map((thread) => new Helper(thread, module, spec));
  const policy = new WasmPolicy(network, helpers);
  await policy.load({ weights, step: 0, reference: weights });
  return policy;
}

class WasmPolicy implements Policy {
  readonly info: PolicyInfo;
  readonly #network: Network;
  readonly #helpers: readonly Helper[];
  #step = 0;

  constructor(network: Network, helpers: readonly Helper[]) {
    this.#network = network;
    this.#helpers = helpers;
    const threads = helpers.length + 1;
    this.info = {
      engine: 'wasm',
      backend: 'wasm',
      adapter: `WebAssembly SIMD · ${threads} ${threads === 1 ? 'worker' : 'workers'}`,
      parameters: parameterCount(network.spec),
    };
  }

  /** One arena a thread, sized when it starts and the same for ever. */
  memory(): PolicyMemory {
    const threads = this.#helpers.length + 1;
    const bytes = this.#network.arena.bytes * threads;
    return { bytes, peakBytes: bytes, allocations: threads };
  }

  async sample(prompts: readonly (readonly number[])[], options: SampleOptions): Promise<Completion[]> {
    if (options.streams.length !== prompts.length) {
      throw new Error(`sample: expected ${prompts.length} streams, got ${options.streams.length}`);
    }
    const shares = shareOut(prompts, this.#helpers.length + 1);
    const jobs = shares.map((share): Job => {
      const rows = share.map((i): DecodeRow => ({ prompt: prompts[i]!, stream: options.streams[i]! }));
      return { type: 'sample', rows, options: { ...options, streams: [] } };
    });
    const results = await this.#run<'sample'>(jobs);
    const completions: Completion[] = new Array(prompts.length);
    shares.forEach((share, s) => {
      share.forEach((index, i) => {
        completions[index] = results[s]![i]!;
      });
    });
    return completions;
  }

  async score(batch: TokenBatch, weights: WeightSet = 'policy'): Promise<TokenScores> {
    const { temperature } = batch;
    const width = completionWidth(batch.sequences);
    const plans = planBatch(batch.sequences, width, this.#network.spec);
    const jobs = plans.map((plan): Job => ({ type: 'score', plan, weights, temperature }));
    return spread(plans, await this.#run<'score'>(jobs), width, batch.sequences.length, this.#network.spec);
  }

  async update(batch: TokenBatch, coefficients: Coefficients, step: OptimizerStep): Promise<UpdateResult> {
    const { spec } = this.#network;
    checkCoefficients(batch.sequences, coefficients, spec);
    const { temperature } = batch;
    const { width } = coefficients;
    const plans = planBatch(batch.sequences, width, spec);
    const jobs = plans.map((plan): Job => {
      const logProb = pick(coefficients.logProb, plan);
      const entropy = pick(coefficients.entropy, plan);
      const derivatives = spec.valueHead
        ? { logProb, entropy, value: pick(coefficients.value, plan) }
        : { logProb, entropy };
      return { type: 'gradient', plan, temperature, derivatives };
    });
    const results = await this.#run<'gradient'>(jobs);
    sumGradients(
      this.#network,
      results.map(({ gradient }) => gradient),
    );
    const { gradNorm, applied } = optimizerStep(this.#network, step, this.#step);
    if (applied) {
      this.#step++;
      this.#broadcast('policy');
    }
    return { gradNorm, applied, scores: spread(plans, results, width, batch.sequences.length, spec) };
  }

  async setReference(): Promise<void> {
    this.#setWeights('reference', this.#collect('weights'));
  }

  async save(): Promise<PolicyState> {
    return {
      weights: this.#collect('weights'),
      moment1: this.#collect('moment1'),
      moment2: this.#collect('moment2'),
      step: this.#step,
      reference: this.#collect('reference'),
    };
  }

  async load(state: PolicyState): Promise<void> {
    const { weights, reference, moment1, moment2, step } = state;
    // All sizes first: a state that is refused changes nothing.
    for (const [name, data] of Object.entries({ weights, reference, moment1, moment2 })) {
      if (data && data.length !== this.info.parameters) {
        throw new Error(`wasm: ${name}: expected ${this.info.parameters} numbers, got ${data.length}`);
      }
    }
    this.#setWeights('policy', weights);
    if (reference) this.#setWeights('reference', reference);
    for (const [name, data] of [
      ['moment1', moment1],
      ['moment2', moment2],
    ] as const) {
      if (data) this.#network.layout.place(data, this.#floats(name));
      else this.#floats(name).fill(0);
    }
    this.#step = step;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#helpers.map((helper) => helper[Symbol.asyncDispose]()));
  }

  #floats(name: 'weights' | 'reference' | 'moment1' | 'moment2'): Float32Array {
    return this.#network.arena.floats(this.#network.buffers[name], this.#network.parameters);
  }

  /** A parameter vector of the arena, packed. */
  #collect(name: 'weights' | 'reference' | 'moment1' | 'moment2'): Float32Array {
    return this.#network.layout.collect(this.#floats(name));
  }

  #setWeights(which: WeightSet, data: Float32Array): void {
    this.#network.setWeights(which, data);
    this.#broadcast(which);
  }

  #broadcast(which: WeightSet): void {
    const name = which === 'policy' ? 'weights' : 'reference';
    for (const helper of this.#helpers) helper.setWeights(which, this.#collect(name));
  }

  /** Runs jobs on all threads, job i on thread i mod n, and returns their results in order. */
  async #run<T extends Job['type']>(jobs: readonly Job[]): Promise<JobResults[T][]> {
    const threads = this.#helpers.length + 1;
    const shareOf = (thread: number) => jobs.filter((_, i) => i % threads === thread);
    const remote = this.#helpers.map((helper, h) => helper.run(shareOf(h + 1)).catch(() => null));
    const results = [await this.#runHere(shareOf(0))];
    for (const [h, part] of (await Promise.all(remote)).entries()) {
      // A helper that died, or ran out of memory, changes how long this takes but not what comes out.
      results.push(part ?? (await this.#runHere(shareOf(h + 1))));
    }
    return jobs.map((_, i) => results[i % threads]![Math.floor(i / threads)] as JobResults[T]);
  }

  async #runHere(jobs: readonly Job[]): Promise<readonly JobResult[]> {
    const results: JobResult[] = [];
    for (const job of jobs) {
      // Between jobs whoever owns this thread may handle its messages (pause, stop).
      await new Promise((resolve) => setTimeout(resolve));
      results.push(runJob(this.#network, job));
    }
    return results;
  }
}

/** Deals prompts to `threads` shares; those with the same prompt stay together, so that it is prefilled once. */
function shareOut(prompts: readonly (readonly number[])[], threads: number): number[][] {
  const shares: number[][] = Array.from({ length: threads }, () => []);
  for (const group of groupByPrompt(prompts.keys(), (i) => prompts[i]!)) {
    const smallest = shares.reduce((a, b) => (b.length < a.length ? b : a));
    smallest.push(...group);
  }
  return shares;
}

/** Derivatives of the plan's head rows; those of tokens that share one add up. */
function pick(values: Float32Array | undefined, plan: RowPlan): Float32Array {
  const sums = new Float32Array(plan.headRows.length);
  if (values === undefined) return sums;
  plan.slots.forEach((slot, i) => {
    sums[plan.heads[i]!]! += values[slot]!;
  });
  return sums;
}

/** Head-row scores back on `[B, T]`. */
function spread(
  plans: readonly RowPlan[],
  parts: readonly HeadScores[],
  width: number,
  rows: number,
  { valueHead }: ModelSpec,
): TokenScores {
  const place = (name: keyof HeadScores) => {
    const values = new Float32Array(rows * width);
    plans.forEach((plan, p) => {
      const part = parts[p]![name]!;
      plan.slots.forEach((slot, i) => {
        values[slot] = part[plan.heads[i]!]!;
      });
    });
    return values;
  };
  const scores = { width, logProb: place('logProb'), entropy: place('entropy') };
  return valueHead ? { ...scores, value: place('value') } : scores;
}
