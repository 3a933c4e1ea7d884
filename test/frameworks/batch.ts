/** Rollouts for two frameworks to agree on: sampled by our engine, scored under weights that differ a little, rewards as a run has them. */

import { readFileSync } from 'node:fs';
import type { Policy, Sequence } from '../../src/core/policy.ts';
import { createRng } from '../../src/core/rng.ts';
import type { Completion } from '../../src/core/types.ts';
import { solvePrompt } from '../../src/corpus/generator.ts';
import { type Checkpoint, parseCheckpoint } from '../../src/model/checkpoint/gpt2.ts';
import { createPolicy } from '../../src/model/create.ts';
import { loadTokenizer } from '../../src/model/tokenizer.ts';

export const GROUP_SIZE = 8;
export const MAX_NEW_TOKENS = 24;
/** Tokens of a prompt where all are equally long. */
const PROMPT_TOKENS = 8;
/** What is added to every weight, times a normal number: enough for ratios to leave the clip range now and then. */
const NOISE = { sampler: 0.006, old: 0.006, current: 0.007, reference: 0.006 } as const;

export type WeightsName = keyof typeof NOISE;

export interface Batch {
  /** Groups of `GROUP_SIZE`, one after the other. */
  readonly sequences: readonly Sequence[];
  readonly completions: readonly Completion[];
  readonly rewards: readonly (number | null)[];
}

export interface Scene {
  readonly checkpoint: Checkpoint;
  /** Those that sampled, those of the trainer at that time, those of now, and the frozen ones. */
  readonly weights: Readonly<Record<WeightsName, Float32Array>>;
  readonly batches: Readonly<Record<BatchName, Batch>>;
}

const TEXTS = [
  'add 3 to n',
  'double the number',
  'return the last element of the list',
  'count the words of a text',
  'return the square of x',
  'write a function that returns the sum of all even numbers in a list',
] as const;

/** Rollouts of a batch. */
export const BATCH_SIZE = TEXTS.length * GROUP_SIZE;

const EIGHTHS = (...passed: readonly number[]) => passed.map((count) => count / 8);

/** Groups as they come up: nobody, everybody, three of eight, partial credit twice, one of eight. */
const MIXED: readonly (number | null)[] = [
  ...EIGHTHS(0, 0, 0, 0, 0, 0, 0, 0),
  ...EIGHTHS(8, 8, 8, 8, 8, 8, 8, 8),
  ...EIGHTHS(8, 0, 0, 0, 8, 0, 8, 0),
  ...EIGHTHS(1, 7, 3, 3, 0, 8, 5, 2),
  ...EIGHTHS(0, 0, 0, 0, 0, 0, 8, 0),
  ...EIGHTHS(4, 4, 4, 8, 4, 4, 0, 4),
];

/** What differs between the batches: how long prompts are, and what was paid. */
const BATCHES = {
  mixed: { even: true, rewards: MIXED },
  /** Prompts of different length, so that padding comes before them. */
  uneven: { even: false, rewards: MIXED },
  /** The first group got 0.2 throughout, which no binary float is. */
  fifths: { even: true, rewards: MIXED.map((reward, i) => (i < GROUP_SIZE ? 0.2 : reward)) },
  /** Two completions could not be judged. */
  unscored: { even: true, rewards: MIXED.map((reward, i) => (i === 17 || i === 30 ? null : reward)) },
} as const;

export type BatchName = keyof typeof BATCHES;

const file = (name: string) => readFileSync(new URL(`../../public/models/small/${name}`, import.meta.url));

/** The scene, the same on every machine up to the last bits of a log-prob. */
export async function makeScene(): Promise<Scene> {
  const checkpoint = parseCheckpoint(
    JSON.parse(file('config.json').toString()),
    new Uint8Array(file('model.safetensors')),
  );
  const weights = {
    sampler: perturbed(checkpoint.weights, 0, NOISE.sampler),
    old: perturbed(checkpoint.weights, 1, NOISE.old),
    current: perturbed(checkpoint.weights, 2, NOISE.current),
    reference: perturbed(checkpoint.weights, 3, NOISE.reference),
  };
  const tokenizer = loadTokenizer(JSON.parse(file('tokenizer.json').toString()));
  const prompts = TEXTS.map((text) => tokenizer.encode(solvePrompt(text)));
  await using policy = await startPolicy({ ...checkpoint, weights: weights.sampler });
  const batches = {} as Record<BatchName, Batch>;
  for (const name of Object.keys(BATCHES) as BatchName[]) {
    const { even, rewards } = BATCHES[name];
    const given = even ? prompts.map((prompt) => prompt.slice(-PROMPT_TOKENS)) : prompts;
    batches[name] = await sampleBatch(policy, given, rewards);
  }
  return { checkpoint, weights, batches };
}

/** Our engine on one core. */
export async function startPolicy({ spec, weights }: Checkpoint): Promise<Policy> {
  return (await createPolicy({ wanted: 'wasm', spec, weights })).policy;
}

async function sampleBatch(
  policy: Policy,
  prompts: readonly (readonly number[])[],
  rewards: readonly (number | null)[],
): Promise<Batch> {
  const all = prompts.flatMap((prompt) => Array.from({ length: GROUP_SIZE }, () => prompt));
  const completions = await policy.sample(all, {
    seed: 0,
    streams: all.map((_, i) => i),
    maxNewTokens: MAX_NEW_TOKENS,
    temperature: 1,
    topP: 1,
    topK: 0,
  });
  const sequences = all.map((prompt, i) => ({ prompt, completion: completions[i]!.ids }));
  return { sequences, completions, rewards };
}

function perturbed(weights: Float32Array, stream: number, scale: number): Float32Array {
  const rng = createRng('tests', 0, stream);
  return weights.map((weight) => weight + scale * rng.normal());
}
