/** The algorithm of a run in TRL's settings: advantage, loss and KL, and which algorithms `GRPOTrainer` has. */

import type { RunConfig } from '../../core/config.ts';
import type { MappingBuilder } from '../mapping.ts';
import type { BatchShape } from '../shape.ts';

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

export function advantages({ algorithm, groupSize }: RunConfig, add: MappingBuilder): void {
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

export function loss(config: RunConfig, shape: BatchShape, add: MappingBuilder): void {
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

export function kl({ algorithm }: RunConfig, shape: BatchShape, add: MappingBuilder): void {
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
