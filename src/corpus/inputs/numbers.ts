/** Kinds of input that are one, two or three numbers. */

import { number } from './draws.ts';
import { kind } from './kind.ts';

export const NUMBERS = {
  number: kind('n|x|num|number|value', (rng) => [number(rng)], [0], [-3], [7], [-8], [1]),
  /** 0 to 12. */
  natural: kind('n|num|k|number', (rng) => [rng.int(0, 12)], [0], [1], [2], [5], [9]),
  /** 1 to 30. */
  positive: kind('n|num|x|number', (rng) => [rng.int(1, 30)], [1], [15], [2], [9], [12], [30]),
  /** Several digits; zeros and repeated digits among them. */
  'big-natural': kind(
    'n|num|number|x',
    (rng) => [rng.int(0, 10 ** rng.int(1, 5) - 1)],
    [0],
    [120],
    [77],
    [4321],
    [1001],
  ),
  /** 0 to 8: small enough for factorials. */
  'small-natural': kind('n|num|k|number', (rng) => [rng.int(0, 8)], [0], [1], [3], [5], [2]),
  /** Half of them read the same from both ends. */
  'maybe-mirrored': kind(
    'n|num|x|number',
    (rng) => {
      const [a, b] = [rng.int(1, 9), rng.int(0, 9)];
      return [rng.pick([a, 11 * a, 101 * a + 10 * b, 1001 * a + 110 * b, rng.int(10, 99), rng.int(100, 9999)])];
    },
    [121],
    [123],
    [7],
    [1221],
    [10],
    [1421],
  ),
  /** Half of them perfect squares. */
  'maybe-square': kind(
    'n|num|number|x',
    (rng) => [rng.next() < 0.5 ? rng.int(0, 9) ** 2 : rng.int(0, 60)],
    [1],
    [8],
    [16],
    [0],
    [2],
    [49],
  ),
  year: kind(
    'year|y|n',
    (rng) => [rng.pick([100 * rng.int(15, 24), 4 * rng.int(450, 520), rng.int(1800, 2100)])],
    [1900],
    [2000],
    [2024],
    [2023],
    [2100],
  ),
  'two-numbers': kind(
    'a b|x y|n m|first second',
    (rng) => [number(rng), number(rng)],
    [3, 5],
    [-4, 2],
    [0, -6],
    [7, 7],
  ),
  /** Half of them equal, opposite or sharing a sign. */
  'related-numbers': kind(
    'a b|x y|n m|first second',
    (rng) => {
      const value = number(rng);
      return rng.next() < 0.5 ? [value, rng.pick([value, -value])] : [value, number(rng)];
    },
    [4, 4],
    [4, -4],
    [2, 9],
    [-3, -5],
  ),
  'two-naturals': kind('a b|x y|n m', (rng) => [rng.int(0, 12), rng.int(0, 12)], [3, 8], [0, 4], [9, 2], [5, 5]),
  /** A natural number and a divisor or count that is never 0. */
  'natural-positive': kind(
    'a b|n k|x y|n m',
    (rng) => {
      const divisor = rng.int(1, 7);
      return [rng.next() < 0.4 ? divisor * rng.int(0, 6) : rng.int(0, 40), divisor];
    },
    [7, 2],
    [12, 3],
    [0, 5],
    [3, 4],
  ),
  'base-and-exponent': kind('a b|x n|n k', (rng) => [rng.int(0, 7), rng.int(0, 4)], [2, 3], [3, 2], [5, 0], [1, 4]),
  /** Two positive numbers that share a factor. */
  'common-factor': kind(
    'a b|x y|n m',
    (rng) => {
      const factor = rng.int(1, 6);
      return [factor * rng.int(1, 6), factor * rng.int(1, 6)];
    },
    [12, 18],
    [7, 5],
    [6, 6],
    [4, 20],
  ),
  'three-numbers': kind(
    'a b c|x y z',
    (rng) => {
      const [a, b] = [number(rng), number(rng)];
      const c = rng.next() < 0.25 ? rng.pick([a, b]) : number(rng);
      return [a, b, c];
    },
    [5, 2, 9],
    [3, 6, 1],
    [8, -3, 2],
    [-5, 6, -5],
    [0, 4, -7],
    [3, -2, 6],
  ),
  /** Three numbers of which two or three are often equal. */
  'alike-numbers': kind(
    'a b c|x y z',
    (rng) => {
      const [a, b] = [number(rng), number(rng)];
      return rng.pick([
        [a, a, a],
        [a, a, b],
        [b, a, a],
        [a, b, a],
        [a, b, number(rng)],
      ]);
    },
    [4, 4, 4],
    [4, 4, 9],
    [9, 4, 4],
    [4, 9, 4],
    [7, 7, -1],
  ),
  /** A number and the bounds of a range, low ≤ high. */
  'number-and-range': kind(
    'x low high|n low high|n a b',
    (rng) => {
      const low = rng.int(-8, 8);
      const high = low + rng.int(1, 9);
      return [rng.pick([low, high, rng.int(low, high), number(rng)]), low, high];
    },
    [2, 2, 8],
    [8, 2, 8],
    [11, 2, 8],
    [-1, 2, 8],
  ),
};
