/** What is compared with TRL. */

import { PAPER_ALGORITHMS } from '../../src/core/algorithms-papers.ts';
import { type Algorithm, type Known, type TrlCase, trlCase } from './trl-case.ts';

const BY_COMPLETION: Known = {
  why: 'clip shares: TRL counts completions, we count tokens',
  free: ['low', 'high'],
};

const SUM: Algorithm = { ratio: 'sequence', aggregation: 'sequence-sum' };

const LOSSES: readonly TrlCase[] = [
  trlCase('dapo, first update of a batch', { onPolicy: true }),
  trlCase('dapo'),
  trlCase('dapo, β 0.04', { trl: { beta: 0.04 }, ours: { beta: 0.04 } }),
  trlCase('dapo, β 0.04, KL × ρ, first update', {
    onPolicy: true,
    trl: { beta: 0.04, use_bias_correction_kl: true },
    ours: { beta: 0.04, klEstimator: 'k2' },
    known: {
      why: 'TRL’s default multiplies k3 with ρ and differentiates through it; at ρ = 1 that is the gradient of our k2, with another value',
      free: ['loss', 'kl'],
    },
  }),
  trlCase('dapo, β 0.04, KL × ρ', {
    trl: { beta: 0.04, use_bias_correction_kl: true },
    ours: { beta: 0.04, klEstimator: 'k2' },
    known: {
      why: 'the same once the weights have moved: TRL weighs each token’s KL with its ratio, we do not',
      free: ['loss', 'kl', 'gradient'],
    },
  }),
  trlCase('dapo, ε_high 0.28', { trl: { epsilon_high: 0.28 }, ours: { clipHigh: 0.28 } }),
  trlCase('dapo, ε 0.05', { trl: { epsilon: 0.05 }, ours: { clipLow: 0.05, clipHigh: 0.05 } }),
  trlCase('dapo, delta 1.5', { trl: { delta: 1.5 }, ours: { dualClip: 1.5 } }),
  trlCase('dapo, temperature 0.7', { temperature: 0.7 }),
  trlCase('dapo, entropy_coef 0.01', { trl: { entropy_coef: 0.01 }, ours: { entropyBonus: 0.01 } }),
  trlCase('grpo', { trl: { loss_type: 'grpo' }, ours: { aggregation: 'sequence-mean' } }),
  trlCase('grpo, β 0.04', {
    trl: { loss_type: 'grpo', beta: 0.04 },
    ours: { aggregation: 'sequence-mean', beta: 0.04 },
  }),
  trlCase('grpo, entropy_coef 0.01', {
    trl: { loss_type: 'grpo', entropy_coef: 0.01 },
    ours: { aggregation: 'sequence-mean', entropyBonus: 0.01 },
    known: {
      why: 'TRL’s bonus is the mean over tokens whatever the loss; ours is weighed as the loss is',
      free: ['loss', 'gradient'],
    },
  }),
  trlCase('bnpo', { trl: { loss_type: 'bnpo' } }),
  trlCase('dr_grpo, scale none', {
    trl: { loss_type: 'dr_grpo', scale_rewards: 'none' },
    ours: { aggregation: 'constant-length', advantage: 'group-mean' },
  }),
  trlCase('grpo, sequence ratio (GSPO)', {
    trl: { loss_type: 'grpo', importance_sampling_level: 'sequence', epsilon: 0.02 },
    ours: { aggregation: 'sequence-mean', ratio: 'sequence', clipLow: 0.02, clipHigh: 0.02 },
    known: BY_COMPLETION,
  }),
  trlCase('luspo, sequence ratio, β 0.04', {
    trl: { loss_type: 'luspo', importance_sampling_level: 'sequence', epsilon: 0.02, beta: 0.04 },
    ours: { ...SUM, clipLow: 0.02, clipHigh: 0.02, beta: 0.04 },
    known: BY_COMPLETION,
  }),
  trlCase('cispo', {
    trl: { loss_type: 'cispo', epsilon_high: 1.28 },
    // What TRL calls ε_high is the bound itself.
    ours: { surrogate: 'cispo', clipHigh: 0.28 },
  }),
];

const ADVANTAGES: readonly TrlCase[] = [
  trlCase('scale batch', { trl: { scale_rewards: 'batch' }, ours: { advantage: 'batch-std' } }),
  trlCase('scale none', { trl: { scale_rewards: 'none' }, ours: { advantage: 'group-mean' } }),
  trlCase('a group of 0.2', {
    batch: 'fifths',
    known: {
      why: 'TRL leaves −1.49e-4 of a group whose rewards are all 0.2 (its mean in float32), which pushes and is counted as clipped; ours is exactly 0',
      free: ['loss', 'advantages', 'low', 'gradient'],
    },
  }),
  trlCase('two completions unscored', {
    batch: 'unscored',
    known: {
      why: 'what nobody could judge has A = 0 in both, but stays in TRL’s denominator; ours leaves it out',
      factor: 'kept-tokens',
      free: ['low', 'high'],
    },
  }),
];

