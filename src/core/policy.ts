/** The seam between `rl` and `model`: a Policy turns prompts into completions and per-token derivatives into moved weights. */

import type { Completion } from './types.ts';

/** How the next token is chosen. */
export interface SamplingRule {
  readonly maxNewTokens: number;
  /** 0 means greedy decoding (ties go to the lowest id); log-probs are then those at temperature 1. */
  readonly temperature: number;
  /** Nucleus mass in (0, 1]; 1 is off. */
  readonly topP: number;
  /** 0 is off. */
  readonly topK: number;
}

export interface SampleOptions extends SamplingRule {
  readonly seed: number;
  /**
   * One counter word per prompt, so that a completion depends on its own (seed, stream, position) and not on
   * which rows share its batch. The uniform of position t is `uniform(seed, stream, t)` of `core/rng`.
   */
  readonly streams: readonly number[];
  /**
   * Whether a completion is over with its newest token although that is not the end of text: models that were trained on
   * whole files go on with the next function. Such a completion is not truncated.
   */
  readonly ends?: (ids: readonly number[]) => boolean;
}

/** A prompt and the completion sampled for it, as token ids. */
export interface Sequence {
  readonly prompt: readonly number[];
  readonly completion: readonly number[];
}

/** Sequences that are scored or trained on together; `[B, T]` below has T = the longest completion. */
export interface TokenBatch {
  readonly sequences: readonly Sequence[];
  /** Temperature that divides the logits before log-softmax, as in the sampler. */
  readonly temperature: number;
}

/** Per-token numbers on `[B, T]`, row-major with T = `width`; slots past a completion's end are 0. */
export interface TokenScores {
  readonly width: number;
  /** Log-probability of the completion token under the scored weights. */
  readonly logProb: Float32Array;
  /** Entropy of the next-token distribution, nats. */
  readonly entropy: Float32Array;
  /** Value head, where the engine has one. */
  readonly value?: Float32Array;
}

/** ∂loss/∂logProb, ∂loss/∂entropy, ∂loss/∂value of every token, `[B, T]` row-major as in TokenScores. */
export interface Coefficients {
  readonly width: number;
  readonly logProb: Float32Array;
  readonly entropy?: Float32Array;
  readonly value?: Float32Array;
}

/** AdamW (Loshchilov & Hutter 2019, algorithm 2) with global-norm clipping as in `torch.nn.utils.clip_grad_norm_`. */
export interface OptimizerStep {
  readonly learningRate: number;
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
  /** Decoupled; applied to matrices only, never to biases, norms or embeddings of positions. */
  readonly weightDecay: number;
  /** Global gradient norm limit; Infinity is off. */
  readonly clipNorm: number;
}

export interface UpdateResult {
  /** Global gradient norm before clipping. */
  readonly gradNorm: number;
  /** False when the gradient was not finite: the weights were left as they were. */
  readonly applied: boolean;
  /** What the forward pass of this update saw (weights before the step). */
  readonly scores: TokenScores;
}

export interface PolicyInfo {
  /** Which implementation runs: the readable tfjs graph, our WebAssembly engine, or our kernels on a GPU. */
  readonly engine: 'tfjs' | 'wasm' | 'webgpu';
  readonly backend: 'webgpu' | 'wasm' | 'cpu';
  /** GPU adapter or SIMD description, for people. */
  readonly adapter: string;
  readonly parameters: number;
}

/** What an engine holds: for people, and for tests that nothing leaks. */
export interface PolicyMemory {
  /** Bytes now: tensors, arena or GPU buffers, those kept for reuse included. */
  readonly bytes: number;
  /** The most so far. */
  readonly peakBytes: number;
  /** Tensors, arenas or buffers that are alive. */
  readonly allocations: number;
}

/** A trainable model on some device. `rl` sees nothing else of the model. */
export interface Policy extends AsyncDisposable {
  readonly info: PolicyInfo;
  memory(): PolicyMemory;
  /** One completion per prompt, in order. Never changes weights; a function of (weights, prompts, options) only. */
  sample(prompts: readonly (readonly number[])[], options: SampleOptions): Promise<Completion[]>;
  /** Log-probs and entropies under the current weights, or under the frozen reference. */
  score(batch: TokenBatch, weights?: 'policy' | 'reference'): Promise<TokenScores>;
  /** One optimiser step along the given per-token derivatives. */
  update(batch: TokenBatch, coefficients: Coefficients, step: OptimizerStep): Promise<UpdateResult>;
  /** Makes the current weights the frozen reference. */
  setReference(): Promise<void>;
  /** Weights, optimiser moments and step count, packed in the parameter layout: all that resuming needs. */
  save(): Promise<PolicyState>;
  load(state: PolicyState): Promise<void>;
}

/** Packed in the order of `model/parameters`; moments may be absent (a bare checkpoint), then they restart at 0. */
export interface PolicyState {
  readonly weights: Float32Array;
  readonly moment1?: Float32Array;
  readonly moment2?: Float32Array;
  /** Optimiser steps taken. */
  readonly step: number;
  readonly reference?: Float32Array;
}
