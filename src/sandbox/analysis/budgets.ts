/** Budgets of the jobs that judge nothing. */

import { DEFAULT_LIMITS, withDefaults } from '../../core/limits.ts';
import type { Limits, Problem } from '../../core/types.ts';

/** Of looking at one source. 20,000 ticks go through some 50,000 nodes of a syntax tree. */
export const ANALYSIS_LIMITS: Limits = { ...DEFAULT_LIMITS, ticksPerTest: 20_000 };

/** Of one draw of a problem's generator. */
export const GENERATOR_LIMITS: Limits = { ...DEFAULT_LIMITS, ticksPerTest: 20_000 };

/** Of a program on inputs of one size, each call by itself. */
export const GROWTH_LIMITS: Limits = { ...DEFAULT_LIMITS, ticksPerTest: 5_000, fuelPerTest: 250_000, wallMs: 2_000 };

/**
 * The first gives the constant part. Small ones lie close together, so that factorials and exponentials show several
 * points before they are too dear; then half octaves.
 */
export const GROWTH_SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 11, 16, 23, 32, 45, 64, 91, 128, 181, 256, 362, 512] as const;

/** Fresh tests where nobody asks for other numbers: enough to tell programs apart, small enough for every reference. */
export const DEFAULT_FRESH = { count: 20, size: 20 } as const;

/**
 * Of a program on inputs that nobody has checked: a tenth of what its problem gives a test. On small inputs honest
 * programs need far less, and one that does not end there costs little.
 */
export function probeLimits(limits: Problem['limits']): Limits {
  const full = withDefaults(limits);
  return { ...full, ticksPerTest: Math.ceil(full.ticksPerTest / 10), fuelPerTest: Math.ceil(full.fuelPerTest / 10) };
}
