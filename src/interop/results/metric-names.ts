/** What TRL 1.13 calls each metric of ours, and where the two do not mean quite the same. */

import { METRICS, type MetricName } from '../../core/metrics.ts';

/** The release whose `GRPOTrainer` these names were read in. */
export const TRL_VERSION = '1.13';

/** Names that TRL has too: how ours differs, empty where it does not. */
const SHARED = {
  reward: '',
  reward_std: 'Divided by n; TRL divides by n − 1.',
  frac_reward_zero_std: 'TRL asks whether the spread is nearly 0, we ask whether it is 0.',
  'rewards/all_tests/mean': '',
  'rewards/tests/mean': '',
  'rewards/outcome/mean': '',
  'rewards/time/mean': '',
  'rewards/syntax/mean': '',
  'rewards/lint/mean': '',
  'rewards/types/mean': '',
  'rewards/complexity/mean': '',
  'rewards/cost/mean': '',
  'rewards/brevity/mean': '',
  'rewards/format/mean': '',
  'rewards/overlong/mean': '',
  kl: 'Once, before the update, and also where beta is 0; TRL takes the mean over the micro-batches of its update.',
  entropy: 'Of the first pass over the batch; TRL takes the mean over all of them.',
  loss: '',
  policy_loss: 'TRL writes it only with an entropy bonus.',
  'clip_ratio/low_mean': '',
  'clip_ratio/high_mean': '',
  'clip_ratio/region_mean': '',
  grad_norm: '',
  learning_rate: '',
  'completions/mean_length': '',
  'completions/min_length': '',
  'completions/max_length': '',
  'completions/mean_terminated_length': 'Missing where no completion ended; TRL writes 0 there.',
  'completions/clipped_ratio': '',
  num_tokens: 'Completions only; TRL counts their prompts too.',
  'sampling/importance_sampling_ratio/min': 'TRL: vLLM against the trainer; here: the sampler against the trainer.',
  'sampling/importance_sampling_ratio/mean': 'TRL: vLLM against the trainer; here: the sampler against the trainer.',
  'sampling/importance_sampling_ratio/max': 'TRL: vLLM against the trainer; here: the sampler against the trainer.',
  'sampling/sampling_logp_difference/mean': 'TRL: vLLM against the trainer; here: the sampler against the trainer.',
  'sampling/sampling_logp_difference/max': 'TRL: vLLM against the trainer; here: the sampler against the trainer.',
} as const satisfies Partial<Record<MetricName, string>>;

/** What TRL writes of every step besides, and where it can be had from here. */
export const NOT_WRITTEN: readonly (readonly [name: string, instead: string])[] = [
  ['rewards/…/std', "the column of that name in completions.parquet: `groupby('step')[name].std()`"],
  ['completions/min_terminated_length, …/max_terminated_length', '`tokens` in completions.parquet'],
  ['clip_ratio/low_min, clip_ratio/high_max', 'nowhere: only means are kept'],
  ['entropy_coef', '`algorithm.entropyBonus` in config.json'],
];

export interface ResultColumn {
  readonly name: string;
  /** Empty for a plain number. */
  readonly unit: string;
  readonly meaning: string;
  /** Whether TRL has the name, and how ours differs from TRL's. */
  readonly trl: { readonly differs: string } | null;
}

const isShared = (name: MetricName): name is keyof typeof SHARED => name in SHARED;

/** Of ours that TRL does not have, so that nobody takes them for TRL's. */
const OWN = 'greenbar/';

export const ownName = (name: string): string => `${OWN}${name}`;

/** A metric as a column of the tables. */
export function columnOf(name: MetricName): ResultColumn {
  const { unit, help } = METRICS[name];
  const shared = isShared(name);
  return {
    name: shared ? name : ownName(name),
    unit: unit === '%' ? 'share, 0 to 1' : unit,
    meaning: help,
    trl: shared ? { differs: SHARED[name] } : null,
  };
}

export const METRIC_NAMES = Object.keys(METRICS) as readonly MetricName[];
