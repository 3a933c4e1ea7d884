/** Pre-training: next-token prediction on the corpus, one optimiser step per batch, driven through the Policy seam. */

import type { OptimizerStep, Policy, Sequence } from '../core/policy.ts';
import { createRng } from '../core/rng.ts';
import { type Corpus, documentAt } from '../corpus/generator.ts';
import { END_OF_TEXT_ID } from '../model/batch.ts';
import { buildTokenizer, type Tokenizer } from '../model/tokenizer.ts';

export interface PretrainOptions {
  readonly seed: number;
  readonly steps: number;
  readonly batchSize: number;
  /** Peak of the schedule. */
  readonly learningRate: number;
  readonly warmupSteps: number;
  /** Share of the peak that the cosine ends at. */
  readonly finalShare: number;
  readonly optimizer: Omit<OptimizerStep, 'learningRate'>;
  /** Steps after which the caller wants to save and evaluate: progress says `checkpoint: true` there and at the end. */
  readonly checkpoints: readonly number[];
  /** Where an interrupted run goes on: steps done and tokens seen by then. The policy must hold the state of that step. */
  readonly resume: { readonly step: number; readonly tokens: number };
}

export const PRETRAIN_DEFAULTS: PretrainOptions = {
  seed: 0,
  steps: 2200,
  batchSize: 64,
  learningRate: 2e-3,
  warmupSteps: 100,
  finalShare: 0.05,
  optimizer: { beta1: 0.9, beta2: 0.98, epsilon: 1e-8, weightDecay: 0.05, clipNorm: 1 },
  checkpoints: [],
  resume: { step: 0, tokens: 0 },
};

export interface PretrainProgress {
  /** Optimiser steps done, 1 to `of`. */
  readonly step: number;
  readonly of: number;
  /** Mean negative log-likelihood of the batch's completion tokens before the step, nats. */
  readonly nll: number;
  /** Prompt and completion tokens seen so far. */
  readonly tokens: number;
  readonly learningRate: number;
  readonly gradNorm: number;
  readonly checkpoint: boolean;
  /** Estimate from the mean step of this process; the only number that is not reproducible. */
  readonly secondsLeft: number;
}

/** Random access to training sequences. */
export type SequenceSource = (index: number) => Sequence;

/** Documents are sorted by length within this many batches, so that little padding is computed. */
const BATCHES_PER_BUCKET = 16;

/** The vocabulary is counted on these documents of the corpus. */
const TOKENIZER_SEED = 11;
const TOKENIZER_DOCUMENTS = 20000;

/** The tokenizer that belongs to a corpus: at most 600 pieces, each seen at least 20 times. */
export function corpusTokenizer(corpus: Corpus): Tokenizer {
  const texts = Array.from({ length: TOKENIZER_DOCUMENTS }, (_, index) => {
    const { prompt, completion } = documentAt(corpus, TOKENIZER_SEED, index);
    return prompt + completion;
  });
  return buildTokenizer(texts, { size: 600, minimumCount: 20 });
}

/** Far beyond any index that training reaches: how far away the replacement of a document that is too long lies. */
const REPLACEMENT = 2 ** 24;

/**
 * The corpus as token ids; every completion ends with end of text. A document that does not fit in the context (which
 * only happens to the smallest models) is replaced by another one, the same for ever.
 */
export function corpusSequences(
  corpus: Corpus,
  tokenizer: Tokenizer,
  seed: number,
  contextLength: number,
): SequenceSource {
  const sequenceAt = (index: number): Sequence => {
    const document = documentAt(corpus, seed, index);
    const prompt = tokenizer.encode(document.prompt);
    const completion = [...tokenizer.encode(document.completion), END_OF_TEXT_ID];
    const fits = prompt.length + completion.length <= contextLength;
    return fits ? { prompt, completion } : sequenceAt(index + REPLACEMENT);
  };
  return sequenceAt;
}

/**
 * Trains the policy and reports after every step. The weights after step k are a function of the policy's first
 * weights, the source and the options; going on from a saved (state, step) gives the same ones.
 *
 * @throws Error when a gradient is not finite: the weights are then those of the step before.
 */
export async function* pretrain(
  policy: Policy,
  source: SequenceSource,
  options: Partial<PretrainOptions> = {},
): AsyncGenerator<PretrainProgress, void> {
  const settings = { ...PRETRAIN_DEFAULTS, ...options };
  const { steps, optimizer, resume } = settings;
  const batches = batchReader(source, settings);
  const started = performance.now();
  let { tokens } = resume;
  for (let done = resume.step; done < steps; done++) {
    const sequences = batches(done);
    const width = Math.max(...sequences.map(({ completion }) => completion.length));
    const completionTokens = sequences.reduce((sum, { completion }) => sum + completion.length, 0);
    const logProb = new Float32Array(sequences.length * width); // [B, T]
    sequences.forEach(({ completion }, row) => {
      logProb.fill(-1 / completionTokens, row * width, row * width + completion.length);
    });
    const learningRate = learningRateAt(done, settings);
    const result = await policy.update(
      { sequences, temperature: 1 },
      { width, logProb },
      { ...optimizer, learningRate },
    );
    if (!result.applied)
      throw new Error(`pretrain: expected a finite gradient at step ${done + 1}, got ${result.gradNorm}`);
    tokens += sequences.reduce((sum, { prompt, completion }) => sum + prompt.length + completion.length, 0);
    const step = done + 1;
    const secondsPerStep = (performance.now() - started) / 1000 / (step - resume.step);
    yield {
      step,
      of: steps,
      nll: -result.scores.logProb.reduce((sum, value) => sum + value, 0) / completionTokens,
      tokens,
      learningRate,
      gradNorm: result.gradNorm,
      checkpoint: step === steps || settings.checkpoints.includes(step),
      secondsLeft: secondsPerStep * (steps - step),
    };
  }
}

/** Linear warm-up, then a cosine from the peak to `finalShare` of it (Loshchilov & Hutter 2017, SGDR without restarts). */
export function learningRateAt(
  step: number,
  options: Pick<PretrainOptions, 'steps' | 'learningRate' | 'warmupSteps' | 'finalShare'>,
): number {
  const { steps, learningRate, warmupSteps, finalShare } = options;
  const warmup = Math.min(1, (step + 1) / Math.max(1, warmupSteps));
  const cosine = 0.5 * (1 + Math.cos((Math.PI * step) / steps));
  return learningRate * warmup * (finalShare + (1 - finalShare) * cosine);
}

/**
 * Batch number `step`: documents come in order of the source, in buckets of BATCHES_PER_BUCKET batches; within a bucket
 * they are sorted by length, cut into batches, and the batches shuffled by the seed.
 */
function batchReader(source: SequenceSource, { seed, batchSize }: PretrainOptions): (step: number) => Sequence[] {
  let bucket = -1;
  let batches: Sequence[][] = [];
  return (step) => {
    const wanted = Math.floor(step / BATCHES_PER_BUCKET);
    if (wanted !== bucket) {
      bucket = wanted;
      const count = batchSize * BATCHES_PER_BUCKET;
      const documents = Array.from({ length: count }, (_, i) => source(bucket * count + i)).sort(
        (a, b) => a.prompt.length + a.completion.length - (b.prompt.length + b.completion.length),
      );
      const cut = Array.from({ length: BATCHES_PER_BUCKET }, (_, i) =>
        documents.slice(i * batchSize, (i + 1) * batchSize),
      );
      batches = createRng('shuffle', seed, bucket).shuffle(cut);
    }
    return batches[step % BATCHES_PER_BUCKET]!;
  };
}
