/** The pass@k curve of a set of problems: k = 1, 2, 4, … n. */

import type { CurvePoint } from '../core/records.ts';
import { mean } from '../core/stats.ts';
import { type BootstrapOptions, bootstrapMean } from './bootstrap.ts';
import { biasedPassAtK, passAtK, type Tally } from './pass-at-k.ts';
import { meanPassInterval } from './sample-band.ts';

/** 1, 2, 4, … and n itself. */
export function curvePoints(n: number): number[] {
  const points: number[] = [];
  for (let k = 1; k < n; k *= 2) points.push(k);
  return n >= 1 ? [...points, n] : points;
}

/**
 * The mean over problems of unbiased pass@k. Two 95 % bands answer two
 * questions: `pass.low` to `pass.high`, by bootstrap over problems, is how far the mean would move with other problems of
 * this kind; `samples` is how far with other samples of these problems. The first is about what a set says of the world, the
 * second about whether it was sampled enough. `biased` is the mean of the plug-in estimate.
 *
 * Throws where a problem has fewer than k samples.
 */
export function passPoint(tallies: readonly Tally[], k: number, options: BootstrapOptions): CurvePoint {
  const { low, high } = meanPassInterval(tallies, k);
  return {
    k,
    pass: bootstrapMean(
      tallies.map((tally) => passAtK(tally, k)),
      options,
    ),
    samples: { low, high },
    biased: mean(tallies.map((tally) => biasedPassAtK(tally, k))),
  };
}

/** One point per k up to the smallest n of the problems. Throws without problems. */
export function passCurve(tallies: readonly Tally[], options: BootstrapOptions): CurvePoint[] {
  const n = tallies.reduce((least, tally) => Math.min(least, tally.n), Number.POSITIVE_INFINITY);
  if (tallies.length === 0) throw new Error('curve: expected at least one problem, got none');
  return curvePoints(n).map((k) => passPoint(tallies, k, options));
}
