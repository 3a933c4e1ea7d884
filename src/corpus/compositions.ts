/** The compositional families, and the rule that holds some of them out of pre-training and of reinforcement learning. */

import { NUMBER_COMPOSITIONS } from './compositions/numbers.ts';
import { DIGIT_COMPOSITIONS, RANGE_COMPOSITIONS } from './compositions/ranges.ts';
import { PIECE_COMPOSITIONS, STRING_COMPOSITIONS } from './compositions/strings.ts';
import { WORD_COMPOSITIONS } from './compositions/words.ts';
import type { Family } from './family.ts';
import { hashText } from './hash.ts';

/** One composition in this many is held out. */
const HELD_OUT_EVERY = 6;

/**
 * Whether a composition is held out: a hash of its id decides, so that nobody chose them and no result did.
 * Every part of a held-out composition (`squares`, `even`, …) occurs in many that are trained on; a test counts.
 */
export function isHeldOut(id: string): boolean {
  return hashText(id) % HELD_OUT_EVERY === 0;
}

/** The parts that a composition's id names: `list.sum.squares.even` → `list`, `sum`, `squares`, `even`. */
export function partsOf(id: string): string[] {
  return id.split('.');
}

/** Every composition in a fixed order. */
export const COMPOSITIONS: readonly Family[] = [
  ...NUMBER_COMPOSITIONS,
  ...RANGE_COMPOSITIONS,
  ...DIGIT_COMPOSITIONS,
  ...STRING_COMPOSITIONS,
  ...PIECE_COMPOSITIONS,
  ...WORD_COMPOSITIONS,
].map((composition) => (isHeldOut(composition.id) ? { ...composition, heldOut: true } : composition));
