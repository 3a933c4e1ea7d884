/** Random numbers, lists and words that the kinds of input are drawn from: small values and short words only. */

import type { Rng } from '../../core/rng.ts';

export const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** Words with every letter, both cases, digits, palindromes and repeated letters; at most 8 characters. */
export const WORDS: readonly string[] = (
  'tiger Olive moon level basket Eve queue river ECHO banana x Idea jazz rhythm ' +
  'kayak pixel AREA wolf otto sun7 mp3 Ada lemon Undo cycle data oak'
).split(' ');

/** Words in lower case only. */
export const LOWER = WORDS.filter((word) => /^[a-z]+$/.test(word));

export const number = (rng: Rng) => rng.int(-12, 20);

/** `minimum`…`maximum` values from `draw`. */
export function several<T>(rng: Rng, minimum: number, maximum: number, draw: () => T): T[] {
  return Array.from({ length: rng.int(minimum, maximum) }, draw);
}

/** A list that often has something in common: all even, all odd, all positive, all negative, or anything. */
export function mixedNumbers(rng: Rng, minimum: number, maximum: number): number[] {
  const style = rng.int(0, 7);
  return several(rng, minimum, maximum, () => {
    const value = number(rng);
    if (style === 0) return value - (value & 1);
    if (style === 1) return value | 1;
    if (style === 2) return Math.abs(value) + 1;
    if (style === 3) return -Math.abs(value) - 1;
    return value;
  });
}

export const smallNumbers = (rng: Rng, minimum: number, maximum: number) =>
  several(rng, minimum, maximum, () => rng.int(-2, 5));

export function distinctNumbers(rng: Rng, minimum: number, maximum: number): number[] {
  const range = Array.from({ length: 33 }, (_, i) => i - 12);
  return rng.shuffle(range).slice(0, rng.int(minimum, maximum));
}

export const ascending = (values: readonly number[]) => [...values].sort((a, b) => a - b);

export const words = (rng: Rng, minimum: number, maximum: number) =>
  several(rng, minimum, maximum, () => rng.pick(WORDS));

/** A word, or sometimes a few letters that make no word. */
export const anyWord = (rng: Rng) =>
  rng.next() < 0.7 ? rng.pick(WORDS) : several(rng, 1, 6, () => rng.pick([...LETTERS, 'A', 'E', 'R', '4'])).join('');

/** Words to numbers, at least one entry. */
export const scores = (rng: Rng): Record<string, number> =>
  Object.fromEntries(words(rng, 1, 4).map((word) => [word, rng.int(0, 12)]));
