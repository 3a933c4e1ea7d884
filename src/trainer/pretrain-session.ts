/** Trains a base model from random weights, start to finish: corpus, tokenizer, first weights, updates, checkpoints. */

import { createRng } from '../core/rng.ts';
import { parseBehaviour } from '../corpus/behaviour.ts';
import { CATALOGUE } from '../corpus/catalogue.ts';
import { type Corpus, createCorpus } from '../corpus/generator.ts';
import { createPolicy } from '../model/create.ts';
import { MODEL_PRESETS, type ModelSpec, parameterCount, parameterLayout } from '../model/spec.ts';
import type { PretrainProgress, PretrainRequest } from './api.ts';
import { checkpointFiles } from './checkpoint-files.ts';
import { corpusSequences, corpusTokenizer, pretrain } from './pretrain.ts';

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
  const { preset, steps, seed, backend, checkpointEvery, resume } = request;
  const corpus = await loadCorpus(baseUrl);
  const tokenizer = corpusTokenizer(corpus);
  const spec: ModelSpec = { ...MODEL_PRESETS[preset], vocabSize: tokenizer.size };
  const { policy } = await createPolicy({ wanted: backend, spec, weights: initialWeights(spec, seed) });
  try {
    if (resume) await policy.load(resume);
    const every = Math.max(1, checkpointEvery);
    const progress = pretrain(policy, corpusSequences(corpus, tokenizer, seed, spec.contextLength), {
      seed,
      steps,
      checkpoints: Array.from({ length: Math.floor(steps / every) }, (_, i) => (i + 1) * every),
      ...(resume ? { resume: { step: resume.step, tokens: resume.tokens } } : {}),
    });
    let nll = 0;
    let count = 0;
    for await (const { step, of, nll: batchNll, tokens, secondsLeft, checkpoint } of progress) {
      nll += batchNll;
      count++;
      if (!checkpoint && step % 25 !== 0) continue;
      const report = { step, of, nll: nll / count, tokens, secondsLeft };
      nll = 0;
      count = 0;
      await onProgress(checkpoint ? { ...report, checkpoint: await snapshot() } : report);
    }
  } finally {
    await policy[Symbol.asyncDispose]();
  }

  async function snapshot(): Promise<NonNullable<PretrainProgress['checkpoint']>> {
    const { weights, moment1, moment2 } = await policy.save();
    if (!moment1 || !moment2) throw new Error('pretrain: expected the optimiser moments in the saved state, got none');
    return {
      files: checkpointFiles({ spec, weights }, tokenizer),
      weights,
      moment1,
      moment2,
    };
  }
}
