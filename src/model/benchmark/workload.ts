/** The work that engines are timed on: random weights of a model and sequences of which several share a prompt. */

import type { Coefficients, OptimizerStep, SampleOptions, TokenBatch } from '../../core/policy.ts';
import { createRng } from '../../core/rng.ts';
import { MODEL_PRESETS, type ModelSpec, parameterCount } from '../spec.ts';

export interface WorkloadSize {
  readonly sequences: number;
  /** Input tokens of a sequence; the last token of its completion is predicted and never read. */
  readonly tokens: number;
  readonly promptTokens: number;
  /** Completions per prompt, the group size of GRPO; 1 gives every sequence a prompt of its own. */
  readonly sharedBy: number;
}

/** `full` is about one epoch of the exercise; `tiny` is for GPUs that are emulated, where only dispatches can be counted. */
export const WORKLOAD_SIZES = {
  full: { sequences: 160, tokens: 32, promptTokens: 11, sharedBy: 8 },
  quick: { sequences: 64, tokens: 32, promptTokens: 11, sharedBy: 8 },
  tiny: { sequences: 8, tokens: 40, promptTokens: 9, sharedBy: 8 },
} as const satisfies Record<string, WorkloadSize>;

/** The base preset with the vocabulary size of the committed tokenizer. */
export const BASE_SPEC: ModelSpec = { ...MODEL_PRESETS.base, vocabSize: 600 };

export interface Workload {
  readonly spec: ModelSpec;
  readonly size: WorkloadSize;
  /** Packed; of GPT-2's initial scale. */
  readonly weights: Float32Array;
  readonly batch: TokenBatch;
  readonly prompts: readonly (readonly number[])[];
  readonly sampling: SampleOptions;
  /** Those of a mean of log-probs over all completion tokens. */
  readonly coefficients: Coefficients;
  readonly step: OptimizerStep;
}

/** A function of its arguments only, so that every engine and every peer gets the same work. */
export function createWorkload(spec: ModelSpec, size: WorkloadSize): Workload {
  const { sequences: rows, tokens, promptTokens, sharedBy } = size;
  const width = tokens - promptTokens + 1;
  const rng = createRng('tests', 2);
  const draw = (n: number) => Array.from({ length: n }, () => rng.int(2, spec.vocabSize - 1));
  let prompt: number[] = [];
  const sequences = Array.from({ length: rows }, (_, i) => {
    if (i % sharedBy === 0) prompt = draw(promptTokens);
    return { prompt, completion: draw(width) };
  });
  const init = createRng('init', 1);
  return {
    spec,
    size,
    weights: Float32Array.from({ length: parameterCount(spec) }, () => 0.02 * init.normal()),
    batch: { sequences, temperature: 1 },
    prompts: sequences.map((sequence) => sequence.prompt),
    sampling: { maxNewTokens: width, temperature: 1, topP: 1, topK: 0, seed: 1, streams: sequences.map((_, i) => i) },
    coefficients: { width, logProb: new Float32Array(rows * width).fill(-1 / (rows * width)) },
    step: { learningRate: 1e-3, beta1: 0.9, beta2: 0.95, epsilon: 1e-8, weightDecay: 0, clipNorm: 1 },
  };
}
