/** The settings of a run as those of TRL's `GRPOConfig` 1.13. */

import type { RunConfig } from '../../core/config.ts';
import { isBundled } from '../../core/model-name.ts';
import { commonGaps, type Mapping, MappingBuilder } from '../mapping.ts';
import { mapReward } from '../reward/mapping.ts';
import type { BatchShape } from '../shape.ts';
import { advantages, kl, loss, requireTrl } from './algorithm.ts';

/** The release whose names these are. */
export const TRL_VERSION = '1.13.0';

export function trlSettings(config: RunConfig, shape: BatchShape): Mapping {
  requireTrl(config);
  const add = new MappingBuilder();
  batches(config, shape, add);
  advantages(config, add);
  loss(config, shape, add);
  kl(config, shape, add);
  sampling(config, add);
  optimizer(config, shape, add);
  evaluation(config, shape, add);
  adapters(config, add);
  add.map('rollout.turns', {}, 'one completion of a prompt');
  rewards(config, add);
  commonGaps(config, add);
  return add;
}

function batches(config: RunConfig, shape: BatchShape, add: MappingBuilder): void {
  const { minibatches, innerEpochs } = config.algorithm;
  add.map('seed', { seed: config.seed, data_seed: config.seed }, 'other random numbers: other completions');
  add.map('epochs', { max_steps: shape.steps * shape.updates }, 'TRL counts optimiser steps');
  add.map('model', {}, 'the folder `model/`');
  add.map('groupSize', { num_generations: config.groupSize });
  for (const field of ['lectureProblems', 'auxiliaryProblems', 'ownProblems'] as const) {
    add.map(field, {}, 'the rows of train.jsonl, in the order of the run');
  }
  add.map('algorithm.minibatches', {
    generation_batch_size: shape.completions,
    per_device_train_batch_size: shape.completions / shape.parts,
    gradient_accumulation_steps: 1,
  });
  add.gap(
    'algorithm.minibatches',
    shape.parts !== minibatches,
    `${shape.completions} completions are cut into ${shape.parts} equal parts.`,
  );
  add.map('algorithm.innerEpochs', { num_iterations: innerEpochs });
}

function sampling({ sampling }: RunConfig, add: MappingBuilder): void {
  add.map('sampling.temperature', { temperature: sampling.temperature });
  add.map('sampling.topP', { top_p: sampling.topP });
  add.map('sampling.topK', { top_k: sampling.topK });
  add.map('sampling.maxNewTokens', { max_completion_length: sampling.maxNewTokens });
}

const SCHEDULES = { constant: 'constant_with_warmup', linear: 'linear', cosine: 'cosine' } as const;

function optimizer({ optimizer }: RunConfig, shape: BatchShape, add: MappingBuilder): void {
  add.map('optimizer.learningRate', { learning_rate: optimizer.learningRate });
  add.map(
    'optimizer.schedule',
    { lr_scheduler_type: SCHEDULES[optimizer.schedule] },
    'falls with every update instead of every step',
  );
  add.map('optimizer.warmup', { warmup_steps: optimizer.warmup * shape.updates });
  add.map('optimizer.beta1', { adam_beta1: optimizer.beta1 });
  add.map('optimizer.beta2', { adam_beta2: optimizer.beta2 });
  add.map('optimizer.epsilon', { adam_epsilon: optimizer.epsilon });
  add.map('optimizer.weightDecay', { weight_decay: optimizer.weightDecay });
  add.map('optimizer.clipNorm', { max_grad_norm: optimizer.clipNorm });
}

/** Completions of a problem in an evaluation there: TRL's batches hold whole groups. */
const EVALUATED = 8;

function evaluation({ evaluation }: RunConfig, shape: BatchShape, add: MappingBuilder): void {
  const { everyEpochs, samplesDuring } = evaluation;
  const samples = Math.max(2, Math.min(EVALUATED, samplesDuring));
  add.map('evaluation.everyEpochs', {
    eval_strategy: everyEpochs > 0 ? 'steps' : 'no',
    ...(everyEpochs > 0 && { eval_steps: everyEpochs * shape.updates }),
  });
  add.map(
    'evaluation.samplesDuring',
    { num_generations_eval: samples, per_device_eval_batch_size: samples },
    'its mean reward is pass@1 of so many samples on all tests',
  );
  add.map('evaluation.before', { eval_on_start: evaluation.before && everyEpochs > 0 });
  add.gap(
    'evaluation.samples',
    true,
    'Before and after are measured as during the run; pass@k of a trained model is measured here: `greenbar eval`.',
  );
  add.gap(
    'evaluation.heldOutSamples',
    evaluation.heldOutSamples > 0,
    'Held-out problems are in eval.jsonl (column `set`), and evaluated with the others where `--all-sets` is given.',
  );
}

function adapters({ model }: RunConfig, add: MappingBuilder): void {
  if (isBundled(model)) return;
  for (const field of ['rank', 'alpha', 'targets'] as const) add.map(`lora.${field}`, {}, '`lora` in settings.json');
}

function rewards(config: RunConfig, add: MappingBuilder): void {
  const { rollout } = config;
  mapReward(config, add);
  add.map('rollout.overlongCache', {}, 'in greenbar_reward.py');
  add.map('rollout.truncated', {}, 'in greenbar_reward.py');
  add.map('rollout.visibleTests', {}, 'the tests in the rows');
  add.gap('rollout.dynamicRounds', rollout.dynamicRounds > 0, 'Groups without variance are not sampled anew.');
}
