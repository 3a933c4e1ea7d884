/** Compositions over a list of numbers: reduce × change × filter, and all / any × filter. */

import {
  type Change,
  type Composition,
  type Filter,
  misreduce,
  mistakes,
  nounPhrases,
  of,
  REDUCERS,
  type Reducer,
  reduce,
  reductionTexts,
} from './grammar.ts';

const LIST = { loop: 'for $I in $1', item: '$I' } as const;

const above = (bound: number): Filter => ({
  id: `above-${bound}`,
  suffix: `greater than ${bound}`,
  condition: `{x} > ${bound}`,
  mistakes: [`{x} >= ${bound}`, `{x} < ${bound}`],
});

const below = (bound: number): Filter => ({
  id: `below-${bound}`,
  suffix: `less than ${bound}`,
  condition: `{x} < ${bound}`,
  mistakes: [`{x} <= ${bound}`, `{x} > ${bound}`],
});

export const divisibleBy = (divisor: number): Filter => ({
  id: `by-${divisor}`,
  suffix: `divisible by ${divisor}`,
  condition: `{x} % ${divisor} == 0`,
  mistakes: [`{x} / ${divisor} == 0`, `{x} % ${divisor}`, `{x} // ${divisor} == 0`],
});

export const EVEN: Filter = {
  id: 'even',
  adjective: 'even',
  condition: '{x} % 2 == 0',
  mistakes: ['{x} % 2 == 1', '{x} % 2', '{x} / 2 == 0'],
};

export const ODD: Filter = {
  id: 'odd',
  adjective: 'odd',
  condition: '{x} % 2 == 1',
  mistakes: ['{x} % 2 == 0', '{x} // 2 == 1'],
};

const FILTERS: readonly Filter[] = [
  EVEN,
  ODD,
  { id: 'positive', adjective: 'positive', condition: '{x} > 0', mistakes: ['{x} < 0', '{x} != 0'] },
  { id: 'negative', adjective: 'negative', condition: '{x} < 0', mistakes: ['{x} > 0', '{x} < -1'] },
  above(5),
  above(10),
  below(5),
  divisibleBy(3),
  divisibleBy(5),
];

export const CHANGES: readonly Change[] = [
  { id: 'squares', phrase: 'the squares of', value: '{x} * {x}', mistake: '{x} * 2' },
  { id: 'doubles', phrase: 'the doubles of', value: '{x} * 2', mistake: '{x} ** 2' },
  { id: 'cubes', phrase: 'the cubes of', value: '{x} ** 3', mistake: '{x} * 3' },
];

/** Reducers that make sense after a change. */
const CHANGED: readonly Reducer[] = ['sum', 'list'];

const filtered = (reducer: Reducer, filter: Filter): Composition => {
  const condition = of(filter.condition, '$I');
  const right = reduce(reducer, LIST, '$I', condition);
  const wrongFilters = filter.mistakes.map((mistake) => reduce(reducer, LIST, '$I', of(mistake, '$I'))[0]!);
  const wrongReductions = misreduce(reducer, LIST, '$I', condition);
  const dropped = reduce(reducer, LIST, '$I', null)[0]!;
  const reductionFirst = reducer === 'product' || reducer === 'largest' || reducer === 'smallest';
  const candidates = reductionFirst
    ? [...wrongReductions, ...wrongFilters, dropped]
    : [...wrongFilters, ...wrongReductions, dropped];
  return {
    id: `list.${reducer}.${filter.id}`,
    inputs: 'numbers-or-empty',
    descriptions: nounPhrases(filter, 'numbers', 'in a list').flatMap((phrase) =>
      reductionTexts(reducer, `the ${phrase}`, true),
    ),
    right: reducer === 'list' ? [...right, `return list(filter(lambda $I: ${condition}, $1))`] : right,
    ...mistakes(right, candidates),
    weight: 0.3,
  };
};

const changed = (reducer: Reducer, change: Change, filter: Filter): Composition => {
  const condition = of(filter.condition, '$I');
  const value = of(change.value, '$I');
  const right = reduce(reducer, LIST, value, condition);
  const forgotten = reduce(reducer, LIST, '$I', condition)[0]!;
  const confused = reduce(reducer, LIST, of(change.mistake, '$I'), condition)[0]!;
  const wrongFilters = filter.mistakes.map((mistake) => reduce(reducer, LIST, value, of(mistake, '$I'))[0]!);
  const first = reducer === 'sum' ? [forgotten, confused] : [confused, forgotten];
  return {
    id: `list.${reducer}.${change.id}.${filter.id}`,
    inputs: 'numbers-or-empty',
    descriptions: nounPhrases(filter, 'numbers', 'in a list').flatMap((phrase) =>
      reductionTexts(reducer, `${change.phrase} the ${phrase}`, false),
    ),
    right,
    ...mistakes(right, [...first, ...wrongFilters, ...misreduce(reducer, LIST, value, condition)]),
    weight: 0.15,
  };
};

const quantified = (quantifier: 'all' | 'any', filter: Filter): Composition => {
  const condition = of(filter.condition, '$I');
  const [test, hit, rest] = quantifier === 'all' ? [`not ${condition}`, 'False', 'True'] : [condition, 'True', 'False'];
  const other = quantifier === 'all' ? 'any' : 'all';
  const what = filter.adjective ?? filter.suffix;
  const right = [
    `return ${quantifier}(${condition} for $I in $1)`,
    `for $I in $1:\n\tif ${test}:\n\t\treturn ${hit}\nreturn ${rest}`,
  ];
  return {
    id: `list.${quantifier}.${filter.id}`,
    inputs: 'numbers-or-empty',
    descriptions:
      quantifier === 'all'
        ? [`whether:all numbers in a list are ${what}`, `whether:every number in a list is ${what}`]
        : [`whether:any number in a list is ${what}`, `whether:some number in a list is ${what}`],
    right,
    ...mistakes(right, [
      `return ${other}(${condition} for $I in $1)`,
      `for $I in $1:\n\tif ${condition}:\n\t\treturn True\n\treturn False`,
      ...filter.mistakes.map((mistake) => `return ${quantifier}(${of(mistake, '$I')} for $I in $1)`),
      `return ${condition.replaceAll('$I', '$1')}`,
    ]),
    weight: 0.3,
  };
};

/** Every composition over a list of numbers. */
export const NUMBER_COMPOSITIONS: readonly Composition[] = FILTERS.flatMap((filter) => [
  ...REDUCERS.map((reducer) => filtered(reducer, filter)),
  ...CHANGED.flatMap((reducer) => CHANGES.map((change) => changed(reducer, change, filter))),
  ...(['all', 'any'] as const).map((quantifier) => quantified(quantifier, filter)),
]);
