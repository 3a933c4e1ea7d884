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
  'rewards/all_tests/mean': {
    label: 'Paid for all tests',
    unit: '',
    good: 'up',
    help: 'What passing every visible test added to the reward, mean over judged rollouts.',
  },
  'rewards/tests/mean': {
    label: 'Paid for tests',
    unit: '',
    good: 'up',
    help: 'What the share of visible tests that pass added to the reward, mean over judged rollouts.',
  },
  'rewards/outcome/mean': {
    label: 'Paid for outcome',
    unit: '',
    good: 'up',
    help: 'What the kind of success or failure added to the reward, mean over judged rollouts.',
  },
  'rewards/time/mean': {
    label: 'Paid for time',
    unit: '',
    good: 'up',
    help: 'What the tick budget that failing programs spent took off the reward, mean over judged rollouts.',
  },
  'rewards/syntax/mean': {
    label: 'Paid for syntax',
    unit: '',
    good: 'up',
    help: 'What compiling with every name bound and no refused import added to the reward, mean over judged rollouts.',
  },
  'rewards/lint/mean': {
    label: 'Paid for style',
    unit: '',
    good: 'up',
    help: 'What the linter’s silence added to the reward, mean over judged rollouts.',
  },
  'rewards/types/mean': {
    label: 'Paid for types',
    unit: '',
    good: 'up',
    help: 'What the type checker’s silence added to the reward, mean over judged rollouts.',
  },
  'rewards/complexity/mean': {
    label: 'Paid for simplicity',
    unit: '',
    good: 'up',
    help: 'What a cyclomatic complexity of 10 or less added to the reward, mean over judged rollouts.',
  },
  'rewards/cost/mean': {
    label: 'Paid for low cost',
    unit: '',
    good: 'up',
    help: 'What ticks, memory and growth near those of the reference added to the reward, mean over judged rollouts.',
  },
  'rewards/brevity/mean': {
    label: 'Paid for brevity',
    unit: '',
    good: 'up',
    help: 'What being as short as the reference added to the reward, mean over judged rollouts.',
  },
  'rewards/format/mean': {
    label: 'Paid for form',
    unit: '',
    good: 'up',
    help: 'What being one function and nothing else added to the reward, mean over judged rollouts.',
  },
  'reward/overfit': {
    label: 'Over-fitted',
    unit: '%',
    good: 'down',
    help: 'Share of judged rollouts that pass every visible test and fail a hidden one. Hidden tests are never paid.',
  },
  'reward/hack_rate': {
    label: 'Cheats',
    unit: '%',
    good: 'down',
    help: 'Share of judged rollouts that pass a weak harness and fail the sealed one. In an audit: paid attacks of those judged.',
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
