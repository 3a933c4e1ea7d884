/** The settings of a run as keys of veRL's `ppo_trainer.yaml`, release 0.7.0. */

import type { RunConfig } from '../../core/config.ts';
import { commonGaps, type Mapping, MappingBuilder } from '../mapping.ts';
import { plainReward } from '../reward/task.ts';
import { type BatchShape, largestDivisor } from '../shape.ts';

/** The release whose keys these are: keys move between releases. */
export const VERL_VERSION = '0.7.0';

/** Estimators of `verl/trainer/ppo/core_algos.py` by our names. */
const ESTIMATORS: Partial<Record<RunConfig['algorithm']['advantage'], string>> = {
  'group-std': 'grpo',
  'group-mean': 'grpo',
  rloo: 'rloo',
  batch: 'reinforce_plus_plus',
  gae: 'gae',
};

const ACTOR = 'actor_rollout_ref.actor';
const ROLLOUT = 'actor_rollout_ref.rollout';
const MODEL = 'actor_rollout_ref.model';

/** A ratio that no token reaches: veRL has no switch for its dual clip. */
const NO_DUAL_CLIP = 1e6;

/** @throws Error, in one sentence, where the run is another algorithm than any that veRL can be set to */
export function requireVerl({ algorithm, rollout }: RunConfig): void {
  const { advantage } = algorithm;
  if (ESTIMATORS[advantage] === undefined) {
    const has = Object.keys(ESTIMATORS).join(', ');
    throw new Error(`verl: algorithm.advantage: expected one that veRL has (${has}), got ${advantage}`);
  }
  if (rollout.turns > 1) {
    throw new Error(
      `verl: rollout.turns: expected 1, since the script samples one completion of a prompt, got ${rollout.turns}`,
    );
  }
}

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

function advantages({ algorithm, value }: RunConfig, add: MappingBuilder): void {
  const { advantage, deviation, delta } = algorithm;
  const estimator = ESTIMATORS[advantage]!; // requireVerl saw to it that there is one.
  add.map('algorithm.advantage', {
    'algorithm.adv_estimator': estimator,
    'algorithm.norm_adv_by_std_in_grpo': advantage !== 'group-mean',
  });
  const divided = advantage === 'group-std';
  add.gap('algorithm.deviation', divided && deviation !== 'sample', 'veRL divides by the sample deviation (G − 1).');
  add.gap('algorithm.delta', divided && delta !== 1e-6, 'veRL adds 1e-6 to the deviation.');
  add.gap(
    'algorithm.advantage',
    advantage === 'batch',
    'REINFORCE++ whitens over tokens, where a run here does over programs.',
  );
  add.gap(
    'algorithm.dropZeroVariance',
    algorithm.dropZeroVariance,
    'Groups without variance push nothing there either, but their tokens stay in the denominator of the loss.',
  );
  add.gap(
    'algorithm.maskTruncated',
    algorithm.maskTruncated,
    'Completions that hit the length limit stay in the loss.',
  );
  if (advantage !== 'gae') return;
  add.map('value.gamma', { 'algorithm.gamma': value.gamma });
  add.map('value.lambda', { 'algorithm.lam': value.lambda });
  add.map('value.clip', { 'critic.cliprange_value': value.clip > 0 ? value.clip : NO_DUAL_CLIP });
  add.gap(
    'value.coefficient',
    true,
    'A critic of its own stands in for the value head, with an optimiser of its own; it has the learning rate of the policy.',
  );
  add.gap('value.whiten', !value.whiten, 'veRL always whitens the advantages of GAE.');
}

const AGGREGATIONS = {
  'token-mean': 'token-mean',
  'sequence-mean': 'seq-mean-token-mean',
  'sequence-sum': 'seq-mean-token-sum',
  'constant-length': 'seq-mean-token-sum-norm',
} as const;

