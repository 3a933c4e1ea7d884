/** Default budgets of a program (CONTRACTS §4). */

import type { Limits, Problem } from './types.ts';

export const DEFAULT_LIMITS: Limits = {
  ticksPerTest: 200_000,
  fuelPerTest: 5_000_000,
  virtualSecondsPerTest: 5,
  wallMs: 10_000,
  heapBytes: 96 * 2 ** 20,
  outputBytes: 64 * 2 ** 10,
  sourceBytes: 2 ** 20,
};

/** The defaults with some budgets replaced. */
export function withDefaults(limits: Problem['limits']): Limits {
  return { ...DEFAULT_LIMITS, ...limits };
}