const DROPPED: readonly TrlCase[] = [
  trlCase('dapo, dead groups dropped', {
    ours: { dropZeroVariance: true },
    known: {
      why: 'groups without variance push nothing in either, but TRL keeps their tokens in the denominator',
      factor: 'kept-tokens',
      free: ['low', 'high'],
    },
  }),
];

const MASKED: readonly TrlCase[] = [
  trlCase('dapo, truncated masked', {
    trl: { mask_truncated_completions: true, beta: 0.04 },
    ours: { maskTruncated: true, beta: 0.04 },
  }),
  trlCase('grpo, truncated masked', {
    trl: { loss_type: 'grpo', mask_truncated_completions: true },
    ours: { aggregation: 'sequence-mean', maskTruncated: true },
    known: { why: 'TRL divides by all completions, ours by those that are trained on', factor: 'kept-rows' },
  }),
];

const PIECEWISE: Known = { why: 'clip shares: TRL averages those of the pieces', free: ['low', 'high'] };

const PIECES: readonly TrlCase[] = [
  trlCase('dapo, 2 accumulated pieces', { parts: 2, known: PIECEWISE }),
  trlCase('grpo, 2 accumulated pieces', {
    parts: 2,
    trl: { loss_type: 'grpo' },
    ours: { aggregation: 'sequence-mean' },
    known: PIECEWISE,
  }),
  trlCase('bnpo, 2 accumulated pieces', {
    parts: 2,
    trl: { loss_type: 'bnpo' },
    known: {
      why: 'TRL averages the token means of the pieces, so the loss depends on how the batch was cut; our token-mean does not',
      free: ['loss', 'gradient', 'low', 'high'],
    },
  }),
  trlCase('dapo, first of 2 minibatches', {
    parts: 2,
    accumulated: false,
    known: {
      why: 'TRL divides each minibatch by half the tokens of the batch, ours by the tokens of the minibatch',
      factor: 'even-share',
    },
  }),
];

const MASKED_SHARES: Known = {
  why: 'clip shares: what is masked does not count as clipped here',
  free: ['low', 'high'],
};

const CORRECTIONS: readonly TrlCase[] = (
  [
    ['token_truncate', 'token-truncate'],
    ['token_mask', 'token-mask'],
    ['sequence_truncate', 'sequence-truncate'],
    ['sequence_mask', 'sequence-mask'],
  ] as const
).map(([mode, correction]) =>
  trlCase(`${mode}, cap 1.5`, {
    corrected: true,
    trl: { vllm_importance_sampling_mode: mode, vllm_importance_sampling_clip_max: 1.5 },
    ours: { correction, correctionCap: 1.5 },
    ...(correction.endsWith('mask') ? { known: MASKED_SHARES } : {}),
  }),
);

const POSITIONS: readonly TrlCase[] = [
  trlCase('prompts of unequal length', {
    batch: 'uneven',
    trl: { beta: 0.04 },
    ours: { beta: 0.04 },
    known: {
      why: 'TRL pads prompts on the left without telling GPT-2 the positions, so a padded completion is scored as if it stood further right',
      free: ['logProb', 'loss', 'kl', 'low', 'high', 'gradient'],
    },
  }),
  trlCase('prompts of unequal length, positions told', {
    batch: 'uneven',
    positions: true,
    trl: { beta: 0.04 },
    ours: { beta: 0.04 },
    known: { why: 'the same batch with `position_ids` handed to the model: nothing is left of the difference' },
  }),
];

const LEAVE_ONE_OUT: readonly TrlCase[] = [
  trlCase('RLOOTrainer, β 0.04, first update', {
    trainer: 'rloo',
    onPolicy: true,
    trl: { beta: 0.04 },
    ours: { ...PAPER_ALGORITHMS.rloo.config.algorithm, beta: 0.04 },
    known: {
      why: 'TRL’s loss at ρ = 1 is −mean A, ours −mean A · log-prob: other values, one gradient',
      free: ['loss'],
    },
  }),
  trlCase('RLOOTrainer', {
    trainer: 'rloo',
    ours: { advantage: 'rloo', aggregation: 'sequence-sum' },
    known: {
      why: 'TRL’s ratio is the product over the tokens of a completion; ours is per token (or their geometric mean)',
      free: ['loss', 'low', 'high', 'gradient'],
    },
  }),
];

export const TRL_CASES = [
  ...LOSSES,
  ...ADVANTAGES,
  ...DROPPED,
  ...MASKED,
  ...PIECES,
  ...CORRECTIONS,
  ...POSITIONS,
  ...LEAVE_ONE_OUT,
] as const;
