/** Fewer and calmer points: exponential smoothing, and thinning that keeps every extreme. */

import type { Point } from './path.ts';

/**
 * Exponential moving average with its start corrected: the weights of what was seen sum to 1 from the first point on (Kingma &
 * Ba 2015, §3), so that the line begins at the data and not at 0. A value that is not a number is passed on and forgotten.
 *
 * @param weight of the past, from 0 (the points themselves) to below 1
 */
export function smoothed(points: readonly Point[], weight: number): readonly Point[] {
  if (!(weight >= 0 && weight < 1))
    throw new Error(`chart: expected a smoothing weight from 0 to below 1, got ${weight}`);
  if (weight === 0) return points;
  let average = 0;
  let mass = 0;
  return points.map(({ x, y }) => {
    if (!Number.isFinite(y)) return { x, y };
    average = weight * average + (1 - weight) * y;
    mass = weight * mass + (1 - weight);
    return { x, y: average / mass };
  });
}

/**
 * At most four points for each of `columns` equal parts of the x range: the first, the lowest, the highest and the last, so
 * that a line drawn one pixel per column looks the same. Gaps stay gaps.
 *
 * @param points in the order of x
 */
export function thinned(points: readonly Point[], columns: number): readonly Point[] {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length <= 4 * columns) return points;
  const perColumn = (last.x - first.x) / columns;
  const kept: Point[] = [];
  for (let from = 0; from < points.length; ) {
    const column = Math.floor((points[from]!.x - first.x) / perColumn);
    let to = from + 1;
    while (to < points.length && Math.floor((points[to]!.x - first.x) / perColumn) === column) to++;
    kept.push(...outline(points.slice(from, to)));
    from = to;
  }
  return kept;
}

/** First, lowest, highest, last and the first gap of a run of points, each once, in order. */
function outline(points: readonly Point[]): Point[] {
  let [low, high] = [0, 0];
  for (const [i, { y }] of points.entries()) {
    if (y < points[low]!.y) low = i;
    if (y > points[high]!.y) high = i;
  }
  const gap = points.findIndex(({ y }) => !Number.isFinite(y));
  const wanted = [...new Set([0, low, high, points.length - 1, ...(gap < 0 ? [] : [gap])])];
  return wanted.sort((a, b) => a - b).map((i) => points[i]!);
}
