/** The Policy on our WebAssembly engine: batches are cut into jobs, a crew of threads runs them, AdamW follows their sum. */

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
import { completionWidth, emptyScores } from '../batch.ts';
import { checkCoefficients, checkState, checkStreams, disposedError, refuseEnds } from '../checks.ts';
import { spreadPairs, sumByPair } from '../plan/pairs.ts';
import { groupByPrompt, planBatch, type RowPlan } from '../plan/plan.ts';
import { type ModelSpec, parameterCount } from '../spec.ts';
import { createTurns } from '../turns.ts';
import { Crew, workersFor } from './crew.ts';
import type { DecodeRow } from './decode.ts';
import type { GradientPart, HeadScores } from './jobs.ts';
import type { WeightSet } from './network.ts';
import { addGradient, optimizerStep } from './optimizer.ts';
import { currentPlatform } from './surroundings.ts';

export interface WasmPolicyOptions {
  readonly spec: ModelSpec;
  /** Packed in the parameter layout of `spec`. */
  readonly weights: Float32Array;
  /** Threads, this one included; the results do not depend on it. Default: what `workersFor` finds for this machine. */
  readonly workers?: number;
  /** Another build of the engine, as the one that checks every access. */
  readonly module?: WebAssembly.Module;
}

/**
 * Gradients are summed within a lane, a run of neighbouring micro-batches, and lanes are summed in order. One thread or
 * another takes a whole lane, so that how many there are changes no bit, and no thread sends more than a few gradients.
 */
const LANES = 4;

/** Loads the engine and makes a policy; the given weights are also the first reference. */
export async function createWasmPolicy({ spec, weights, workers, module }: WasmPolicyOptions): Promise<Policy> {
  const platform = await currentPlatform();
  const compiled = module ?? (await platform.loadModule());
  const crew = await Crew.start(platform, compiled, spec, workers ?? workersFor(platform.cores));
  const policy = new WasmPolicy(crew);
  try {
    await policy.load({ weights, step: 0, reference: weights });
  } catch (error) {
    await policy[Symbol.asyncDispose]();
    throw error;
  }
  return policy;
}

class WasmPolicy implements Policy {
  readonly info: PolicyInfo;
  #crew: Crew | undefined;
  #step = 0;
  readonly #inTurn = createTurns();

  constructor(crew: Crew) {
    this.#crew = crew;
    this.info = {
      engine: 'wasm',
      backend: 'wasm',
      adapter: `WebAssembly SIMD · ${crew.threads} ${crew.threads === 1 ? 'worker' : 'workers'}`,
      parameters: parameterCount(crew.network.spec),
    };
  }

  get #live(): Crew {
    if (!this.#crew) throw disposedError();
    return this.#crew;
  }

