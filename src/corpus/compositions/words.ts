/** Compositions over a list of words: an operation × a filter on words. */

import type { Body, Description } from '../family.ts';
import { type Composition, mistakes } from './grammar.ts';

/** A predicate on the word `$W`, read after "words": "longer than three letters". */
interface WordFilter {
  readonly id: string;
  readonly suffix: string;
  /** After "every word … is / has …" in a yes-or-no question. */
  readonly predicate: string;
  readonly condition: string;
  readonly mistakes: readonly string[];
}

const containing = (letter: string): WordFilter => ({
  id: `with-${letter}`,
  suffix: `containing the letter ${letter}`,
  predicate: `contains the letter ${letter}`,
  condition: `'${letter}' in $W`,
  mistakes: [`$W == '${letter}'`, `'${letter}' not in $W`],
});

const FILTERS: readonly WordFilter[] = [
  {
    id: 'vowel-start',
    suffix: 'starting with a vowel',
    predicate: 'starts with a vowel',
    condition: "$W[0] in 'aeiouAEIOU'",
    mistakes: ["$W[0] in 'aeiou'", "$W[-1] in 'aeiouAEIOU'", "$W in 'aeiouAEIOU'"],
  },
  {
    id: 'vowel-end',
    suffix: 'ending with a vowel',
    predicate: 'ends with a vowel',
    condition: "$W[-1] in 'aeiouAEIOU'",
    mistakes: ["$W[-1] in 'aeiou'", "$W[0] in 'aeiouAEIOU'", "$W in 'aeiouAEIOU'"],
  },
  {
    id: 'longer-3',
    suffix: 'longer than three letters',
    predicate: 'is longer than three letters',
    condition: 'len($W) > 3',
    mistakes: ['len($W) >= 3', 'len($W) < 3'],
  },
  {
    id: 'longer-4',
    suffix: 'longer than four letters',
    predicate: 'is longer than four letters',
    condition: 'len($W) > 4',
    mistakes: ['len($W) >= 4', 'len($W) < 4'],
  },
  {
    id: 'shorter-5',
    suffix: 'shorter than five letters',
    predicate: 'is shorter than five letters',
    condition: 'len($W) < 5',
    mistakes: ['len($W) <= 5', 'len($W) > 5'],
  },
  containing('a'),
  containing('e'),
];

/** What is done with the words that pass; `{w}` stands for "the words starting with a vowel in a list". */
interface WordOperation {
  readonly id: string;
  readonly texts: readonly Description[];
  right(condition: string): Body[];
  mistakes(condition: string): Body[];
}

const listed = (value: string, condition: string): Body[] => [
  `return [${value} for $W in $1 if ${condition}]`,
  `$R = []\nfor $W in $1:\n\tif ${condition}:\n\t\t$R.append(${value})\nreturn $R`,
];

const early = (value: string, condition: string): Body =>
  `$R = []\nfor $W in $1:\n\tif ${condition}:\n\t\t$R.append(${value})\n\treturn $R`;

