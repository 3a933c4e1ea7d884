/** The settings of a run as those of TRL's `GRPOConfig` 1.13. */

import type { RunConfig } from '../../core/config.ts';
import { commonGaps, type Mapping, MappingBuilder } from '../mapping.ts';
import { plainReward } from '../reward/task.ts';
import type { BatchShape } from '../shape.ts';

/** The release whose names these are. */
export const TRL_VERSION = '1.13.0';

/** Ways to an advantage that `GRPOTrainer` has, with its name for how rewards are scaled. */
const SCALES: Partial<Record<RunConfig['algorithm']['advantage'], string>> = {
  'group-std': 'group',
  'group-mean': 'none',
  'batch-std': 'batch',
  rloo: 'none',
};

/** @throws Error, in one sentence, where the run is another algorithm than any that `GRPOTrainer` can be set to */
export function requireTrl({ algorithm, rollout }: RunConfig): void {
  const { advantage } = algorithm;
  if (SCALES[advantage] === undefined) {
    const has = Object.keys(SCALES).join(', ');
    throw new Error(`trl: algorithm.advantage: expected one that GRPOTrainer has (${has}), got ${advantage}`);
  }
  if (rollout.turns > 1) {
    throw new Error(
      `trl: rollout.turns: expected 1, since GRPOTrainer samples one completion of a prompt, got ${rollout.turns}`,
    );
  }
}

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

function advantages({ algorithm, groupSize }: RunConfig, add: MappingBuilder): void {
  const { advantage, deviation, delta } = algorithm;
  const scale = SCALES[advantage]!; // requireTrl saw to it that there is one.
  add.map('algorithm.advantage', { scale_rewards: scale });
  if (advantage === 'rloo') {
    const factor = (groupSize / (groupSize - 1)).toFixed(4);
    add.gap(
      'algorithm.advantage',
      true,
      `The baseline is the mean of the whole group, which makes advantages smaller by the factor ${factor} and changes nothing else.`,
    );
  }
  const divided = scale !== 'none';
  add.gap('algorithm.deviation', divided && deviation !== 'sample', 'TRL divides by the sample deviation (G − 1).');
  add.gap('algorithm.delta', divided && delta !== 1e-4, 'TRL adds 1e-4 to the deviation.');
  add.gap(
    'algorithm.dropZeroVariance',
    algorithm.dropZeroVariance,
    'Groups without variance push nothing there either, but their tokens stay in the denominator of the loss.',
  );
}

/** TRL's name for the loss, and what it does otherwise. */
function lossType({ algorithm, sampling: { maxNewTokens } }: RunConfig, add: MappingBuilder): string {
  const { aggregation, surrogate } = algorithm;
  if (surrogate === 'cispo') {
    add.gap('algorithm.aggregation', aggregation !== 'token-mean', 'TRL’s CISPO is a mean over tokens.');
    return 'cispo';
  }
  switch (aggregation) {
    case 'token-mean':
      return 'dapo';
    case 'sequence-mean':
      return 'grpo';
    case 'constant-length':
      return 'dr_grpo';
    case 'sequence-sum':
      add.gap(
        'algorithm.aggregation',
        true,
        `Dr. GRPO’s loss stands in, which is the same sum divided by ${maxNewTokens}: AdamW does not notice, the gradient clip does.`,
      );
      return 'dr_grpo';
    default:
      return aggregation satisfies never;
  }
}

function loss(config: RunConfig, shape: BatchShape, add: MappingBuilder): void {
  const { algorithm } = config;
  const { surrogate, clipLow, clipHigh, dualClip } = algorithm;
  add.map(
    'algorithm.aggregation',
    { loss_type: lossType(config, add) },
    shape.parts > 1 ? 'minibatches are normalised by their share of the batch' : undefined,
  );
  add.map('algorithm.ratio', { importance_sampling_level: algorithm.ratio });
  add.map('algorithm.surrogate', {}, surrogate === 'cispo' ? 'loss_type' : 'the clipped ratio');
  add.gap(
    'algorithm.surrogate',
    surrogate === 'log-likelihood',
    'The clipped ratio stands in, whose gradient is the same in the first update of a batch and clipped in later ones.',
  );
  add.map('algorithm.clipLow', { epsilon: clipLow });
  add.map(
    'algorithm.clipHigh',
    { epsilon_high: surrogate === 'cispo' ? 1 + clipHigh : clipHigh },
    surrogate === 'cispo' ? 'the largest weight' : undefined,
  );
  add.map('algorithm.dualClip', { delta: dualClip > 0 ? dualClip : null });
  add.map('algorithm.maskTruncated', { mask_truncated_completions: algorithm.maskTruncated });
  add.map(
    'algorithm.entropyBonus',
    { entropy_coef: algorithm.entropyBonus },
    algorithm.entropyBonus > 0 ? 'a mean over tokens whatever the loss' : undefined,
  );
}

function kl({ algorithm }: RunConfig, shape: BatchShape, add: MappingBuilder): void {
  const { klEstimator, klPlacement, beta, syncReferenceEvery } = algorithm;
  const inReward = klPlacement === 'reward';
  // k1 in the loss pushes nowhere on average.
  const off = klEstimator === 'k1' && !inReward;
  add.map('algorithm.beta', { beta: off ? 0 : beta });
  add.map('algorithm.klEstimator', { use_bias_correction_kl: inReward || klEstimator === 'k2' });
  if (beta > 0) {
    add.gap('algorithm.klEstimator', off, 'Left out: the mean of its gradient is 0.');
    add.gap(
      'algorithm.klEstimator',
      klEstimator === 'k2' && !inReward,
      'k3 times the ratio stands in: one gradient in the first update of a batch, weighed by the ratio later.',
    );
    add.gap(
      'algorithm.klPlacement',
      inReward,
      'The KL stands in the loss (k3 times the ratio), whose mean gradient is that of a KL in the reward; it enters no advantage.',
    );
    add.gap('algorithm.klTarget', algorithm.klTarget > 0 && inReward, 'β stays as it is.');
  }
  if (syncReferenceEvery > 0) {
    add.map('algorithm.syncReferenceEvery', {
      sync_ref_model: true,
      ref_model_sync_steps: syncReferenceEvery * shape.updates,
      ref_model_mixup_alpha: 1,
    });
  }
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
  if (!model.startsWith('imported:')) return;
  for (const field of ['rank', 'alpha', 'targets'] as const) add.map(`lora.${field}`, {}, '`lora` in settings.json');
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
  add.map('rollout.overlongCache', {}, 'in greenbar_reward.py');
  add.map('rollout.truncated', {}, 'in greenbar_reward.py');
  add.map('rollout.visibleTests', {}, 'the tests in the rows');
  add.gap('rollout.dynamicRounds', rollout.dynamicRounds > 0, 'Groups without variance are not sampled anew.');
}