  /** One call at a time: they share arenas, and each meets the weights that the one before it left. */
  #next<T>(work: (crew: Crew) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => work(this.#live));
  }

  /** One arena a thread, sized when it starts and the same until it is disposed. */
  memory(): PolicyMemory {
    if (!this.#crew) return { bytes: 0, peakBytes: 0, allocations: 0 };
    const { network, threads } = this.#crew;
    const bytes = network.arena.bytes * threads;
    return { bytes, peakBytes: bytes, allocations: threads };
  }

  sample(prompts: readonly (readonly number[])[], options: SampleOptions): Promise<Completion[]> {
    return this.#next(async (crew) => {
      checkStreams(prompts, options);
      refuseEnds(options, 'WebAssembly');
      const shares = shareOut(prompts, crew.threads);
      const jobs = shares.map((share) => {
        const rows = share.map((i): DecodeRow => ({ prompt: prompts[i]!, stream: options.streams[i]! }));
        return { type: 'sample' as const, rows, options: { ...options, streams: [] } };
      });
      const completions: Completion[] = new Array(prompts.length);
      await crew.run<'sample'>(jobs, (sampled, s) => {
        shares[s]!.forEach((index, i) => {
          completions[index] = sampled[i]!;
        });
      });
      return completions;
    });
  }

  score(batch: TokenBatch, weights: WeightSet = 'policy'): Promise<TokenScores> {
    return this.#next(async (crew) => {
      const { sequences, temperature } = batch;
      const width = completionWidth(sequences);
      const plans = planBatch(sequences, width, crew.network.spec);
      const jobs = plans.map((plan) => ({ type: 'score' as const, plan, weights, temperature }));
      const scores = emptyScores(crew.network.spec, width, sequences.length);
      await crew.run<'score'>(jobs, (part, i) => spread(part, plans[i]!, scores));
      return scores;
    });
  }

  update(batch: TokenBatch, coefficients: Coefficients, step: OptimizerStep): Promise<UpdateResult> {
    return this.#next(async (crew) => {
      const { network } = crew;
      const { sequences, temperature } = batch;
      const { width } = coefficients;
      checkCoefficients(sequences, coefficients, network.spec);
      const parts = planBatch(sequences, width, network.spec).map((plan) =>
        gradientPart(plan, coefficients, network.spec),
      );
      const jobs = lanesOf(parts).map((lane) => ({ type: 'gradient' as const, parts: lane, temperature }));
      const scores = emptyScores(network.spec, width, sequences.length);
      await crew.run<'gradient'>(jobs, (results, lane) => {
        for (const [i, part] of results.entries()) spread(part, jobs[lane]!.parts[i]!.plan, scores);
        addGradient(network, lane === 0);
      });
      const { gradNorm, applied } = optimizerStep(network, step, this.#step);
      if (applied) {
        this.#step++;
        crew.broadcast('policy');
      }
      return { gradNorm, applied, scores };
    });
  }

  setReference(): Promise<void> {
    return this.#next(async (crew) => {
      crew.network.weights('reference').set(crew.network.weights('policy'));
      crew.broadcast('reference');
    });
  }

  save(): Promise<PolicyState> {
    return this.#next(async (crew) => {
      const { network } = crew;
      const packed = (name: 'weights' | 'reference' | 'moment1' | 'moment2') =>
        network.layout.collect(network.vector(name));
      return {
        weights: packed('weights'),
        moment1: packed('moment1'),
        moment2: packed('moment2'),
        step: this.#step,
        reference: packed('reference'),
      };
    });
  }

  load(state: PolicyState): Promise<void> {
    return this.#next(async (crew) => {
      const { network } = crew;
      const { weights, reference, moment1, moment2, step } = state;
      // All sizes first: a state that is refused changes nothing.
      checkState(state, this.info.parameters);
      for (const [name, data] of Object.entries({ weights, reference, moment1, moment2 })) {
        const vector = network.vector(name as 'weights' | 'reference' | 'moment1' | 'moment2');
        if (data) network.layout.place(data, vector);
        else if (name !== 'reference') vector.fill(0);
      }
      crew.broadcast('policy');
      if (reference) crew.broadcast('reference');
      this.#step = step;
    });
  }

  /** Ends the helpers and lets the arena go; what still runs comes to its end. */
  async [Symbol.asyncDispose](): Promise<void> {
    const crew = this.#crew;
    this.#crew = undefined;
    await crew?.[Symbol.asyncDispose]();
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

/** Cuts micro-batches into at most `LANES` runs of like length. */
function lanesOf<T>(parts: readonly T[]): T[][] {
  const count = Math.min(LANES, parts.length);
  const start = (lane: number) => Math.ceil((parts.length * lane) / count);
  return Array.from({ length: count }, (_, lane) => parts.slice(start(lane), start(lane + 1)));
}

function gradientPart(
  plan: RowPlan,
  { logProb, entropy, value }: Coefficients,
  { valueHead }: ModelSpec,
): GradientPart {
  const derivatives = { logProb: sumByPair(logProb, plan), entropy: sumByPair(entropy, plan) };
  return { plan, derivatives: valueHead ? { ...derivatives, value: sumByPair(value, plan) } : derivatives };
}

/** Puts the scores of one micro-batch where its tokens stand in `[B, T]`. */
function spread(part: HeadScores, plan: RowPlan, into: TokenScores): void {
  for (const name of ['logProb', 'entropy', 'value'] as const) {
    const values = part[name];
    if (values) spreadPairs((pair) => values[pair]!, plan, into[name]!);
  }
}
