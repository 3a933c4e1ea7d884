/**
 * A Policy small enough to be seen through: softmax over a table of logits, indexed by first prompt token, position, last
 * token; and, where it is asked for, a table of values with the same rows.
 */

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
import { checkCoefficients } from '../../src/model/checks.ts';
import { type DrawOptions, drawToken } from '../../src/model/sampling.ts';

export interface TabularOptions {
  readonly prompts: number;
  readonly vocabulary: number;
  /** Positions that have a row of their own; later ones share the last. */
  readonly positions: number;
  readonly endOfText: number;
  /** Has a table of values behind that of logits, 0 at first. */
  readonly valueHead?: boolean;
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
  /** How many of the weights are logits: the values stand behind them. */
  readonly #logits: number;

  constructor(options: TabularOptions) {
    const { prompts, positions, vocabulary, initial, valueHead = false } = options;
    this.#options = options;
    const rows = prompts * positions * vocabulary;
    this.#logits = rows * vocabulary;
    this.weights = new Float32Array(this.#logits + (valueHead ? rows : 0));
    if (initial !== undefined) {
      for (let i = 0; i < this.#logits; i++) {
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
    // Weights, reference and both moments.
    const bytes = 4 * this.weights.byteLength;
    return { bytes, peakBytes: bytes, allocations: 4 };
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
    checkCoefficients(batch.sequences, coefficients, this.#options);
    const scores = this.#score(batch, this.weights);
    const gradient = this.#gradient(batch, coefficients);
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

  /** Where the table has more values than a checkpoint's head has weights, the others are 0. */
  async load(state: PolicyState): Promise<void> {
    const packed = (given?: Float32Array) => {
      const all = new Float32Array(this.weights.length);
      if (given) all.set(given);
      return all;
    };
    this.weights = packed(state.weights);
    this.#moment1 = packed(state.moment1);
    this.#moment2 = packed(state.moment2);
    this.#reference = packed(state.reference ?? state.weights);
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
    const value = new Float32Array(logProb.length);
    this.#visit(batch, (slot, row, id) => {
      const logProbs = this.#logProbs(weights, row, batch.temperature);
      logProb[slot] = logProbs[id]!;
      entropies[slot] = entropy(logProbs);
      value[slot] = weights[this.#valueOf(row)] ?? 0;
    });
    return { width, logProb, entropy: entropies, ...(this.#options.valueHead && { value }) };
  }

  /** With z the logits, p their softmax and T the temperature: ∂log p_i/∂z_j = (δ_ij − p_j) / T and ∂H/∂z_j = −p_j (log p_j + H) / T. */
  #gradient(batch: TokenBatch, coefficients: Coefficients): Float64Array {
    const gradient = new Float64Array(this.weights.length);
    this.#visit(batch, (slot, row, id) => {
      const logProbs = this.#logProbs(this.weights, row, batch.temperature);
      const coefficient = coefficients.logProb[slot]! / batch.temperature;
      logProbs.forEach((logProb, token) => {
        gradient[row + token]! += coefficient * ((token === id ? 1 : 0) - Math.exp(logProb));
      });
      const spread = (coefficients.entropy?.[slot] ?? 0) / batch.temperature;
      if (spread !== 0) {
        const nats = entropy(logProbs);
        logProbs.forEach((logProb, token) => {
          gradient[row + token]! -= spread * Math.exp(logProb) * (logProb + nats);
        });
      }
      const slope = coefficients.value?.[slot] ?? 0;
      if (slope !== 0) gradient[this.#valueOf(row)]! += slope;
    });
    return gradient;
  }

  /** Index of the value that belongs to a row of logits. */
  #valueOf(row: number): number {
    return this.#logits + row / this.#options.vocabulary;
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
