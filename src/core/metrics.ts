/** The one table of metrics: name, unit, good direction, help. Charts, CSV headers and docs read it. */

export interface MetricInfo {
  readonly label: string;
  readonly unit: '' | 'nats' | 'tokens' | 's' | '%';
  readonly good: 'up' | 'down' | 'none';
  readonly help: string;
}

/** Names are those that TRL and veRL users know. */
export const METRICS = {
  reward: { label: 'Reward', unit: '', good: 'up', help: 'Mean reward of the rollouts of this step.' },
  reward_std: {
    label: 'Reward spread',
    unit: '',
    good: 'none',
    help: 'Standard deviation of the rewards over the whole rollout batch.',
  },
  frac_reward_zero_std: {
    label: 'Dead groups',
    unit: '%',
    good: 'down',
    help: 'Share of groups whose rollouts all got the same reward: they carry no gradient.',
  },
  'train/pass@1': {
    label: 'Pass rate',
    unit: '%',
    good: 'up',
    help: 'Share of judged rollouts that pass all their visible tests, public and reward.',
  },
  'eval/pass@1': {
    label: 'pass@1',
    unit: '%',
    good: 'up',
    help: 'Share of fresh samples of the ten that pass visible and hidden tests.',
  },
  kl: {
    label: 'KL',
    unit: 'nats',
    good: 'down',
    help: 'k3 estimate of KL(policy ‖ reference) before the update, mean over the tokens trained on: those of dropped groups and masked truncated completions do not count.',
  },
  entropy: {
    label: 'Entropy',
    unit: 'nats',
    good: 'none',
    help: 'Mean entropy of the next-token distribution at the sampling temperature, over the tokens trained on (as for KL) in the first pass of applied updates.',
  },
  loss: {
    label: 'Loss',
    unit: '',
    good: 'none',
    help: 'Surrogate plus β·KL, mean over applied updates; not a measure of progress.',
  },
  'clip_ratio/low_mean': {
    label: 'Clipped low',
    unit: '%',
    good: 'none',
    help: 'Share of the tokens trained on, over all passes, with ratio < 1 − ε_low and A < 0.',
  },
  'clip_ratio/high_mean': {
    label: 'Clipped high',
    unit: '%',
    good: 'none',
    help: 'Share of the tokens trained on, over all passes, with ratio > 1 + ε_high and A > 0.',
  },
  grad_norm: {
    label: 'Gradient norm',
    unit: '',
    good: 'none',
    help: 'Global gradient norm before clipping, mean over applied updates.',
  },
  learning_rate: { label: 'Learning rate', unit: '', good: 'none', help: 'Step size of AdamW.' },
  'completions/mean_length': {
    label: 'Length',
    unit: 'tokens',
    good: 'none',
    help: 'Mean length of completions, end of text included.',
  },
  'completions/clipped_ratio': {
    label: 'Truncated',
    unit: '%',
    good: 'down',
    help: 'Share of completions that hit the length limit.',
  },
  'completions/unique_ratio': {
    label: 'Unique programs',
    unit: '%',
    good: 'none',
    help: 'Distinct programs within a group, mean over groups.',
  },
  'sampling/sampling_logp_difference/max': {
    label: 'Sampler mismatch',
    unit: 'nats',
    good: 'down',
    help: 'Largest |log-prob at sampling − log-prob in the first update| over its tokens.',
  },
} as const satisfies Record<string, MetricInfo>;

export type MetricName = keyof typeof METRICS;
