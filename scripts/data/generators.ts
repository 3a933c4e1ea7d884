/**
 * Python generators of fresh inputs (`Problem.inputs`), one for every kind of input of the corpus. They draw from the
 * same domain as `src/corpus/inputs/`, but grow with `size`: lists, texts and numbers are about as large as it says.
 */

import type { InputKind } from '../../src/corpus/inputs.ts';

const body = (...lines: readonly string[]): string =>
  `def inputs(random, size):\n${lines.map((line) => `    ${line}\n`).join('')}`;

/** Several functions in front, then the body of `inputs`. */
const withHelpers = (helpers: readonly string[], ...lines: readonly string[]): string =>
  `${helpers.join('\n')}\n${body(...lines)}`;

const WORD = `def word(random, length):
    letters = random.choice(['abcdefghijklmnopqrstuvwxyz', 'aeiourstn', 'aeiouAEIOUrtRT', 'ab'])
    return ''.join(random.choice(letters) for _ in range(length))
`;
const LOWER = `def word(random, length):
    return ''.join(random.choice('abcdeiorst') for _ in range(length))
`;
/** Words of one to eight letters, some of them twice. */
const WORDS = `${WORD}
def words(random, count):
    few = [word(random, random.randint(1, 8)) for _ in range(max(1, count // 2))]
    return [random.choice(few) if random.random() < 0.5 else word(random, random.randint(1, 8)) for _ in range(count)]
`;
const SCORES = `${LOWER}
def scores(random, count):
    return {word(random, random.randint(1, 6)): random.randint(0, 12) for _ in range(count)}
`;

const NUMBERS = '[random.randint(-20, 20) for _ in range(size)]';
const SMALL = '[random.randint(-2, 5) for _ in range(size)]';
const distinct = (count: string) => `random.sample(range(-size - 12, size + 12), ${count})`;

