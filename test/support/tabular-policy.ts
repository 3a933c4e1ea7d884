/** A Policy small enough to be seen through: softmax over a table of logits, indexed by first prompt token, position, last token. */

import type {
  Coefficients,
  OptimizerStep,
  Policy,
  PolicyInfo,
  PolicyState,
  SampleOptions,
  TokenBatch,
  TokenScores,
  UpdateResult,
} from '../../src/core/policy.ts';
import { uniform } from '../../src/core/rng.ts';
import { entropy, logSoftmax } from '../../src/core/stats.ts';
import type { Completion } from '../../src/core/types.ts';
import { type DrawOptions, drawToken } from '../../src/model/sampling.ts';

export interface TabularOptions {
  readonly prompts: number;
  readonly vocabulary: number;
  /** Positions that have a row of their own; later ones share the last. */
  readonly positions: number;
  readonly endOfText: number;
  /** What it claims to run on; `cpu` when absent. */
  readonly backend?: PolicyInfo['backend'];
  /** Initial logits; 0 when absent. */
  readonly initial?: (prompt: number, position: number, previous: number, token: number) => number;
}

/** Also counts its calls, so that tests can say which forward passes were owed. */
export class TabularPolicy implements Policy {
  readonly info: PolicyInfo;
  readonly calls = { sample: 0, score: 0, reference: 0, update: 0 };
  /** Makes the next update report a gradient that is not finite. */
  failNextUpdate = false;
  weights: Float32Array;
  #reference: Float32Array;
  #moment1: Float32Array;
  #moment2: Float32Array;
  #step = 0;
  readonly #options: TabularOptions;

  constructor(options: TabularOptions) {
    const { prompts, positions, vocabulary, initial } = options;
    this.#options = options;
    this.weights = new Float32Array(prompts * positions * vocabulary * vocabulary);
    if (initial !== undefined) {
      for (let i = 0; i < this.weights.length; i++) {
        const token = i % vocabulary;
        const previous = Math.floor(i / vocabulary) % vocabulary;
        const position = Math.floor(i / vocabulary ** 2) % positions;
        this.weights[i] = initial(Math.floor(i / (vocabulary ** 2 * positions)), position, previous, token);
      }
    }
    this.#reference = this.weights.slice();
    this.#moment1 = new Float32Array(this.weights.length);
    this.#moment2 = new Float32Array(this.weights.length);
    this.info = {
      engine: 'tfjs',
      backend: options.backend ?? 'cpu',
      adapter: 'table',
      parameters: this.weights.length,
    };
  }

  memory() {
    return { bytes: 0, peakBytes: 0, allocations: 0 };
  }

  async sample(prompts: readonly (readonly number[])[], options: SampleOptions): Promise<Completion[]> {
    this.calls.sample++;
    return prompts.map((prompt, i) => this.#complete(prompt, options, options.streams[i]!));
  }

  async score(batch: TokenBatch, weights: 'policy' | 'reference' = 'policy'): Promise<TokenScores> {
    this.calls[weights === 'policy' ? 'score' : 'reference']++;
    return this.#score(batch, weights === 'policy' ? this.weights : this.#reference);
  }

  async update(batch: TokenBatch, coefficients: Coefficients, step: OptimizerStep): Promise<UpdateResult> {
    this.calls.update++;
    const scores = this.#score(batch, this.weights);
    const gradient = new Float64Array(this.weights.length);
    this.#visit(batch, (slot, row, id) => {
      const coefficient = coefficients.logProb[slot]! / batch.temperature;
      const logProbs = this.#logProbs(this.weights, row, batch.temperature);
      logProbs.forEach((logProb, token) => {
        gradient[row + token]! += coefficient * ((token === id ? 1 : 0) - Math.exp(logProb));
      });
    });
    const gradNorm = this.failNextUpdate ? Number.NaN : Math.hypot(...gradient);
    this.failNextUpdate = false;
    if (!Number.isFinite(gradNorm)) return { gradNorm, applied: false, scores };
    this.#adam(gradient, Math.min(1, step.clipNorm / (gradNorm + 1e-6)), step);
    return { gradNorm, applied: true, scores };
  }

  async setReference(): Promise<void> {
    this.#reference = this.weights.slice();
  }

  async save(): Promise<PolicyState> {
    return {
      weights: this.weights.slice(),
      moment1: this.#moment1.slice(),
      moment2: this.#moment2.slice(),
      step: this.#step,
      reference: this.#reference.slice(),
    };
  }

  async load(state: PolicyState): Promise<void> {
    this.weights = state.weights.slice();
    this.#moment1 = state.moment1?.slice() ?? new Float32Array(this.weights.length);
    this.#moment2 = state.moment2?.slice() ?? new Float32Array(this.weights.length);
    this.#reference = (state.reference ?? state.weights).slice();
    this.#step = state.step;
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  #complete(prompt: readonly number[], options: SampleOptions & DrawOptions, stream: number): Completion {
    const ids: number[] = [];
    const logProbs: number[] = [];
    while (ids.length < options.maxNewTokens) {
      const row = this.#row(prompt, ids.length, ids.at(-1) ?? 0);
      const logits = this.weights.subarray(row, row + this.#options.vocabulary);
      const drawn = drawToken(logits, options, uniform(options.seed, stream, ids.length));
      ids.push(drawn.id);
      logProbs.push(drawn.logProb);
      if (drawn.id === this.#options.endOfText) return { ids, logProbs, truncated: false };
    }
    return { ids, logProbs, truncated: true };
  }

  #score(batch: TokenBatch, weights: Float32Array): TokenScores {
    const width = Math.max(0, ...batch.sequences.map((sequence) => sequence.completion.length));
    const logProb = new Float32Array(batch.sequences.length * width);
    const entropies = new Float32Array(logProb.length);
    this.#visit(batch, (slot, row, id) => {
      const logProbs = this.#logProbs(weights, row, batch.temperature);
      logProb[slot] = logProbs[id]!;
      entropies[slot] = entropy(logProbs);
    });
    return { width, logProb, entropy: entropies };
  }

  #visit(batch: TokenBatch, act: (slot: number, row: number, id: number) => void): void {
    const width = Math.max(0, ...batch.sequences.map((sequence) => sequence.completion.length));
    batch.sequences.forEach(({ prompt, completion }, b) => {
      completion.forEach((id, t) => {
        act(b * width + t, this.#row(prompt, t, completion[t - 1] ?? 0), id);
      });
    });
  }

  #logProbs(weights: Float32Array, row: number, temperature: number): Float64Array {
    return logSoftmax(weights.subarray(row, row + this.#options.vocabulary), temperature);
  }

  #row(prompt: readonly number[], position: number, previous: number): number {
    const { positions, vocabulary } = this.#options;
    const slot = Math.min(position, positions - 1);
    return ((prompt[0]! * positions + slot) * vocabulary + previous) * vocabulary;
  }

  #adam(gradient: Float64Array, scale: number, step: OptimizerStep): void {
    this.#step++;
    const bias1 = 1 - step.beta1 ** this.#step;
    const bias2 = 1 - step.beta2 ** this.#step;
    for (let i = 0; i < gradient.length; i++) {
      const g = gradient[i]! * scale;
      const m = step.beta1 * this.#moment1[i]! + (1 - step.beta1) * g;
      const v = step.beta2 * this.#moment2[i]! + (1 - step.beta2) * g * g;
      this.#moment1[i] = m;
      this.#moment2[i] = v;
      this.weights[i]! -= (step.learningRate * (m / bias1)) / (Math.sqrt(v / bias2) + step.epsilon);
    }
  }
}
