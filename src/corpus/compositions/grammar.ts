/** What every grammar of compositions shares: reducing the items of a source that pass a filter, and the ways to get it wrong. */

import type { Body, Description, Family } from '../family.ts';

/** A family without its place in the world: `compositions.ts` adds the id's domain and decides what is held out. */
export type Composition = Omit<Family, 'heldOut' | 'unseen'>;

/** Where the items come from: a `for` clause over them and the name of one item. */
export interface Source {
  /** `for $I in $1` */
  readonly loop: string;
  /** Expression of one item, a number. */
  readonly item: string;
}

/** A predicate on one item: `{x}` stands for the item's expression. */
export interface Filter {
  readonly id: string;
  /** Before the noun: `even` in "even numbers". */
  readonly adjective?: string;
  /** After the noun: `greater than 5` in "numbers greater than 5". */
  readonly suffix?: string;
  readonly condition: string;
  /** Conditions that people write instead, the most usual one first. */
  readonly mistakes: readonly string[];
}

/** A change of one item before it is reduced: `{x}` stands for the item's expression. */
export interface Change {
  readonly id: string;
  /** `the squares of` */
  readonly phrase: string;
  readonly value: string;
  readonly mistake: string;
}

export const REDUCERS = ['sum', 'count', 'list', 'product', 'largest', 'smallest'] as const;
export type Reducer = (typeof REDUCERS)[number];

/** The numbers of a source that pass the filter `condition`, each turned into `value`, reduced; idiomatic body first. */
export function reduce(reducer: Reducer, source: Source, value: string, condition: string | null): Body[] {
  const { loop } = source;
  const clause = condition === null ? loop : `${loop} if ${condition}`;
  const block = (start: string, line: string) =>
    condition === null
      ? `${start}\n${loop}:\n\t${line}\nreturn $R`
      : `${start}\n${loop}:\n\tif ${condition}:\n\t\t${line}\nreturn $R`;
  switch (reducer) {
    case 'sum':
      return [`return sum(${value} ${clause})`, block('$R = 0', `$R += ${value}`), `return sum([${value} ${clause}])`];
    case 'count':
      return [
        `return sum(1 ${clause})`,
        block('$R = 0', '$R += 1').replaceAll('$R', '$N'),
        `return len([${value} ${clause}])`,
      ];
    case 'list':
      return [`return [${value} ${clause}]`, block('$R = []', `$R.append(${value})`)];
    case 'product':
      return [block('$R = 1', `$R *= ${value}`), block('$R = 1', `$R = $R * ${value}`)];
    case 'largest':
      return [`return max([${value} ${clause}], default=0)`, `$R = [${value} ${clause}]\nreturn max($R) if $R else 0`];
    case 'smallest':
      return [`return min([${value} ${clause}], default=0)`, `$R = [${value} ${clause}]\nreturn min($R) if $R else 0`];
    default:
      return reducer satisfies never;
  }
}

/** Mistakes about the reduction itself, the most usual one first. */
export function misreduce(reducer: Reducer, source: Source, value: string, condition: string): Body[] {
  const { loop } = source;
  const clause = `${loop} if ${condition}`;
  const early = (start: string, line: string) => `${start}\n${loop}:\n\tif ${condition}:\n\t\t${line}\n\treturn $R`;
  switch (reducer) {
    case 'sum':
      return [`return len([${value} ${clause}])`, early('$R = 0', `$R += ${value}`), `return [${value} ${clause}]`];
    case 'count':
      return [`return sum(${value} ${clause})`, early('$R = 0', '$R += 1'), `return [${value} ${clause}]`];
    case 'list':
      return [`return sum(${value} ${clause})`, early('$R = []', `$R.append(${value})`)];
    case 'product':
      return [
        `$R = 0\n${loop}:\n\tif ${condition}:\n\t\t$R *= ${value}\nreturn $R`,
        `$R = 1\n${loop}:\n\tif ${condition}:\n\t\t$R += ${value}\nreturn $R`,
        early('$R = 1', `$R *= ${value}`),
      ];
    case 'largest':
      return [`return max(${value} ${clause})`, `return min([${value} ${clause}], default=0)`];
    case 'smallest':
      return [`return min(${value} ${clause})`, `return max([${value} ${clause}], default=0)`];
    default:
      return reducer satisfies never;
  }
}

/** Puts an item's expression into a condition or value. */
export function of(template: string, item: string): string {
  return template.replaceAll('{x}', item);
}

/**
 * "even numbers in a list", or "numbers greater than 5 in a list" with its variant "numbers in a list that are greater than 5".
 *
 * @param noun `numbers`
 * @param place `in a list`
 */
export function nounPhrases(filter: Filter, noun: string, place: string): string[] {
  if (filter.adjective !== undefined) return [`${filter.adjective} ${noun} ${place}`];
  return [`${noun} ${filter.suffix} ${place}`, `${noun} ${place} that are ${filter.suffix}`];
}

/** What people call a reduction of `things` ("the squares of the even numbers in a list"). */
export function reductionTexts(reducer: Reducer, things: string, filtered: boolean): Description[] {
  switch (reducer) {
    case 'sum':
      return [`noun:the sum of ${things}`, `verb:add|${things}`];
    case 'count':
      return [`noun:the number of ${things.replace(/^the /, '')}`, `verb:count|${things}`];
    case 'list':
      return filtered
        ? [`noun:a list of ${things}`, `verb:keep|only ${things}`]
        : [`noun:a list of ${things}`, `noun:${things}`];
    case 'product':
      return [`noun:the product of ${things}`, `verb:multiply|${things}`];
    case 'largest':
      return [`noun:the largest of ${things} or 0`, `noun:the maximum of ${things} or 0`];
    case 'smallest':
      return [`noun:the smallest of ${things} or 0`, `noun:the minimum of ${things} or 0`];
    default:
      return reducer satisfies never;
  }
}

/** The first candidate is the popular mistake, the others are plain mistakes; none repeats a right body or another one. */
export function mistakes(right: readonly Body[], candidates: readonly Body[]): Pick<Family, 'popular' | 'wrong'> {
  const [popular, ...wrong] = [...new Set(candidates)].filter((body) => !right.includes(body));
  if (popular === undefined) throw new RangeError(`compositions: expected a mistake for "${right[0]}", got none`);
  return { popular, wrong: wrong.slice(0, 5) };
}