export const GENERATORS: Readonly<Record<InputKind, string>> = {
  number: body('return [random.randint(-size, size)]'),
  natural: body('return [random.randint(0, size)]'),
  positive: body('return [random.randint(1, size)]'),
  'big-natural': body('return [random.randint(0, 10 ** random.randint(1, size) - 1)]'),
  'small-natural': body('return [random.randint(0, size)]'),
  'maybe-mirrored': body(
    'half = str(random.randint(1, 10 ** (size // 2 + 1) - 1))',
    'other = half[::-1][random.randint(0, 1):]',
    'return [int(random.choice([half + other, half + other, half + str(random.randint(0, 99))]))]',
  ),
  'maybe-square': body(
    'n = random.randint(0, size)',
    'return [random.choice([n * n, n * n + random.randint(0, 2 * n)])]',
  ),
  year: body(
    'return [random.choice([100 * random.randint(1, 24), 4 * random.randint(1, 600), random.randint(1, 2400)])]',
  ),
  'two-numbers': body('return [random.randint(-size, size), random.randint(-size, size)]'),
  'related-numbers': body(
    'n = random.randint(-size, size)',
    'return [n, random.choice([n, -n, random.randint(-size, size), random.randint(-size, size)])]',
  ),
  'two-naturals': body('return [random.randint(0, size), random.randint(0, size)]'),
  'natural-positive': body(
    'k = random.randint(1, max(1, size // 3))',
    'return [random.choice([k * random.randint(0, 6), random.randint(0, 4 * size)]), k]',
  ),
  'base-and-exponent': body('return [random.randint(0, 9), random.randint(0, size)]'),
  'common-factor': body(
    'factor = random.randint(1, size)',
    'return [factor * random.randint(1, 12), factor * random.randint(1, 12)]',
  ),
  'three-numbers': body(
    'a, b, c = [random.randint(-size, size) for _ in range(3)]',
    'return random.choice([[a, b, c], [a, b, c], [a, b, a], [a, b, b]])',
  ),
  'alike-numbers': body(
    'a, b, c = [random.randint(-size, size) for _ in range(3)]',
    'return random.choice([[a, a, a], [a, a, b], [b, a, a], [a, b, a], [a, b, c]])',
  ),
  'number-and-range': body(
    'low = random.randint(-size, size)',
    'high = low + random.randint(1, size)',
    'return [random.choice([low, high, random.randint(low, high), random.randint(-3 * size, 3 * size)]), low, high]',
  ),
  string: withHelpers(
    [WORD],
    'text = word(random, size)',
    "return [random.choice([text, text, text[:-1] + ' ' + text[-1:]])]",
  ),
  word: withHelpers([WORD], 'return [word(random, size)]'),
  sentence: withHelpers([WORDS], "return [' '.join(words(random, size))]"),
  'spaced-text': withHelpers(
    [WORDS],
    "parts = [' ' * random.randint(0, 2) + one for one in words(random, size)]",
    "return [' '.join(parts) + ' ' * random.randint(0, 2)]",
  ),
  'maybe-palindrome': withHelpers(
    [LOWER],
    'half = word(random, size // 2)',
    'whole = half + word(random, size % 2) + half[::-1]',
    'at = random.randint(0, size - 1)',
    'broken = whole[:at] + word(random, 1) + whole[at + 1:]',
    'return [random.choice([whole, broken])]',
  ),
  'two-words': withHelpers([WORD], 'return [word(random, size), word(random, random.randint(1, size))]'),
  'unequal-words': withHelpers(
    [WORD],
    'pair = [word(random, size), word(random, size + random.randint(1, 3))]',
    'return random.choice([pair, pair[::-1]])',
  ),
  'related-words': withHelpers(
    [LOWER],
    'one = word(random, size)',
    "shuffled = ''.join(random.sample(one, len(one)))",
    'others = [one, one[::-1], shuffled, one[1:] + one[:1], one + one[:1], word(random, size)]',
    'return [one, random.choice(others)]',
  ),
  'word-and-substring': withHelpers(
    [WORD],
    'one = word(random, size)',
    'start = random.choice([0, random.randint(0, size - 1), max(0, size - 2)])',
    'return [one, random.choice([one[start:start + 2], one[start:start + 1], word(random, 2)])]',
  ),
  'word-and-char': withHelpers(
    [WORD],
    'one = word(random, size)',
    "return [one, random.choice(one) if random.random() < 0.75 else random.choice('aeioutz')]",
  ),
  'word-and-count': withHelpers([WORD], 'return [word(random, size), random.randint(0, size)]'),
  letter: body(
    "return [random.choice('aeiou') if random.random() < 0.5 else random.choice('abcdefghijklmnopqrstuvwxyz')]",
  ),
  'cased-word': withHelpers(
    [LOWER],
    'one = word(random, size)',
    'return [random.choice([one, one.upper(), one.capitalize(), one.swapcase()[:1] + one.title()])]',
  ),
  'case-variants': withHelpers(
    [LOWER],
    'one = word(random, size)',
    'other = random.choice([one, one, word(random, size)])',
    'return [random.choice([one, one.upper()]), random.choice([other, other.upper(), other.capitalize()])]',
  ),
  'vowel-text': withHelpers(
    [WORD],
    "return [random.choice([word(random, size), ' '.join([word(random, size // 2), word(random, size // 2)])])]",
  ),
  'maybe-letters': withHelpers(
    [WORD],
    'one = word(random, size)',
    'return [random.choice([one, one, one + str(random.randint(0, 9)), str(random.randint(0, 9)) * size])]',
  ),
  'maybe-blank': withHelpers([WORD], "return [random.choice(['', ' ' * size, word(random, size), word(random, 1)])]"),
  numbers: body(`return [${NUMBERS}]`),
  'numbers-or-empty': body(
    'base, step = random.choice([(0, 1), (0, 1), (0, 2), (1, 2)])',
    'numbers = [base + step * random.randint(-20, 20) for _ in range(size)]',
    'return [random.choice([numbers, numbers, numbers, numbers[1:]])]',
  ),
  'repeated-numbers': body(`return [${SMALL}]`),
  'distinct-numbers': body(`return [${distinct('size + 1')}]`),
  'odd-length': body(`return [${distinct('size | 1')}]`),
  majority: body(
    `others = ${distinct('size // 2')}`,
    'numbers = others + [random.randint(0, 9)] * (len(others) + 1)',
    'random.shuffle(numbers)',
    'return [numbers]',
  ),
  'sorted-or-not': body(
    `numbers = ${distinct('size')}`,
    'rising = sorted(numbers)',
    'return [random.choice([numbers, rising, rising, rising[::-1], rising + rising[:1]])]',
  ),
  'constant-or-not': body(
    'numbers = [random.randint(-9, 9)] * size',
    'at = random.randint(0, size - 1)',
    'other = numbers[:at] + [numbers[0] + 1] + numbers[at + 1:]',
    'return [random.choice([numbers, other])]',
  ),
  'mirrored-or-not': body(
    'half = [random.randint(-2, 5) for _ in range(size // 2)]',
    'whole = half + [random.randint(-2, 5)] * (size % 2) + half[::-1]',
    'at = random.randint(0, size - 1)',
    'return [random.choice([whole, whole[:at] + [9] + whole[at + 1:]])]',
  ),
  'maybe-empty-list': body(`return [random.choice([[], ${NUMBERS}])]`),
  'two-lists': body(`return [${SMALL}, ${SMALL.replace('size', 'random.randint(0, size)')}]`),
  'paired-lists': body(
    `first = ${SMALL}`,
    `return [first, random.choice([list(first), random.sample(first, size), ${SMALL}, ${SMALL}])]`,
  ),
  'numbers-and-number': body(
    `numbers = ${SMALL}`,
    'return [numbers, random.choice(numbers) if random.random() < 0.6 else random.randint(-4, 8)]',
  ),
  'numbers-and-count': body(`numbers = ${distinct('size + 3')}`, 'return [numbers, random.randint(0, 3)]'),
  words: withHelpers([WORDS], 'return [words(random, size)]'),
  'repeated-words': withHelpers(
    [WORDS],
    'few = words(random, max(1, size // 3))',
    'return [[random.choice(few) for _ in range(size)]]',
  ),
  'words-and-word': withHelpers(
    [WORDS],
    'all_words = words(random, size)',
    'return [all_words, random.choice(all_words) if random.random() < 0.6 else word(random, 3)]',
  ),
  'words-and-separator': withHelpers([WORDS], "return [words(random, size), random.choice(['-', ', ', ' ', '+', ''])]"),
  dict: withHelpers([SCORES], 'return [scores(random, size)]'),
  'dict-of-distinct': withHelpers(
    [SCORES],
    'keys = list(scores(random, size))',
    'return [dict(zip(keys, random.sample(range(2 * len(keys)), len(keys))))]',
  ),
  'dict-and-key': withHelpers(
    [SCORES],
    'entries = scores(random, size)',
    'return [entries, random.choice(list(entries)) if random.random() < 0.6 else word(random, 3)]',
  ),
  'two-dicts': withHelpers([SCORES], 'return [scores(random, size), scores(random, size)]'),
  nested: body('return [[[random.randint(-4, 9) for _ in range(random.randint(0, 4))] for _ in range(size)]]'),
  matrix: body(
    'width = random.randint(1, 4)',
    'return [[[random.randint(-4, 9) for _ in range(width)] for _ in range(size)]]',
  ),
};
