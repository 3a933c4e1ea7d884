/** Fits a power law, or an exponential, to the cost of growing inputs. */

import type { Growth, GrowthLabel } from '../../core/analysis.ts';

type Point = Growth['points'][number];

/** Points that a fit needs at least. */
const MIN_POINTS = 4;
/** Ticks above those of the smallest input from which on a point says something: three steps. */
const MIN_RISE = 3 / 51;
/** Only sizes of at least this part of the largest are fitted: small ones show what is lost later on. */
const FITTED_RANGE = 1 / 16;
/** Polynomials that somebody writes are no steeper than this. */
const STEEPEST_POLYNOMIAL = 3.5;

interface Line {
  readonly slope: number;
  /** Sum of squared residuals. */
  readonly error: number;
}

/** Ordinary least squares. */
function leastSquares(xs: readonly number[], ys: readonly number[]): Line {
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const [x0, y0] = [mean(xs), mean(ys)];
  const across = xs.reduce((sum, x, i) => sum + (x - x0) * (ys[i]! - y0), 0);
  const slope = across / xs.reduce((sum, x) => sum + (x - x0) ** 2, 0);
  return { slope, error: xs.reduce((sum, x, i) => sum + (ys[i]! - y0 - slope * (x - x0)) ** 2, 0) };
}

function nearestPower(exponent: number): GrowthLabel {
  if (exponent < 0.5) return 'O(1)';
  if (exponent < 1.5) return 'O(n)';
  return exponent < 2.5 ? 'O(n²)' : 'O(n³)';
}

/**
 * The law behind points of growing size; the first, the smallest, is taken for the constant part. Null when there are
 * too few points.
 */
export function fitGrowth(points: readonly Point[]): Growth | null {
  const [smallest, ...rest] = points;
  if (smallest === undefined || rest.length < MIN_POINTS) return null;
  const largest = rest.at(-1)!.size;
  const rising = rest
    .filter(({ size }) => size >= largest * FITTED_RANGE)
    .map(({ size, ticks }) => ({ size, rise: ticks - smallest.ticks }))
    .filter(({ rise }) => rise >= MIN_RISE);
  if (rising.length === 0) return { points, exponent: 0, label: 'O(1)' };
  if (rising.length < MIN_POINTS) return null;
  const costs = rising.map(({ rise }) => Math.log(rise));
  const sizes = rising.map(({ size }) => size);
  const power = leastSquares(sizes.map(Math.log), costs);
  const exponential = leastSquares(sizes, costs);
  const steep = power.slope > STEEPEST_POLYNOMIAL && exponential.error < power.error;
  return { points, exponent: power.slope, label: steep ? 'exponential' : nearestPower(power.slope) };
}
