/** How far pass@k would move with other samples of the same problems: intervals from counts alone, nothing is drawn. */

import type { Estimate } from '../core/records.ts';
import { mean } from '../core/stats.ts';
import { NORMAL_95 as Z } from './normal.ts';
import { anyOf, passAtK, type Tally } from './pass-at-k.ts';

/** ½·χ²(2c) at 0.05 for c = 1, 2, 3: the rate of a Poisson variable that reaches c or more in 5 % of cases. */
const POISSON_LOW = [0.05129329438755, 0.35536151069866, 0.81769144716396];

/**
 * Lower end of the 95 % interval for the success rate of one problem: Wilson's (1927), with Poisson's in its place where it
 * is known to be too high, at c ≤ 2 (n ≤ 50) or c ≤ 3 (Brown, Cai & DasGupta 2001, "Interval Estimation for a Binomial
 * Proportion", §4.1.1). The upper end is 1 − that of the failures.
 */
function rateLow({ n, correct }: Tally): number {
  if (correct === 0) return 0;
  const rate = correct / n;
  const spread = Z * Math.sqrt((rate * (1 - rate)) / n + (Z * Z) / (4 * n * n));
  const low = (rate + (Z * Z) / (2 * n) - spread) / (1 + (Z * Z) / n);
  const poisson = correct <= (n <= 50 ? 2 : 3) ? POISSON_LOW[correct - 1]! / n : 1;
  return Math.min(low, poisson);
}

/**
 * pass@k of one problem with its 95 % interval: that of the success rate p, carried through the increasing 1 − (1 − p)^k.
 * The unbiased estimate may lie outside (c = 1 at k = n gives 1, which no rate below 1 does); the interval then reaches it.
 */
export function passInterval(tally: Tally, k: number): Estimate {
  const value = passAtK(tally, k);
  const { n, correct } = tally;
  return {
    value,
    low: Math.min(value, anyOf(rateLow(tally), k)),
    high: Math.max(value, anyOf(1 - rateLow({ n, correct: n - correct }), k)),
  };
}

/**
 * Mean of pass@k over the problems with its 95 % interval under redrawing the samples of these very problems. The distances
 * to the ends of every problem's own interval are added in quadrature, below and above apart (MOVER: Zou, Huang & Zhang 2009,
 * "A note on confidence interval estimation for a linear function of binomial proportions"), so that the band is as lopsided
 * as counts near 0 and n are.
 *
 * Redrawing c ~ Binomial(n, c/n) and taking percentiles is no substitute: it centres on the plug-in estimate, and sees no
 * spread at c = 0. Simulated with n = 64, 10 or 60 problems, and rates as models have them (some never, some nearly always
 * right), the truth lies in this band in 92–98 % of cases at every k up to n; in the percentiles of redrawn counts in 85–96 %
 * up to k = 8 and in 30–60 % at k = n; in the percentiles of a Beta posterior (Jeffreys' prior for every problem) in anything
 * down to 0 %, because what the prior adds at c = 0 adds up over problems. This band is least right, 82–92 %, where all
 * problems have the same rate near 1/n, and from k = n/2 on it is wide, honestly: a problem that was never solved in n
 * samples may well be in the next n.
 */
export function meanPassInterval(tallies: readonly Tally[], k: number): Estimate {
  const { value, low, high } = meanInterval(tallies.map((tally) => passInterval(tally, k)));
  return { value, low: Math.max(0, low), high: Math.min(1, high) };
}

/** Mean of independent estimates, the distances to the ends of their intervals added in quadrature (MOVER, as above). */
export function meanInterval(intervals: readonly Estimate[]): Estimate {
  const value = mean(intervals.map((interval) => interval.value));
  const below = Math.hypot(...intervals.map((interval) => interval.value - interval.low)) / intervals.length;
  const above = Math.hypot(...intervals.map((interval) => interval.high - interval.value)) / intervals.length;
  return { value, low: value - below, high: value + above };
}

/**
 * `other − base` at k for one problem with its 95 % interval under redrawing both models' samples: Newcombe's (1998) hybrid
 * of the two score intervals, which at k = 1 this is.
 */
export function passDifference(base: Tally, other: Tally, k: number): Estimate {
  const from = passInterval(base, k);
  const to = passInterval(other, k);
  const value = to.value - from.value;
  return {
    value,
    low: value - Math.hypot(to.value - to.low, from.high - from.value),
    high: value + Math.hypot(to.high - to.value, from.value - from.low),
  };
}
