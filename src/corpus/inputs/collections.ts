/** Kinds of input that hold lists or dicts. */

import {
  ascending,
  distinctNumbers,
  mixedNumbers,
  number,
  scores,
  several,
  smallNumbers,
  WORDS,
  words,
} from './draws.ts';
import { kind } from './kind.ts';

export const COLLECTIONS = {
  /** At least one number. */
  numbers: kind(
    'nums|numbers|lst|values',
    (rng) => [mixedNumbers(rng, 1, 7)],
    [[-5, -2, -9]],
    [[3, 1, 2]],
    [[-4]],
    [[9, 6]],
    [[0, -7, 6, 6]],
    [[8, 5, -1, 10]],
  ),
  'numbers-or-empty': kind(
    'nums|numbers|lst|values',
    (rng) => [mixedNumbers(rng, 0, 7)],
    [[3, 1, 2]],
    [[]],
    [[-5, 4, -5]],
    [[7]],
    [[9, 0, 10, -2]],
  ),
  'repeated-numbers': kind(
    'nums|numbers|lst|values',
    (rng) => [smallNumbers(rng, 1, 7)],
    [[3, 1, 3]],
    [[2, 2, 2]],
    [[1, 2, 3]],
    [[5]],
    [[4, 0, 4, 0, -1]],
  ),
  /** Two or more, all different, in any order. */
  'distinct-numbers': kind(
    'nums|numbers|lst|values',
    (rng) => [distinctNumbers(rng, 2, 7)],
    [[4, 9, 1]],
    [[-3, -8]],
    [[2, 10, 7, 5]],
    [[6, -1, 0, 3, 8]],
  ),
  /** An odd number of different numbers. */
  'odd-length': kind(
    'nums|numbers|lst|values',
    (rng) => [distinctNumbers(rng, 7, 7).slice(0, rng.pick([1, 3, 5, 7]))],
    [[9, 1, 5]],
    [[4]],
    [[-2, 8, 0, 3, 7]],
    [[6, 2, 4]],
  ),
  /** One value in more than half of the places. */
  majority: kind(
    'nums|numbers|lst|values',
    (rng) => {
      const others = distinctNumbers(rng, 1, 3);
      const most = rng.int(0, 9);
      return [rng.shuffle([...others, ...Array<number>(others.length + 1).fill(most)])];
    },
    [[1, 7, 1]],
    [[9, 2, 2]],
    [[5]],
    [[3, 8, 3, -1, 3]],
  ),
  'sorted-or-not': kind(
    'nums|numbers|lst|values',
    (rng) => {
      const values = distinctNumbers(rng, 2, 5);
      return [rng.pick([values, ascending(values), ascending(values).reverse(), [...ascending(values), -12]])];
    },
    [[1, 2, 3]],
    [[3, 2, 1]],
    [[1, 5, 2]],
    [[2, 9]],
    [[]],
    [[8, 4]],
  ),
  /** One value in every place, in half of the cases. */
  'constant-or-not': kind(
    'nums|numbers|lst|values',
    (rng) => {
      const value = number(rng);
      const same = several(rng, 1, 5, () => value);
      return [rng.pick([same, same, [...same, value + 1, value], [value - 1, ...same], smallNumbers(rng, 2, 5)])];
    },
    [[4, 4, 4]],
    [[4, 1, 4]],
    [[7]],
    [[2, 2, 5]],
    [[3, 9, 9, 3]],
  ),
  /** The same from both ends, in half of the cases. */
  'mirrored-or-not': kind(
    'nums|numbers|lst|values',
    (rng) => {
      const half = smallNumbers(rng, 1, 3);
      const mirrored = [...half, ...several(rng, 0, 1, () => number(rng)), ...[...half].reverse()];
      return [rng.pick([mirrored, mirrored, [...mirrored, half[0]! + 1], [9, ...half, 8, 9], smallNumbers(rng, 0, 4)])];
    },
    [[1, 2, 1]],
    [[1, 2, 3]],
    [[5]],
    [[4, 0, 1, 4]],
    [[3, 3]],
    [[]],
  ),
  /** Empty in half of the cases. */
  'maybe-empty-list': kind(
    'nums|numbers|lst|values',
    (rng) => [rng.pick([[], mixedNumbers(rng, 1, 4)])],
    [[]],
    [[3]],
    [[0]],
    [[1, 2]],
  ),
  'two-lists': kind(
    'a b|xs ys|first second',
    (rng) => [smallNumbers(rng, 1, 5), smallNumbers(rng, 1, 5)],
    [
      [1, 2, 3],
      [3, 4],
    ],
    [[5], [0, 5, -1]],
    [[2, 1], []],
    [
      [4, 4],
      [4, 7],
    ],
  ),
  /** Two lists of the same length, sometimes equal or the same in another order. */
  'paired-lists': kind(
    'a b|xs ys|first second',
    (rng) => {
      const a = smallNumbers(rng, 1, 5);
      return [a, rng.pick([a, rng.shuffle(a), a.map(() => rng.int(-2, 9)), a.map(() => rng.int(-2, 9))])];
    },
    [
      [1, 2],
      [3, 4],
    ],
    [
      [2, 1, 0],
      [0, 1, 2],
    ],
    [[5], [-6]],
    [
      [3, 3, 1],
      [3, 3, 1],
    ],
    [
      [5, 5, 3],
      [3, 5, 5],
    ],
    [
      [1, 1, 2],
      [1, 2, 2],
    ],
  ),
  'numbers-and-number': kind(
    'nums x|nums k|lst x|numbers n',
    (rng) => {
      const values = smallNumbers(rng, 2, 7);
      return [values, rng.next() < 0.6 ? rng.pick(values) : rng.int(-4, 8)];
    },
    [[3, 1, 3, 5], 3],
    [[1, 2, 4], 2],
    [[0, 5, 7], 7],
    [[4, 0], 6],
    [[-1, -1], -1],
  ),
  /** A list of at least four and a number from 0 to 3. */
  'numbers-and-count': kind(
    'nums k|nums n|lst n|numbers k',
    (rng) => [distinctNumbers(rng, 4, 7), rng.int(0, 3)],
    [[4, 9, 1, 6], 2],
    [[8, 3, 5, 7, 2], 1],
    [[5, 0, -2, 1], 3],
    [[6, 7, 8, 9], 0],
  ),
  /** One to five words. */
  words: kind(
    'words|strings|names|items',
    (rng) => [words(rng, 1, 5)],
    [['oak', 'Tiger', 'me']],
    [['x']],
    [['wolf', 'moon', 'banana']],
    [['zoo', 'apple', 'Ada', 'b']],
  ),
  /** Few different words, so that some come back. */
  'repeated-words': kind(
    'words|names|items',
    (rng) => {
      const few = words(rng, 1, 3);
      return [several(rng, 1, 6, () => rng.pick(few))];
    },
    [['oak', 'moon', 'oak']],
    [['x']],
    [['me', 'me', 'me', 'wolf']],
    [['Ada', 'tiger']],
  ),
  'words-and-word': kind(
    'words word|names name|items item',
    (rng) => {
      const all = words(rng, 1, 5);
      return [all, rng.next() < 0.6 ? rng.pick(all) : rng.pick(WORDS)];
    },
    [['oak', 'moon', 'oak'], 'oak'],
    [['tiger', 'me', 'x'], 'x'],
    [['tiger', 'me'], 'oak'],
    [['banana'], 'nan'],
    [['Ada', 'ada'], 'ada'],
  ),
  'words-and-separator': kind(
    'words sep|items sep|strings sep',
    (rng) => [words(rng, 1, 4), rng.pick(['-', ', ', ' ', '+', ''])],
    [['oak', 'Tiger', 'me'], '-'],
    [['x'], ', '],
    [['wolf', 'moon'], ''],
  ),
  /** Words to numbers; one entry at least. */
  dict: kind('d|data|scores', (rng) => [scores(rng)], [{ oak: 3, Ada: 12, moon: 7 }], [{ x: 0 }], [{ tiger: 2, b: 5 }]),
  /** Like `dict`, with all values different. */
  'dict-of-distinct': kind(
    'd|data|scores',
    (rng) => {
      const start = rng.int(0, 4);
      const entries = Object.entries(scores(rng));
      const values = rng.shuffle(entries.map((_, i) => start + 2 * i));
      return [Object.fromEntries(entries.map(([key], i) => [key, values[i]!]))];
    },
    [{ oak: 3, Ada: 12, moon: 7 }],
    [{ zoo: 1, b: 5 }],
    [{ tiger: 9, wolf: 4 }],
    [{ x: 0 }],
  ),
  'dict-and-key': kind(
    'd key|data key|scores name',
    (rng) => {
      const entries = scores(rng);
      return [entries, rng.next() < 0.6 ? rng.pick(Object.keys(entries)) : rng.pick(WORDS)];
    },
    [{ oak: 3, moon: 0 }, 'moon'],
    [{ Ada: 4 }, 'x'],
    [{ tiger: 2, b: 5 }, 'b'],
  ),
  'two-dicts': kind(
    'a b|d1 d2|first second',
    (rng) => [scores(rng), scores(rng)],
    [
      { oak: 3, moon: 1 },
      { moon: 8, x: 2 },
    ],
    [{ Ada: 4 }, { Ada: 5 }],
    [{ b: 6 }, { wolf: 7 }],
  ),
  /** A list of lists of numbers; inner lists may be empty. */
  nested: kind(
    'lists|rows|nested',
    (rng) => [several(rng, 1, 4, () => several(rng, 0, 3, () => rng.int(-4, 9)))],
    [[[1, 2], [3]]],
    [[[]]],
    [[[5], [], [-1, 4, 0]]],
    [[[6, 6, 6]]],
  ),
  /** Rows of equal length, at least one by one. */
  matrix: kind(
    'matrix|m|rows|grid',
    (rng) => {
      const width = rng.int(1, 3);
      return [several(rng, 1, 3, () => several(rng, width, width, () => rng.int(-4, 9)))];
    },
    [
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
    ],
    [[[7]]],
    [
      [
        [2, 0],
        [-1, 9],
      ],
    ],
    [[[3], [8]]],
  ),
};
