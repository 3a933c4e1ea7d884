/** The settings of a run as keys of veRL's `ppo_trainer.yaml`, release 0.7.0. */

import type { RunConfig } from '../../core/config.ts';
import { isBundled } from '../../core/model-name.ts';
import { commonGaps, type Mapping, MappingBuilder } from '../mapping.ts';
import { mapReward } from '../reward/mapping.ts';
import { type BatchShape, largestDivisor } from '../shape.ts';
import { advantages, kl, loss, requireVerl } from './algorithm.ts';
import { ACTOR, MODEL, ROLLOUT } from './keys.ts';

/** The release whose keys these are: keys move between releases. */
export const VERL_VERSION = '0.7.0';

/** @param contextLength most tokens of a prompt and its completion together */
export function verlSettings(config: RunConfig, shape: BatchShape, contextLength: number): Mapping {
  requireVerl(config);
  const add = new MappingBuilder();
  batches(config, shape, add);
  advantages(config, add);
  loss(config, add);
  kl(config, add);
  sampling(config, contextLength, add);
  optimizer(config, add);
  adapters(config, add);
  evaluation(config, add);
  add.map('rollout.turns', {}, 'one completion of a prompt');
  rewards(config, add);
  commonGaps(config, add);
  return add;
}

/** Most completions that a GPU scores or trains on at once. */
const MICRO_BATCH = 32;

function batches(config: RunConfig, { prompts, steps }: BatchShape, add: MappingBuilder): void {
  const { seed, groupSize, algorithm } = config;
  // veRL cuts by prompts, so that a group stays in one part.
  const parts = largestDivisor(prompts, algorithm.minibatches);
  const micro = largestDivisor((prompts / parts) * groupSize, MICRO_BATCH);
  const seeds = { 'data.seed': seed, [`${ACTOR}.data_loader_seed`]: seed, [`${ACTOR}.fsdp_config.seed`]: seed };
  add.map('seed', seeds, 'other random numbers: other completions');
  add.map(
    'epochs',
    { 'trainer.total_epochs': 1, 'trainer.total_training_steps': steps },
    'train.json holds all steps of the run',
  );
  add.map('model', {}, 'the folder `model/`');
  add.map('groupSize', { [`${ROLLOUT}.n`]: groupSize });
  for (const field of ['lectureProblems', 'auxiliaryProblems', 'ownProblems'] as const) {
    add.map(field, {}, 'the rows of train.json, in the order of the run');
  }
  add.map('algorithm.minibatches', {
    'data.train_batch_size': prompts,
    [`${ACTOR}.ppo_mini_batch_size`]: prompts / parts,
    [`${ACTOR}.ppo_micro_batch_size_per_gpu`]: micro,
    [`${ROLLOUT}.log_prob_micro_batch_size_per_gpu`]: micro,
    'actor_rollout_ref.ref.log_prob_micro_batch_size_per_gpu': micro,
  });
  add.gap(
    'algorithm.minibatches',
    parts !== algorithm.minibatches,
    `${prompts} prompts are cut into ${parts} equal parts.`,
  );
  add.map('algorithm.innerEpochs', { [`${ACTOR}.ppo_epochs`]: algorithm.innerEpochs });
}

function sampling({ sampling }: RunConfig, contextLength: number, add: MappingBuilder): void {
  add.map('sampling.temperature', { [`${ROLLOUT}.temperature`]: sampling.temperature });
  add.map('sampling.topP', { [`${ROLLOUT}.top_p`]: sampling.topP });
  add.map('sampling.topK', { [`${ROLLOUT}.top_k`]: sampling.topK > 0 ? sampling.topK : -1 });
  add.map('sampling.maxNewTokens', {
    'data.max_response_length': sampling.maxNewTokens,
    'data.max_prompt_length': contextLength - sampling.maxNewTokens,
  });
}

function optimizer({ optimizer, algorithm }: RunConfig, add: MappingBuilder): void {
  const optim = `${ACTOR}.optim`;
  const critic = algorithm.advantage === 'gae' ? { 'critic.optim.lr': optimizer.learningRate } : {};
  add.map('optimizer.learningRate', { [`${optim}.lr`]: optimizer.learningRate, ...critic });
  add.map('optimizer.schedule', {
    [`${optim}.lr_scheduler_type`]: optimizer.schedule === 'cosine' ? 'cosine' : 'constant',
  });
  add.gap('optimizer.schedule', optimizer.schedule === 'linear', 'The step size stays constant.');
  add.map('optimizer.warmup', { [`${optim}.lr_warmup_steps`]: optimizer.warmup });
  add.map('optimizer.beta1', { [`${optim}.betas`]: `[${optimizer.beta1},${optimizer.beta2}]` });
  add.map('optimizer.beta2', {}, 'betas');
  add.gap('optimizer.epsilon', optimizer.epsilon !== 1e-8, 'torch’s own 1e-8.');
  add.map('optimizer.weightDecay', { [`${optim}.weight_decay`]: optimizer.weightDecay });
  add.map('optimizer.clipNorm', { [`${ACTOR}.grad_clip`]: optimizer.clipNorm });
}

function adapters({ model, lora }: RunConfig, add: MappingBuilder): void {
  if (isBundled(model)) return;
  add.map('lora.rank', { [`${MODEL}.lora_rank`]: lora.rank });
  add.map('lora.alpha', { [`${MODEL}.lora_alpha`]: lora.alpha });
  add.gap('lora.targets', lora.targets === 'attention', 'All linear layers get adapters (`target_modules`).');
}

function evaluation({ evaluation, sampling }: RunConfig, add: MappingBuilder): void {
  add.map('evaluation.before', { 'trainer.val_before_train': evaluation.before });
  add.map('evaluation.everyEpochs', { 'trainer.test_freq': evaluation.everyEpochs > 0 ? evaluation.everyEpochs : -1 });
  add.map('evaluation.samplesDuring', {
    [`${ROLLOUT}.val_kwargs.n`]: evaluation.samplesDuring,
    [`${ROLLOUT}.val_kwargs.do_sample`]: true,
    [`${ROLLOUT}.val_kwargs.temperature`]: sampling.temperature,
  });
  add.gap(
    'evaluation.samples',
    true,
    'Before and after are measured as during the run; pass@k of a trained model is measured here: `greenbar eval`.',
  );
  add.gap(
    'evaluation.heldOutSamples',
    evaluation.heldOutSamples > 0,
    'Held-out problems are in val.json under a `data_source` of their own, with as many samples as the others.',
  );
}

function rewards(config: RunConfig, add: MappingBuilder): void {
  const { rollout } = config;
  mapReward(config, add);
  add.map('rollout.visibleTests', {}, 'the tests in the rows');
  add.gap(
    'rollout.truncated',
    rollout.truncated === 'zero',
    'veRL does not tell a reward function what was cut off: such completions are run and paid like any other.',
  );
  add.gap(
    'rollout.overlongCache',
    rollout.overlongCache > 0,
    'Not charged; veRL’s own `dapo` reward manager has a penalty of this kind.',
  );
  add.gap(
    'rollout.dynamicRounds',
    rollout.dynamicRounds > 0,
    'Groups without variance are not sampled anew; veRL keeps that in a recipe of its own (`recipe/dapo`).',
  );
}
