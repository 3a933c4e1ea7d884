/** Default budgets of a program (CONTRACTS §4). */

import type { Limits, Problem } from './types.ts';

/**
 * CONTRACTS' bounds. Of 591 published solutions (HumanEval, sanitized MBPP) one needs more than 36,000 ticks in a test
 * (see HEAVY_TESTS) and none needs 500,000 iterator steps, but programs that people write for larger inputs come near.
 * The wall clock is the last resort, and so long that a busy machine does not reach it first.
 */
export const DEFAULT_LIMITS: Limits = {
  ticksPerTest: 200_000,
  fuelPerTest: 5_000_000,
  virtualSecondsPerTest: 5,
  wallMs: 10_000,
  heapBytes: 96 * 2 ** 20,
  outputBytes: 64 * 2 ** 10,
  sourceBytes: 2 ** 20,
};

/** The largest heap that a problem may ask for: the sandbox's map of written pages covers no more. */
export const MAX_HEAP_BYTES = 256 * 2 ** 20;

/** The defaults with some budgets replaced. */
export function withDefaults(limits: Problem['limits']): Limits {
  return { ...DEFAULT_LIMITS, ...limits };
}

/**
 * Published assert tests that honest solutions pass only with a larger budget, by the function they test. MBPP/123
 * sums divisors up to 9999 by trial: about 10⁸ loop iterations.
 */
export const HEAVY_TESTS: Readonly<Record<string, Partial<Limits>>> = {
  amicable_numbers_sum: { ticksPerTest: 4_000_000, wallMs: 120_000 },
};
