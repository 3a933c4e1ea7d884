/** Percentile bootstrap (Efron 1979) of a mean over problems. */

import type { Estimate } from '../core/records.ts';
import { createRng } from '../core/rng.ts';
import { mean, quantile } from '../core/stats.ts';

export interface BootstrapOptions {
  readonly seed: number;
  /** 2000 when absent. */
  readonly draws?: number;
  /** 0.95 when absent. */
  readonly confidence?: number;
}

/**
 * Mean of one value per problem, with the band that resampling the problems with replacement gives: how far the mean
 * would move with other problems of the same kind. One seed draws the same problems for every list of the same length,
 * so that the bands of a curve move together.
 */
export function bootstrapMean(values: readonly number[], options: BootstrapOptions): Estimate {
  const draws = options.draws ?? 2000;
  const tail = (1 - (options.confidence ?? 0.95)) / 2;
  const value = mean(values);
  const rng = createRng('bootstrap', options.seed);
  const means = Float64Array.from({ length: draws }, () => {
    let total = 0;
    for (let i = 0; i < values.length; i++) total += values[rng.int(0, values.length - 1)]!;
    return total / values.length;
  }).sort();
  return { value, low: quantile(means, tail), high: quantile(means, 1 - tail) };
}
