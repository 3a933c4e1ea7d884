/** The algorithms as the page's menu divides them. */

import { ALGORITHM_NAMES, ALGORITHMS, type AlgorithmName, type AlgorithmPreset } from '../core/algorithms.ts';
import { CODE_ALGORITHMS } from '../core/algorithms-code.ts';

export interface AlgorithmGroup {
  readonly title: string;
  readonly names: readonly AlgorithmName[];
}

/** Not a loss of their own: they change what comes before it. */
const SCHEDULES: ReadonlySet<AlgorithmName> = new Set(['warm-start', 'adaptive-groups']);

const TITLES = ['Papers', 'Schedules', 'Frameworks’ constants', 'Shown because it is wrong'] as const;

function titleOf(name: AlgorithmName): (typeof TITLES)[number] {
  if (SCHEDULES.has(name)) return 'Schedules';
  if (!Object.hasOwn(CODE_ALGORITHMS, name)) return 'Papers';
  return algorithmWords(name).bug === undefined ? 'Frameworks’ constants' : 'Shown because it is wrong';
}

/** What is said of an algorithm, whether or not it departs from its source. */
export const algorithmWords = (name: AlgorithmName): AlgorithmPreset => ALGORITHMS[name];

export const ALGORITHM_GROUPS: readonly AlgorithmGroup[] = TITLES.map((title) => ({
  title,
  names: ALGORITHM_NAMES.filter((name) => titleOf(name) === title),
}));
