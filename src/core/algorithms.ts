/** How to learn, by name: the algorithms of the papers, the frameworks and the seed documents, as differences from the defaults. */

import type { AlgorithmPreset } from './algorithm-preset.ts';
import { CODE_ALGORITHMS } from './algorithms-code.ts';
import { PAPER_ALGORITHMS } from './algorithms-papers.ts';

export type { AlgorithmPreset } from './algorithm-preset.ts';

export const ALGORITHMS = {
  ...PAPER_ALGORITHMS,
  ...CODE_ALGORITHMS,
} as const satisfies Record<string, AlgorithmPreset>;

export type AlgorithmName = keyof typeof ALGORITHMS;

export const ALGORITHM_NAMES = Object.keys(ALGORITHMS) as readonly AlgorithmName[];
