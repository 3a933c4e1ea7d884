/** Trains a base model from random weights, start to finish: corpus, tokenizer, first weights, updates, checkpoints. */

import type { PolicyState } from '../core/policy.ts';
import { createRng } from '../core/rng.ts';
import { parseBehaviour } from '../corpus/behaviour.ts';
import { CATALOGUE } from '../corpus/catalogue.ts';
import { type Corpus, createCorpus } from '../corpus/generator.ts';
import type { ChosenPolicy } from '../model/choose.ts';
import { createPolicy } from '../model/create.ts';
import { MODEL_PRESETS, type ModelSpec, parameterCount, parameterLayout } from '../model/spec.ts';
import { type CheckpointFiles, checkpointFiles } from './checkpoint-files.ts';
import { PolicyKeeper } from './policy-keeper.ts';
import { corpusSequences, corpusTokenizer, pretrain, type SequenceSource } from './pretrain.ts';
import type { PretrainProgress, PretrainRequest } from './pretrain-request.ts';

export async function loadCorpus(baseUrl: string): Promise<Corpus> {
  const url = new URL('corpus/behaviour.json', baseUrl);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`pretrain: expected ${url} to load, got status ${response.status}`);
  return createCorpus(CATALOGUE, parseBehaviour(await response.json()));
}

/**
 * GPT-2's first weights (Radford et al. 2019, §2.3): N(0, 0.02²), projections into the residual stream divided by
 * √(2 · layers), biases 0, layer norms 1.
 */
export function initialWeights(spec: ModelSpec, seed: number): Float32Array {
  const weights = new Float32Array(parameterCount(spec));
  const rng = createRng('init', seed);
  for (const { name, shape, offset, size } of parameterLayout(spec)) {
    if (shape.length === 2) {
      const scale = name.endsWith('c_proj.weight') ? 0.02 / Math.sqrt(2 * spec.layers) : 0.02;
      for (let i = 0; i < size; i++) weights[offset + i] = scale * rng.normal();
    } else if (name.includes('ln_') && name.endsWith('.weight')) {
      weights.fill(1, offset, offset + size);
    }
  }
  return weights;
}

/** Runs (or goes on with) a pre-training; `onProgress` is awaited, so nothing goes on before a checkpoint is kept. */
export async function pretrainFromScratch(
  baseUrl: string,
  request: PretrainRequest,
  onProgress: (progress: PretrainProgress) => Promise<void>,
): Promise<void> {
  const { preset, seed } = request;
  const corpus = await loadCorpus(baseUrl);
  const tokenizer = corpusTokenizer(corpus);
  const spec: ModelSpec = { ...MODEL_PRESETS[preset], vocabSize: tokenizer.size };
  const weights = initialWeights(spec, seed);
  await runPretraining(
    {
      request,
      weights,
      source: corpusSequences(corpus, tokenizer, seed, spec.contextLength),
      make: (wanted) => createPolicy({ wanted, spec, weights }),
      filesOf: (trained) => checkpointFiles({ spec, weights: trained }, tokenizer),
    },
    onProgress,
  );
}

export interface PretrainingOptions {
  readonly request: Omit<PretrainRequest, 'preset'>;
  /** The first weights. */
  readonly weights: Float32Array;
  readonly source: SequenceSource;
  readonly make: (wanted: PretrainRequest['backend']) => Promise<ChosenPolicy>;
  readonly filesOf: (weights: Float32Array) => CheckpointFiles;
}

/** Progress without a checkpoint arrives every so many steps. */
const REPORT_EVERY = 25;

/**
 * Where the engine dies, the steps since the last checkpoint are taken again, once; what was reported of them is not
 * reported twice.
 */
export async function runPretraining(
  { request, weights, source, make, filesOf }: PretrainingOptions,
  onProgress: (progress: PretrainProgress) => Promise<void>,
): Promise<void> {
  const { steps, seed, backend, checkpointEvery, resume } = request;
  const every = Math.max(1, checkpointEvery);
  const checkpoints = Array.from({ length: Math.floor(steps / every) }, (_, i) => (i + 1) * every);
  const notices: string[] = [];
  const state = resume ?? { weights, step: 0 };
  await using keeper = await PolicyKeeper.start({
    wanted: backend,
    state: { policy: state },
    make: async (wanted) => {
      const made = await make(wanted);
      notices.push(...made.notes);
      return made;
    },
    onTrouble: (message) => notices.push(message),
  });
  await keeper.load({ policy: state });
  let kept = { step: resume?.step ?? 0, tokens: resume?.tokens ?? 0 };
  let reported = kept.step;
  await keeper.use(async (policy) => {
    let nll = 0;
    let count = 0;
    for await (const progress of pretrain(policy, source, { seed, steps, checkpoints, resume: kept })) {
      const { step, of, tokens, secondsLeft, checkpoint } = progress;
      nll += progress.nll;
      count++;
      if (!checkpoint && step % REPORT_EVERY !== 0) continue;
      const report = { step, of, nll: nll / count, tokens, secondsLeft };
      nll = 0;
      count = 0;
      if (step <= reported) continue;
      let reached: PolicyState | undefined;
      if (checkpoint) {
        reached = await policy.save();
        keeper.keep({ policy: reached });
        kept = { step, tokens };
      }
      await onProgress({
        ...report,
        ...(notices.length > 0 && { notices: notices.splice(0) }),
        ...(reached && { checkpoint: toCheckpoint(reached, filesOf) }),
      });
      reported = step;
    }
  }, 1);
}

function toCheckpoint(
  { weights, moment1, moment2 }: PolicyState,
  filesOf: (weights: Float32Array) => CheckpointFiles,
): NonNullable<PretrainProgress['checkpoint']> {
  if (!moment1 || !moment2) throw new Error('pretrain: expected the optimiser moments in the saved state, got none');
  return { files: filesOf(weights), weights, moment1, moment2 };
}
