/** The configuration of a run: one schema with defaults, checked wherever a configuration enters. */

import * as v from 'valibot';
import { REWARD_NAMES } from './rewards.ts';
import { HARNESSES } from './types.ts';

/** A check whose words end every refusal alike: `expected …, got …`. */
const expecting = (what: string) => (issue: v.BaseIssue<unknown>) => `expected ${what}, got ${issue.received}`;

/** A number that `holds`; every range below has ends, so that Infinity is in none of them. */
function numeric(what: string, holds: (value: number) => boolean) {
  return v.pipe(v.number(expecting(what)), v.check(holds, expecting(what)));
}

const between = (low: number, high: number) =>
  numeric(`a number from ${low} to ${high}`, (value) => value >= low && value <= high);

const aboveZero = (high: number) =>
  numeric(`a number above 0 and up to ${high}`, (value) => value > 0 && value <= high);

const integer = (low: number, high: number) =>
  numeric(`an integer from ${low} to ${high}`, (value) => Number.isInteger(value) && value >= low && value <= high);

/** Decay rate of a moment of AdamW, in [0, 1). */
const decay = () => numeric('a number from 0 to below 1', (value) => value >= 0 && value < 1);

function choice<const T extends readonly string[]>(names: T) {
  return v.picklist(names, expecting(`one of ${names.map((name) => `"${name}"`).join(', ')}`));
}

const flag = () => v.boolean(expecting('true or false'));

/** An object with these fields and no others. */
function fields<const T extends v.ObjectEntries>(entries: T) {
  return v.strictObject(entries, (issue) =>
    issue.expected === 'never'
      ? `unknown field; expected ${Object.keys(entries).join(', ')}`
      : `expected an object, got ${issue.received}`,
  );
}

/** No run needs more of anything that is repeated; beyond it a typing error would only hang the page. */
const MANY = 100_000;

export const AlgorithmSchema = fields({
  /** How a group's rewards become advantages (DeepSeekMath eq. 4.1.2 divides by the standard deviation). */
  advantage: v.optional(choice(['group-std', 'group-mean']), 'group-std'),
  clipLow: v.optional(aboveZero(1), 0.2),
  clipHigh: v.optional(aboveZero(100), 0.2),
  /** Weight of the k3 estimate of KL(policy ‖ reference) in the loss. */
  beta: v.optional(between(0, 100), 0.04),
  /** How token losses become one number; `constant-length` divides by completions × maxNewTokens (Dr. GRPO). */
  aggregation: v.optional(choice(['token-mean', 'sequence-mean', 'constant-length']), 'token-mean'),
  /** Leave groups without reward variance out of the update. */
  dropZeroVariance: v.optional(flag(), true),
  /** Leave completions that hit the length limit out of the loss. */
  maskTruncated: v.optional(flag(), true),
  minibatches: v.optional(integer(1, MANY), 2),
  innerEpochs: v.optional(integer(1, MANY), 1),
});

export const OptimizerSchema = fields({
  /** AdamW moves a weight by about this much in a step, so that 1 already destroys every model. */
  learningRate: v.optional(aboveZero(1), 3e-4),
  beta1: v.optional(decay(), 0.9),
  beta2: v.optional(decay(), 0.95),
  epsilon: v.optional(aboveZero(1), 1e-8),
  weightDecay: v.optional(between(0, 1), 0),
  /** Global gradient norm limit; one that no gradient reaches is off. */
  clipNorm: v.optional(aboveZero(1e9), 1),
});

export const SamplingSchema = fields({
  /** Divides the logits: below 0.05 sampling is greedy and groups have no variance, above 10 it is uniform noise. */
  temperature: v.optional(between(0.05, 10), 1),
  topP: v.optional(aboveZero(1), 1),
  topK: v.optional(integer(0, MANY), 0),
  maxNewTokens: v.optional(integer(1, 200), 48),
});

export const EvaluationSchema = fields({
  /** Samples per lecture problem before and after. */
  samples: v.optional(integer(1, MANY), 128),
  /** Samples per held-out problem before and after. */
  heldOutSamples: v.optional(integer(0, MANY), 64),
  /** Evaluate the lecture's ten every so many epochs; 0 is never. */
  everyEpochs: v.optional(integer(0, MANY), 10),
  samplesDuring: v.optional(integer(1, MANY), 32),
});

export const RunConfigSchema = v.pipe(
  fields({
    seed: v.optional(integer(0, 2 ** 31 - 1), 0),
    backend: v.optional(choice(['auto', 'webgpu', 'wasm', 'cpu']), 'auto'),
    /** A checkpoint under `models/`: base (0.9 M parameters) or small (0.3 M). */
    model: v.optional(choice(['base', 'small']), 'base'),
    epochs: v.optional(integer(0, MANY), 50),
    /** How many of the ten lecture problems an epoch visits: all of them, or a random few as in the lecture. */
    lectureProblems: v.optional(integer(0, 10), 10),
    /** How many problems an epoch draws from the auxiliary set. */
    auxiliaryProblems: v.optional(integer(0, MANY), 10),
    groupSize: v.optional(integer(2, 256), 8),
    /** What a program earns: one of `REWARDS`. */
    reward: v.optional(choice(REWARD_NAMES), 'binary'),
    /** Who compares while training. The weak ones are a lesson: evaluation is sealed whatever stands here. */
    harness: v.optional(choice(HARNESSES), 'sealed'),
    /** New reward tests each epoch, per problem that has a generator and a reference; 0 is none. */
    freshTests: v.optional(integer(0, 1000), 0),
    algorithm: v.optional(AlgorithmSchema, {}),
    optimizer: v.optional(OptimizerSchema, {}),
    sampling: v.optional(SamplingSchema, {}),
    evaluation: v.optional(EvaluationSchema, {}),
  }),
  v.forward(
    v.check(
      ({ lectureProblems, auxiliaryProblems }) => lectureProblems + auxiliaryProblems > 0,
      'expected lectureProblems or auxiliaryProblems above 0, got 0 for both',
    ),
    ['lectureProblems'],
  ),
);

export type RunConfigInput = v.InferInput<typeof RunConfigSchema>;
export type RunConfig = v.InferOutput<typeof RunConfigSchema>;

/** Where a list stands, which no field may be: Valibot would take an empty one for an object without fields. */
function listIn(value: unknown, path: string): string | null {
  if (Array.isArray(value)) return path === '' ? '(root)' : path;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const found = listIn(inner, path === '' ? key : `${path}.${key}`);
    if (found !== null) return found;
  }
  return null;
}

/** Parses a configuration; the error says which field, what was expected and what came. */
export function parseConfig(input: unknown): RunConfig {
  const list = listIn(input, '');
  if (list !== null) throw new Error(`config: ${list}: expected no list here, got one`);
  const result = v.safeParse(RunConfigSchema, input);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const path = v.getDotPath(issue) ?? '(root)';
  throw new Error(`config: ${path}: ${issue.message}`);
}
