/** Compositions over the numbers from 1 to n and over the digits of a number. */

import {
  type Change,
  type Composition,
  type Filter,
  misreduce,
  mistakes,
  nounPhrases,
  of,
  type Reducer,
  reduce,
  reductionTexts,
} from './grammar.ts';
import { CHANGES, divisibleBy, EVEN, ODD } from './numbers.ts';

const RANGE = { loop: 'for $J in range(1, $1 + 1)', item: '$J' } as const;
/** The same range with the end forgotten: the mistake of this domain. */
const SHORT_RANGE = { loop: 'for $J in range(1, $1)', item: '$J' } as const;
const DIGITS = { loop: 'for $C in str($1)', item: 'int($C)' } as const;

const RANGE_FILTERS: readonly Filter[] = [EVEN, ODD, divisibleBy(3), divisibleBy(5)];

const range = (reducer: Reducer, filter: Filter, change: Change | null): Composition => {
  const condition = of(filter.condition, '$J');
  const value = change === null ? '$J' : of(change.value, '$J');
  const right = reduce(reducer, RANGE, value, condition);
  const forgotten = change === null ? [] : [reduce(reducer, RANGE, '$J', condition)[0]!];
  const confused = change === null ? [] : [reduce(reducer, RANGE, of(change.mistake, '$J'), condition)[0]!];
  return {
    id: ['range', reducer, ...(change === null ? [] : [change.id]), filter.id].join('.'),
    inputs: 'positive',
    descriptions: [
      ...nounPhrases(filter, 'numbers', 'from 1 to n'),
      ...(filter.adjective === undefined ? [] : [`${filter.adjective} numbers up to n`]),
    ].flatMap((phrase) =>
      reductionTexts(reducer, change === null ? `the ${phrase}` : `${change.phrase} the ${phrase}`, false),
    ),
    right,
    ...mistakes(right, [
      reduce(reducer, SHORT_RANGE, value, condition)[0]!,
      ...forgotten,
      ...confused,
      reduce(reducer, RANGE, value, of(filter.mistakes[0]!, '$J'))[0]!,
      ...misreduce(reducer, RANGE, value, condition),
    ]),
    weight: 0.2,
  };
};

const DIGIT_FILTERS: readonly Filter[] = [
  EVEN,
  ODD,
  { id: 'above-4', suffix: 'greater than 4', condition: '{x} > 4', mistakes: ['{x} >= 4', '{x} < 4'] },
  { id: 'above-6', suffix: 'greater than 6', condition: '{x} > 6', mistakes: ['{x} >= 6', '{x} < 6'] },
  { id: 'below-5', suffix: 'less than 5', condition: '{x} < 5', mistakes: ['{x} <= 5', '{x} > 5'] },
];

const DIGIT_REDUCERS: readonly Reducer[] = ['sum', 'count', 'list', 'product'];

/** The arithmetic way to add digits; for the other reducers the number 0, or the order, would come out differently. */
function digitLoop(reducer: Reducer, filter: Filter): string[] {
  if (reducer !== 'sum') return [];
  return [`$R = 0\nwhile $1 > 0:\n\tif ${of(filter.condition, '$1 % 10')}:\n\t\t$R += $1 % 10\n\t$1 //= 10\nreturn $R`];
}

const digits = (reducer: Reducer, filter: Filter): Composition => {
  const condition = of(filter.condition, 'int($C)');
  const right = [...reduce(reducer, DIGITS, 'int($C)', condition), ...digitLoop(reducer, filter)];
  const wrongFilters = filter.mistakes.map((mistake) => reduce(reducer, DIGITS, 'int($C)', of(mistake, 'int($C)'))[0]!);
  const unconverted =
    reducer === 'count'
      ? `return sum(1 for $C in str($1) if ${of(filter.condition, '$C')})`
      : reduce(reducer, DIGITS, '$C', condition)[0]!;
  return {
    id: `digits.${reducer}.${filter.id}`,
    inputs: 'big-natural',
    descriptions: nounPhrases(filter, 'digits', 'of a number').flatMap((phrase) =>
      reductionTexts(reducer, `the ${phrase}`, false),
    ),
    right,
    ...mistakes(right, [...wrongFilters, unconverted, ...misreduce(reducer, DIGITS, 'int($C)', condition)]),
    weight: 0.3,
  };
};

/** Every composition over a range; lists of the even and odd numbers up to n are hand-written families. */
export const RANGE_COMPOSITIONS: readonly Composition[] = RANGE_FILTERS.flatMap((filter) => [
  ...(['sum', 'count', 'list'] as const)
    .filter((reducer) => reducer !== 'list' || filter.adjective === undefined)
    .map((reducer) => range(reducer, filter, null)),
  ...(['sum', 'list'] as const).flatMap((reducer) => CHANGES.map((change) => range(reducer, filter, change))),
]);

/** Every composition over the digits of a number. */
export const DIGIT_COMPOSITIONS: readonly Composition[] = DIGIT_FILTERS.flatMap((filter) =>
  DIGIT_REDUCERS.map((reducer) => digits(reducer, filter)),
);
