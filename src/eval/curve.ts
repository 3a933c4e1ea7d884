/** The pass@k curve of a set of problems: k = 1, 2, 4, … n. */

import type { Estimate } from '../core/records.ts';
import { type BootstrapOptions, bootstrapMean } from './bootstrap.ts';
import { passAtK, type Tally } from './pass-at-k.ts';

/** 1, 2, 4, … and n itself. */
export function curvePoints(n: number): number[] {
  const points: number[] = [];
  for (let k = 1; k < n; k *= 2) points.push(k);
  return n >= 1 ? [...points, n] : points;
}

/** One point per k up to the smallest n of the problems, with bootstrap bands over problems. */
export function passCurve(
  tallies: readonly Tally[],
  options: BootstrapOptions,
): { readonly k: number; readonly pass: Estimate }[] {
  const n = tallies.reduce((least, tally) => Math.min(least, tally.n), Number.POSITIVE_INFINITY);
  if (tallies.length === 0) throw new Error('curve: expected at least one problem, got none');
  return curvePoints(n).map((k) => {
    const values = tallies.map((tally) => passAtK(tally, k));
    return { k, pass: bootstrapMean(values, options) };
  });
}
