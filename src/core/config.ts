/** The configuration of a run: one schema with defaults, checked wherever a configuration enters. */

import * as v from 'valibot';

const positive = v.pipe(v.number(), v.gtValue(0));
const count = v.pipe(v.number(), v.integer(), v.minValue(1));
const whole = v.pipe(v.number(), v.integer(), v.minValue(0));

export const AlgorithmSchema = v.strictObject({
  /** How a group's rewards become advantages (DeepSeekMath eq. 4.1.2 divides by the standard deviation). */
  advantage: v.optional(v.picklist(['group-std', 'group-mean']), 'group-std'),
  clipLow: v.optional(positive, 0.2),
  clipHigh: v.optional(positive, 0.2),
  /** Weight of the k3 estimate of KL(policy ‖ reference) in the loss. */
  beta: v.optional(v.pipe(v.number(), v.minValue(0)), 0.04),
  /** How token losses become one number; `constant-length` divides by completions × maxNewTokens (Dr. GRPO). */
  aggregation: v.optional(v.picklist(['token-mean', 'sequence-mean', 'constant-length']), 'token-mean'),
  /** Leave groups without reward variance out of the update. */
  dropZeroVariance: v.optional(v.boolean(), true),
  /** Leave completions that hit the length limit out of the loss. */
  maskTruncated: v.optional(v.boolean(), true),
  minibatches: v.optional(count, 2),
  innerEpochs: v.optional(count, 1),
});

export const OptimizerSchema = v.strictObject({
  learningRate: v.optional(positive, 3e-4),
  beta1: v.optional(v.pipe(v.number(), v.minValue(0), v.ltValue(1)), 0.9),
  beta2: v.optional(v.pipe(v.number(), v.minValue(0), v.ltValue(1)), 0.95),
  epsilon: v.optional(positive, 1e-8),
  weightDecay: v.optional(v.pipe(v.number(), v.minValue(0)), 0),
  clipNorm: v.optional(positive, 1),
});

export const SamplingSchema = v.strictObject({
  temperature: v.optional(positive, 1),
  topP: v.optional(v.pipe(v.number(), v.gtValue(0), v.maxValue(1)), 1),
  topK: v.optional(whole, 0),
  maxNewTokens: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)), 48),
});

export const EvaluationSchema = v.strictObject({
  /** Samples per lecture problem before and after. */
  samples: v.optional(count, 128),
  /** Samples per held-out problem before and after. */
  heldOutSamples: v.optional(whole, 64),
  /** Evaluate the lecture's ten every so many epochs; 0 is never. */
  everyEpochs: v.optional(whole, 10),
  samplesDuring: v.optional(count, 32),
});

export const RunConfigSchema = v.strictObject({
  seed: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 31 - 1)), 0),
  backend: v.optional(v.picklist(['auto', 'webgpu', 'wasm', 'cpu']), 'auto'),
  /** A checkpoint under `models/`: base (0.9 M parameters) or small (0.3 M). */
  model: v.optional(v.picklist(['base', 'small']), 'base'),
  epochs: v.optional(whole, 50),
  /** How many of the ten lecture problems an epoch visits: all of them, or a random few as in the lecture. */
  lectureProblems: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10)), 10),
  /** How many problems an epoch draws from the auxiliary set. */
  auxiliaryProblems: v.optional(whole, 10),
  groupSize: v.optional(v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(256)), 8),
  reward: v.optional(v.picklist(['binary', 'fraction']), 'binary'),
  algorithm: v.optional(AlgorithmSchema, {}),
  optimizer: v.optional(OptimizerSchema, {}),
  sampling: v.optional(SamplingSchema, {}),
  evaluation: v.optional(EvaluationSchema, {}),
});

export type RunConfigInput = v.InferInput<typeof RunConfigSchema>;
export type RunConfig = v.InferOutput<typeof RunConfigSchema>;

/** Parses a configuration; the error says which field, what was expected and what came. */
export function parseConfig(input: unknown): RunConfig {
  const result = v.safeParse(RunConfigSchema, input);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const path = v.getDotPath(issue) ?? '(root)';
  throw new Error(`config: ${path}: ${issue.message}`);
}
