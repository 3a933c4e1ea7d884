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
 * The mean over problems of unbiased pass@k. Two 95 % bands answer two questions: `pass.low` to `pass.high`, by bootstrap over problems, is how far the mean would move with other problems of
 * this kind; `samples` is how far with other samples of these problems. The first is about what a set says of the world, the
 * second about whether it was sampled enough. One problem says nothing of others: there both are the band of its samples.
 * `biased` is the mean of the plug-in estimate.
 *
 * Throws where a problem has fewer than k samples.
 */
export function passPoint(
  tallies: readonly Tally[],
  k: number,
  options: Pick<BootstrapOptions, 'seed'>,
): CurvePoint & Required<Pick<CurvePoint, 'samples' | 'biased'>> {
  const { low, high } = meanPassInterval(tallies, k);
  return {
    k,
    pass: bootstrapMean(
      tallies.map((tally) => passAtK(tally, k)),
      { ...options, alone: { low, high } },
    ),
    samples: { low, high },
    biased: mean(tallies.map((tally) => biasedPassAtK(tally, k))),
  };
}

export interface CurveOptions extends Pick<BootstrapOptions, 'seed'> {
  /**
   * Samples that were asked for of each problem, up to which the curve goes as far as any problem has them. Problems that
   * lost some are left out of the points beyond their own n, which then say how many they are over: one lost sample
   * neither ends the curve of all the others nor counts as a failure. The smallest n of the problems when absent.
   */
  readonly asked?: number;
}

/** One point per k. Throws without problems. */
export function passCurve(tallies: readonly Tally[], { asked, seed }: CurveOptions): CurvePoint[] {
  if (tallies.length === 0) throw new Error('curve: expected at least one problem, got none');
  const sizes = tallies.map(({ n }) => n);
  const end = asked === undefined ? Math.min(...sizes) : Math.min(asked, Math.max(...sizes));
  return curvePoints(end).map((k) => {
    const able = tallies.filter(({ n }) => n >= k);
    return { ...passPoint(able, k, { seed }), ...(able.length < tallies.length ? { problems: able.length } : {}) };
  });
}