const OPERATIONS: readonly WordOperation[] = [
  {
    id: 'list',
    texts: ['noun:a list of {w}', 'verb:keep|only {w}'],
    right: (condition) => listed('$W', condition),
    mistakes: (condition) => [early('$W', condition), `return ' '.join($W for $W in $1 if ${condition})`],
  },
  {
    id: 'count',
    texts: ['noun:the number of {w}', 'verb:count|{w}'],
    right: (condition) => [
      `return sum(1 for $W in $1 if ${condition})`,
      `$N = 0\nfor $W in $1:\n\tif ${condition}:\n\t\t$N += 1\nreturn $N`,
      `return len([$W for $W in $1 if ${condition}])`,
    ],
    mistakes: (condition) => [
      `return [$W for $W in $1 if ${condition}]`,
      `$N = 0\nfor $W in $1:\n\tif ${condition}:\n\t\t$N += 1\n\treturn $N`,
    ],
  },
  {
    id: 'join',
    texts: ['verb:join|{w} with spaces', 'noun:{w} joined with spaces'],
    right: (condition) => [
      `return ' '.join($W for $W in $1 if ${condition})`,
      `$R = [$W for $W in $1 if ${condition}]\nreturn ' '.join($R)`,
    ],
    mistakes: (condition) => [
      `return ''.join($W for $W in $1 if ${condition})`,
      `return [$W for $W in $1 if ${condition}]`,
      "return ' '.join($1)",
    ],
  },
  {
    id: 'lengths',
    texts: ['noun:the lengths of {w}', 'noun:a list of the lengths of {w}'],
    right: (condition) => listed('len($W)', condition),
    mistakes: (condition) => [
      `return len([$W for $W in $1 if ${condition}])`,
      `return [$W for $W in $1 if ${condition}]`,
      'return [len($W) for $W in $1]',
    ],
  },
  {
    id: 'upper',
    texts: ['noun:{w} in uppercase', 'verb:convert|{w} to uppercase'],
    right: (condition) => listed('$W.upper()', condition),
    mistakes: (condition) => [
      'return [$W.upper() for $W in $1]',
      `return [$W for $W in $1 if ${condition}]`,
      `return [$W.lower() for $W in $1 if ${condition}]`,
    ],
  },
  {
    id: 'initials',
    texts: ['noun:the first letters of {w}', 'noun:a list of the first letters of {w}'],
    right: (condition) => listed('$W[0]', condition),
    mistakes: (condition) => [
      `return [$W[1] for $W in $1 if ${condition}]`,
      `return [$W for $W in $1 if ${condition}]`,
      'return [$W[0] for $W in $1]',
    ],
  },
  {
    id: 'letters',
    texts: ['noun:the total length of {w}', 'noun:the number of characters in {w}'],
    right: (condition) => [
      `return sum(len($W) for $W in $1 if ${condition})`,
      `$R = 0\nfor $W in $1:\n\tif ${condition}:\n\t\t$R += len($W)\nreturn $R`,
    ],
    mistakes: (condition) => [
      `return sum(1 for $W in $1 if ${condition})`,
      `return [len($W) for $W in $1 if ${condition}]`,
      'return sum(len($W) for $W in $1)',
    ],
  },
];

const phrases = ({ suffix }: WordFilter): string[] => [
  `the words ${suffix} in a list`,
  `the words in a list ${suffix}`,
];

const operated = (operation: WordOperation, filter: WordFilter): Composition => {
  const right = operation.right(filter.condition);
  const wrongFilters = filter.mistakes.map((mistake) => operation.right(mistake)[0]!);
  return {
    id: `words.${operation.id}.${filter.id}`,
    inputs: 'words',
    descriptions: phrases(filter).flatMap((phrase) =>
      operation.texts.map((text) => text.replace('{w}', phrase) as Description),
    ),
    right,
    ...mistakes(right, [wrongFilters[0]!, ...operation.mistakes(filter.condition), ...wrongFilters.slice(1)]),
    weight: 0.25,
  };
};

const quantified = (
  quantifier: 'all' | 'any',
  { id, predicate, condition, mistakes: slips }: WordFilter,
): Composition => {
  const [test, hit, rest] = quantifier === 'all' ? [`not ${condition}`, 'False', 'True'] : [condition, 'True', 'False'];
  const other = quantifier === 'all' ? 'any' : 'all';
  const right = [
    `return ${quantifier}(${condition} for $W in $1)`,
    `for $W in $1:\n\tif ${test}:\n\t\treturn ${hit}\nreturn ${rest}`,
  ];
  return {
    id: `words.${quantifier}.${id}`,
    inputs: 'words',
    descriptions:
      quantifier === 'all'
        ? [`whether:every word in a list ${predicate}`, `whether:each word in a list ${predicate}`]
        : [`whether:any word in a list ${predicate}`, `whether:some word in a list ${predicate}`],
    right,
    ...mistakes(right, [
      `return ${other}(${condition} for $W in $1)`,
      `for $W in $1:\n\tif ${condition}:\n\t\treturn True\n\treturn False`,
      ...slips.map((slip) => `return ${quantifier}(${slip} for $W in $1)`),
    ]),
    weight: 0.3,
  };
};

/** Every composition over a list of words. */
export const WORD_COMPOSITIONS: readonly Composition[] = FILTERS.flatMap((filter) => [
  ...OPERATIONS.map((operation) => operated(operation, filter)),
  ...(['all', 'any'] as const).map((quantifier) => quantified(quantifier, filter)),
]);
