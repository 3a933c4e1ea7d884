/** Weights that make up for a sampler whose probabilities are not the trainer's: truncated or masked importance sampling. */

import type { AlgorithmConfig } from '../../core/config.ts';
import { mean, sum } from '../../core/stats.ts';
import { ratioOf } from './ratio.ts';

export type CorrectionOptions = Pick<AlgorithmConfig, 'correction' | 'correctionCap'>;

/**
 * w = exp(trainer − sampler) of every token, or of the whole completion (the exponential of the sum), for the surrogate to
 * be multiplied with; no derivative flows through it. Above the cap C a weight is held at C (`truncate`; TIS, Yao et al.
 * 2025) or becomes 0 (`mask`; MIS, TRL's default with C = 3 is `sequence_mask`). `off` gives all 1.
 *
 * @param trainer log-probs of the trainer under the weights that sampled, `[T]`
 * @param sampler log-probs that the sampler stored, `[T]`
 */
export function correctionWeights(
  trainer: readonly number[],
  sampler: readonly number[],
  { correction, correctionCap: cap }: CorrectionOptions,
): number[] {
  const truncated = (weight: number) => Math.min(weight, cap);
  const masked = (weight: number) => (weight > cap ? 0 : weight);
  const differences = trainer.map((one, t) => one - sampler[t]!);
  const whole = () => ratioOf(sum(differences));
  switch (correction) {
    case 'off':
      return differences.map(() => 1);
    case 'token-truncate':
      return differences.map((one) => truncated(ratioOf(one)));
    case 'token-mask':
      return differences.map((one) => masked(ratioOf(one)));
    case 'sequence-truncate':
      return differences.fill(truncated(whole()));
    case 'sequence-mask':
      return differences.fill(masked(whole()));
    default:
      return correction satisfies never;
  }
}

/** What TRL logs as `sampling/sampling_logp_difference` and `sampling/importance_sampling_ratio`, over all tokens. */
export interface SamplingDifference {
  /** |trainer − sampler|, nats. */
  readonly difference: { readonly mean: number; readonly max: number };
  /** Weights as applied; without a correction, what they would be per token without a cap. */
  readonly ratio: { readonly min: number; readonly mean: number; readonly max: number };
}

/** Null without tokens. */
export function samplingDifference(
  rows: readonly { readonly trainer: readonly number[]; readonly sampler: readonly number[] }[],
  options: CorrectionOptions,
): SamplingDifference | null {
  const differences = rows.flatMap(({ trainer, sampler }) => trainer.map((one, t) => one - sampler[t]!));
  if (differences.length === 0) return null;
  const sizes = differences.map(Math.abs);
  const ratios =
    options.correction === 'off'
      ? differences.map(ratioOf)
      : rows.flatMap(({ trainer, sampler }) => correctionWeights(trainer, sampler, options));
  return {
    difference: { mean: mean(sizes), max: largest(sizes) },
    ratio: { min: -largest(ratios.map((one) => -one)), mean: mean(ratios), max: largest(ratios) },
  };
}

const largest = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b));
