/** The algorithms as the page's menu divides them. */

import { ALGORITHM_NAMES, type AlgorithmName } from '../../core/algorithms.ts';
import { CODE_ALGORITHMS } from '../../core/algorithms-code.ts';
import { type Words, words } from '../words/index.ts';

export interface AlgorithmGroup {
  readonly name: GroupName;
  readonly title: string;
  readonly names: readonly AlgorithmName[];
}

/** Not a loss of their own: they change what comes before it. */
const SCHEDULES: ReadonlySet<AlgorithmName> = new Set(['warm-start', 'adaptive-groups']);

const GROUPS = ['papers', 'schedules', 'frameworks', 'wrong'] as const;
export type GroupName = (typeof GROUPS)[number];

function groupOf(name: AlgorithmName): GroupName {
  if (SCHEDULES.has(name)) return 'schedules';
  if (!Object.hasOwn(CODE_ALGORITHMS, name)) return 'papers';
  return algorithmWords(name).bug === undefined ? 'frameworks' : 'wrong';
}

/** What is said of an algorithm, whether or not it departs from its source. */
export const algorithmWords = (name: AlgorithmName): Words['algorithms'][AlgorithmName] => words.algorithms[name];

export const ALGORITHM_GROUPS: readonly AlgorithmGroup[] = GROUPS.map((name) => ({
  name,
  title: words.algorithmGroups[name],
  names: ALGORITHM_NAMES.filter((one) => groupOf(one) === name),
}));
