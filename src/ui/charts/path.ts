/** SVG path data of a line and of the band around it. */

import type { Scale } from './scale.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
  readonly low?: number;
  readonly high?: number;
}

/** One polyline; a value that is not a number lifts the pen. */
export function linePath(points: readonly Point[], x: Scale, y: Scale): string {
  let path = '';
  let down = false;
  for (const point of points) {
    if (!Number.isFinite(point.y)) {
      down = false;
      continue;
    }
    path += `${down ? 'L' : 'M'}${pixel(x(point.x))},${pixel(y(point.y))}`;
    down = true;
  }
  return path;
}

/** A closed outline along the highs and back along the lows; empty where fewer than two points carry a band. */
export function bandPath(points: readonly Point[], x: Scale, y: Scale): string {
  const banded = points.filter((p) => p.low !== undefined && p.high !== undefined);
  if (banded.length < 2) return '';
  const upper = banded.map((p) => `${pixel(x(p.x))},${pixel(y(p.high!))}`);
  const lower = banded.map((p) => `${pixel(x(p.x))},${pixel(y(p.low!))}`).reverse();
  return `M${[...upper, ...lower].join('L')}Z`;
}

/** The point nearest to `value` along x, or null when there is none. */
export const nearest = (points: readonly Point[], value: number): Point | null =>
  points[nearestIndex(points, value, ({ x }) => x)] ?? null;

/** Index of what lies nearest to `value`, by halving; the earlier of two that are equally near. */
export function nearestIndex<T>(all: readonly T[], value: number, placeOf: (one: T) => number): number {
  let [low, high] = [0, Math.max(0, all.length - 1)];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (placeOf(all[middle]!) <= value) low = middle;
    else high = middle;
  }
  if (high === low) return low;
  return Math.abs(placeOf(all[high]!) - value) < Math.abs(placeOf(all[low]!) - value) ? high : low;
}

const pixel = (value: number): string => String(Math.round(value * 10) / 10);
