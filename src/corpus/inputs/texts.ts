/** Kinds of input that are strings, alone or with another string, a character or a number. */

import { anyWord, LETTERS, LOWER, several, words } from './draws.ts';
import { kind } from './kind.ts';

export const TEXTS = {
  /** A word, several words or nothing. */
  string: kind(
    's|text|string',
    (rng) => [rng.next() < 0.75 ? anyWord(rng) : words(rng, 2, 2).join(' ')],
    ['Olive'],
    ['AREA'],
    [''],
    ['big moon'],
    ['b'],
  ),
  /** At least one character, no spaces. */
  word: kind('s|word|text|string', (rng) => [anyWord(rng)], ['lemon'], ['q'], ['Ada'], ['jazz'], ['ECHO']),
  /** One to five words with single spaces between them. */
  sentence: kind(
    's|text|sentence',
    (rng) => [words(rng, 1, 5).join(' ')],
    ['the Tiger ran to me'],
    ['moon'],
    ['a bb ccc'],
    ['Olive oak UNDO'],
  ),
  /** Spaces around and between the words. */
  'spaced-text': kind(
    's|text|string',
    (rng) => {
      const spaced = words(rng, 1, 3).map((word) => ' '.repeat(rng.int(0, 2)) + word);
      return [spaced.join(' ') + rng.pick(['', ' ', '  '])];
    },
    [' oak tree '],
    ['moon'],
    ['  wolf'],
    ['data  '],
    ['a b c'],
  ),
  /** Half palindromes, half nearly so; lower case. */
  'maybe-palindrome': kind(
    's|word|text|string',
    (rng) => {
      const half = several(rng, 1, 3, () => rng.pick(LETTERS)).join('');
      const mirrored = half + rng.pick(['', ...LETTERS]) + [...half].reverse().join('');
      return [rng.pick([mirrored, mirrored, rng.pick(LOWER), `${rng.pick(LETTERS)}${mirrored}`, `x${half}yz${half}x`])];
    },
    ['level'],
    ['lemon'],
    ['abca'],
    ['otto'],
    ['a'],
    ['ab'],
    [''],
  ),
  'two-words': kind(
    'a b|s t|first second',
    (rng) => [anyWord(rng), anyWord(rng)],
    ['moon', 'oak'],
    ['Ada', 'basket'],
    ['x', 'tiger'],
    ['lemon', 'level'],
  ),
  /** Two words of different length. */
  'unequal-words': kind(
    'a b|s t|first second',
    (rng) => {
      const [a, b] = [anyWord(rng), anyWord(rng)];
      return a.length === b.length ? [`${a}er`, b] : [a, b];
    },
    ['zoo', 'apple'],
    ['banana', 'wolf'],
    ['x', 'Ada'],
    ['tiger', 'me'],
  ),
  /** Equal, reversed, shuffled, or nearly so. */
  'related-words': kind(
    'a b|s t|first second',
    (rng) => {
      const word = rng.pick(LOWER);
      const [head = 'a', ...rest] = [...word];
      const other = rng.pick([
        word,
        [...word].reverse().join(''),
        rng.shuffle([...word]).join(''),
        [...rest, head].join(''),
        word + head,
        rng.pick(LOWER),
      ]);
      return [word, other];
    },
    ['stop', 'pots'],
    ['oak', 'oak'],
    ['aab', 'abb'],
    ['moon', 'mon'],
    ['moon', 'noom'],
    ['abc', 'bca'],
  ),
  /** A word and a piece of it from the start, the middle or the end, or something else. */
  'word-and-substring': kind(
    's t|text part|a b',
    (rng) => {
      const word = anyWord(rng);
      const start = rng.pick([0, rng.int(0, word.length - 1), Math.max(0, word.length - 2)]);
      return [word, rng.next() < 0.65 ? word.slice(start, start + rng.int(1, 2)) : rng.pick(LETTERS)];
    },
    ['tiger', 'ti'],
    ['tiger', 'er'],
    ['tiger', 'ge'],
    ['tiger', 'o'],
    ['oak', 'oaks'],
  ),
  'word-and-char': kind(
    's c|text ch|word letter',
    (rng) => {
      const word = anyWord(rng);
      return [word, rng.next() < 0.75 ? rng.pick([...word]) : rng.pick(LETTERS)];
    },
    ['banana', 'a'],
    ['moon', 'o'],
    ['tiger', 'z'],
    ['oak', 'e'],
    ['Ada', 'a'],
  ),
  /** A word and a number from 0 to 4. */
  'word-and-count': kind(
    's n|text n|word k',
    (rng) => [anyWord(rng), rng.int(0, 4)],
    ['tiger', 2],
    ['oak', 1],
    ['lemon', 0],
    ['Ada', 3],
  ),
  /** One lowercase letter, a vowel in half of the cases. */
  letter: kind(
    'c|ch|letter|s',
    (rng) => [rng.pick([rng.pick([...'aeiou']), rng.pick(LETTERS)])],
    ['e'],
    ['a'],
    ['t'],
    ['u'],
    ['b'],
    ['m'],
  ),
  /** Letters only: all upper, all lower, capitalised or mixed. */
  'cased-word': kind(
    'word|s|text',
    (rng) => {
      const word = rng.pick(LOWER);
      const capital = word[0]!.toUpperCase() + word.slice(1);
      return [rng.pick([word, word.toUpperCase(), capital, word + capital])];
    },
    ['Moon'],
    ['OAK'],
    ['wolf'],
    ['iPad'],
    ['Q'],
    ['DNAx'],
  ),
  /** A word twice, in the same or another case, or two words. */
  'case-variants': kind(
    'a b|s t|first second',
    (rng) => {
      const variants = (word: string) => [word, word.toUpperCase(), word[0]!.toUpperCase() + word.slice(1)];
      const word = rng.pick(LOWER);
      return [rng.pick(variants(word)), rng.pick(variants(rng.pick([word, word, rng.pick(LOWER)])))];
    },
    ['Moon', 'moon'],
    ['OAK', 'oak'],
    ['wolf', 'wolf'],
    ['lemon', 'Level'],
    ['Ada', 'ADA'],
  ),
  /** Words full of vowels in both cases. */
  'vowel-text': kind(
    's|text|string|word',
    (rng) => [
      rng.pick([
        anyWord(rng),
        words(rng, 2, 2).join(' '),
        several(rng, 1, 6, () => rng.pick([...'aEioUtRaeI'])).join(''),
      ]),
    ],
    ['Olive'],
    ['banana'],
    ['AREA'],
    ['rhythm'],
    [''],
    ['Eve Idea'],
  ),
  /** Letters only, or digits among them. */
  'maybe-letters': kind(
    's|text|word',
    (rng) => [
      rng.pick([
        rng.pick(LOWER),
        rng.pick(LOWER) + rng.int(0, 9),
        `${rng.int(0, 99)}`,
        `${rng.int(0, 9)}${anyWord(rng)}`,
      ]),
    ],
    ['sun7'],
    ['moon'],
    ['42'],
    ['x9y'],
    ['Ada'],
    ['3'],
  ),
  /** Nothing, spaces only, or some text. */
  'maybe-blank': kind(
    's|text|string',
    (rng) => [rng.pick(['', '', ' ', '  ', anyWord(rng)])],
    [''],
    [' '],
    ['moon'],
    ['x'],
  ),
};
