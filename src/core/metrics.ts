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
    help: 'Share of groups whose rollouts all got the same reward. An advantage that compares within groups gets no gradient from them; for one that does not (a value head, a critic, the raw reward, the whole batch) this says nothing.',
  },
  'frac_reward_zero_std/predicted': {
    label: 'Dead groups, predicted',
    unit: '%',
    good: 'down',
    help: 'Mean over this step’s groups of pᴳ + (1 − p)ᴳ, with p the solve rate of each problem before the step; a formula with the mean of p would predict too few. It takes for granted that the reward only tells solved from not solved: finer rewards leave fewer groups dead.',
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
  'rewards/overlong/mean': {
    label: 'Paid for length',
    unit: '',
    good: 'up',
    help: 'What coming near the length limit took off the reward, mean over judged rollouts.',
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
    help: 'k3 estimate of KL(policy ‖ reference) before the update, mean over the tokens trained on: those of dropped groups and masked truncated completions do not count. In steps of a warm start the tokens are those of reference solutions.',
  },
  entropy: {
    label: 'Entropy',
    unit: 'nats',
    good: 'none',
    help: 'Mean entropy of the next-token distribution at the sampling temperature, over the tokens trained on (as for KL) in the first pass of applied updates.',
  },
  kl_coef: {
    label: 'β',
    unit: '',
    good: 'none',
    help: 'Weight of the KL in this step; the adaptive controller moves it.',
  },
  'actor/ppo_kl': {
    label: 'KL of the step',
    unit: 'nats',
    good: 'none',
    help: 'Mean of log-prob before − log-prob after the step over the tokens trained on: how far one step moved the policy.',
  },
  loss: {
    label: 'Loss',
    unit: '',
    good: 'none',
    help: 'What the optimiser steps descend, mean over those applied. It is no measure of progress: advantages are relative, so it stays near 0 while the model learns.',
  },
  policy_loss: {
    label: 'Policy loss',
    unit: '',
    good: 'none',
    help: 'The surrogate alone, without KL, entropy and value terms; no measure of progress either.',
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
  'clip_ratio/region_mean': {
    label: 'Clipped',
    unit: '%',
    good: 'none',
    help: 'Clipped low and clipped high together.',
  },
  'actor/pg_clipfrac_lower': {
    label: 'Dual-clipped',
    unit: '%',
    good: 'none',
    help: 'Share of the tokens trained on where a negative advantage met a ratio above the dual clip.',
  },
  grad_norm: {
    label: 'Gradient norm',
    unit: '',
    good: 'none',
    help: 'Global gradient norm before clipping, mean over applied updates.',
  },
  learning_rate: { label: 'Learning rate', unit: '', good: 'none', help: 'Step size of AdamW in this step.' },
  'critic/vf_loss': {
    label: 'Value loss',
    unit: '',
    good: 'down',
    help: 'The value head’s part of the loss, its coefficient included, mean over applied updates.',
  },
  'critic/vf_clipfrac': {
    label: 'Values clipped',
    unit: '%',
    good: 'none',
    help: 'Share of the tokens trained on whose value had moved beyond its clip.',
  },
  'critic/vf_explained_var': {
    label: 'Explained variance',
    unit: '',
    good: 'up',
    help: '1 − variance of (return − value) / variance of the return: 1 is a perfect critic, 0 one that knows only the mean.',
  },
  'critic/values/mean': { label: 'Value', unit: '', good: 'none', help: 'Mean value of the tokens trained on.' },
  'critic/returns/mean': { label: 'Return', unit: '', good: 'up', help: 'Mean return of the tokens trained on.' },
  'critic/outcome_loss': {
    label: 'Critic loss',
    unit: 'nats',
    good: 'down',
    help: '−log p of the true class under the outcome critic, p over its whole vocabulary: mean over the prefixes of a program, then over programs, before it learned from them.',
  },
  'critic/outcome_accuracy': {
    label: 'Critic accuracy',
    unit: '%',
    good: 'up',
    help: 'Share of programs whose class of outcome the critic names at their end, before it learned from them.',
  },
  'completions/mean_length': {
    label: 'Length',
    unit: 'tokens',
    good: 'none',
    help: 'Mean length of completions, end of text included.',
  },
  'completions/min_length': {
    label: 'Shortest',
    unit: 'tokens',
    good: 'none',
    help: 'Length of the shortest completion.',
  },
  'completions/max_length': {
    label: 'Longest',
    unit: 'tokens',
    good: 'none',
    help: 'Length of the longest completion.',
  },
  'completions/mean_terminated_length': {
    label: 'Length of finished ones',
    unit: 'tokens',
    good: 'none',
    help: 'Mean length of completions that ended before the limit.',
  },
  'completions/max_new_tokens': {
    label: 'Length limit',
    unit: 'tokens',
    good: 'none',
    help: 'Longest completion that this step allowed.',
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
  num_tokens: {
    label: 'Tokens',
    unit: 'tokens',
    good: 'none',
    help: 'Completion tokens sampled for training so far in the run; greedy baselines are not counted.',
  },
  num_gen_batches: {
    label: 'Rounds',
    unit: '',
    good: 'down',
    help: 'Rounds of sampling that this step took: above 1 where dynamic sampling replaced dead groups.',
  },
  'num_turns/mean': { label: 'Turns', unit: '', good: 'down', help: 'Attempts per rollout.' },
  'group_size/mean': { label: 'Group size', unit: '', good: 'none', help: 'Rollouts per group, mean over groups.' },
  'sampling/staleness': {
    label: 'Staleness',
    unit: '',
    good: 'down',
    help: 'Optimiser steps between the weights that sampled this batch and those that it first updates.',
  },
  'sampling/importance_sampling_ratio/min': {
    label: 'Sampler ratio, least',
    unit: '',
    good: 'none',
    help: 'Least probability of the trainer over that of the sampler, over the first update’s tokens; where the loss is corrected, as it is weighed.',
  },
  'sampling/importance_sampling_ratio/mean': {
    label: 'Sampler ratio',
    unit: '',
    good: 'none',
    help: 'Mean probability of the trainer over that of the sampler, over the first update’s tokens; where the loss is corrected, as it is weighed.',
  },
  'sampling/importance_sampling_ratio/max': {
    label: 'Sampler ratio, most',
    unit: '',
    good: 'none',
    help: 'Largest probability of the trainer over that of the sampler, over the first update’s tokens; where the loss is corrected, as it is weighed.',
  },
  'sampling/sampling_logp_difference/mean': {
    label: 'Sampler mismatch, mean',
    unit: 'nats',
    good: 'down',
    help: 'Mean |log-prob at sampling − log-prob in the first update| over its tokens.',
  },
  'sampling/sampling_logp_difference/max': {
    label: 'Sampler mismatch',
    unit: 'nats',
    good: 'down',
    help: 'Largest |log-prob at sampling − log-prob in the first update| over its tokens.',
  },
} as const satisfies Record<string, MetricInfo>;

export type MetricName = keyof typeof METRICS;
