/** The algorithm of a run in veRL's keys: advantage, loss and KL, and which algorithms veRL has. */

import type { RunConfig } from '../../core/config.ts';
import type { MappingBuilder } from '../mapping.ts';
import { ACTOR } from './keys.ts';

/** Estimators of `verl/trainer/ppo/core_algos.py` by our names. */
const ESTIMATORS: Partial<Record<RunConfig['algorithm']['advantage'], string>> = {
  'group-std': 'grpo',
  'group-mean': 'grpo',
  rloo: 'rloo',
  batch: 'reinforce_plus_plus',
  gae: 'gae',
};

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

export function advantages({ algorithm, value }: RunConfig, add: MappingBuilder): void {
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

export function loss({ algorithm, sampling }: RunConfig, add: MappingBuilder): void {
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

export function kl({ algorithm }: RunConfig, add: MappingBuilder): void {
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