function loss({ algorithm, sampling }: RunConfig, add: MappingBuilder): void {
  const { aggregation, surrogate, ratio, clipLow, clipHigh, dualClip } = algorithm;
  const mode = surrogate === 'cispo' ? 'cispo' : ratio === 'sequence' ? 'gspo' : 'vanilla';
  const constant = aggregation === 'constant-length';
  add.map('algorithm.aggregation', {
    [`${ACTOR}.loss_agg_mode`]: AGGREGATIONS[aggregation],
    ...(constant && { [`${ACTOR}.loss_scale_factor`]: sampling.maxNewTokens }),
  });
  add.gap(
    'algorithm.aggregation',
    constant,
    'veRL divides by the length alone and not by the number of completions: AdamW does not notice, the gradient clip does.',
  );
  add.gap(
    'algorithm.aggregation',
    mode === 'gspo' && aggregation !== 'sequence-mean',
    'veRL’s GSPO always averages over each completion first.',
  );
  add.map('algorithm.ratio', {}, 'policy_loss.loss_mode');
  add.map('algorithm.surrogate', { [`${ACTOR}.policy_loss.loss_mode`]: mode });
  add.gap(
    'algorithm.ratio',
    mode === 'cispo' && ratio === 'sequence',
    'veRL’s CISPO weighs each token with its own ratio.',
  );
  add.gap(
    'algorithm.surrogate',
    surrogate === 'log-likelihood',
    'The clipped ratio stands in, whose gradient is the same in the first update of a batch and clipped in later ones.',
  );
  // CISPO here has no lower bound.
  add.map('algorithm.clipLow', { [`${ACTOR}.clip_ratio_low`]: mode === 'cispo' ? 1 : clipLow });
  add.map('algorithm.clipHigh', { [`${ACTOR}.clip_ratio_high`]: clipHigh });
  add.map(
    'algorithm.dualClip',
    { [`${ACTOR}.clip_ratio_c`]: dualClip > 0 ? dualClip : NO_DUAL_CLIP },
    dualClip > 0 ? undefined : 'off',
  );
  add.map('algorithm.entropyBonus', { [`${ACTOR}.entropy_coeff`]: algorithm.entropyBonus });
}

const KL_NAMES = { k1: 'kl', k2: 'mse', k3: 'low_var_kl' } as const;

function kl({ algorithm }: RunConfig, add: MappingBuilder): void {
  const { beta, klEstimator, klPlacement, klTarget, klHorizon } = algorithm;
  const inReward = klPlacement === 'reward' && beta > 0;
  const inLoss = klPlacement === 'loss' && beta > 0;
  const name = KL_NAMES[klEstimator];
  add.map('algorithm.klPlacement', { [`${ACTOR}.use_kl_loss`]: inLoss, 'algorithm.use_kl_in_reward': inReward });
  add.map('algorithm.beta', { [`${ACTOR}.kl_loss_coef`]: beta, 'algorithm.kl_ctrl.kl_coef': beta });
  add.map('algorithm.klEstimator', { [`${ACTOR}.kl_loss_type`]: name, 'algorithm.kl_penalty': name });
  if (inReward && klTarget > 0) {
    add.map('algorithm.klTarget', { 'algorithm.kl_ctrl.type': 'adaptive', 'algorithm.kl_ctrl.target_kl': klTarget });
    add.map('algorithm.klHorizon', { 'algorithm.kl_ctrl.horizon': klHorizon });
  }
  add.gap(
    'algorithm.syncReferenceEvery',
    algorithm.syncReferenceEvery > 0,
    'The reference stays the model that the run begins with.',
  );
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
  if (!model.startsWith('imported:')) return;
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

function rewards({ reward, rollout }: RunConfig, add: MappingBuilder): void {
  const plain = plainReward(reward);
  add.map('reward', {}, `greenbar_reward.py pays \`${plain}\``);
  add.gap(
    'reward',
    plain !== reward,
    `It looks at more than outcomes (lint, types, complexity, cost, form or length), which need Greenbar’s analyses; \`${plain}\` is paid instead.`,
  );
  add.gap(
    'reward',
    reward === 'rlef-article',
    'Time is charged only to tests that time out, so that no machine pays more than another.',
  );
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
