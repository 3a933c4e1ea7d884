/** The algorithms of the lecture and the papers, as differences from the defaults: what they are, and where they come from. */

import type { RunConfigInput } from './config.ts';

export interface AlgorithmPreset {
  readonly label: string;
  /** One sentence for a person who has to choose. */
  readonly help: string;
  /** Paper with section, framework with function, or seed document. */
  readonly source: string;
  /** What here differs from the source, and why; absent where nothing does. */
  readonly departs?: string;
  /** For code that is shown because it is wrong: what is wrong with it. */
  readonly bug?: string;
  /** Only what differs from the defaults of the schema. */
  readonly config: RunConfigInput;
}

export const ALGORITHMS = {
  grpo: {
    label: 'GRPO',
    help: 'Each program is compared with the others of its group; β·KL in the loss keeps the model near its start.',
    source: 'DeepSeekMath (Shao et al. 2024, arXiv:2402.03300 §4.1); seed 003 §4',
    departs:
      'Token-mean instead of sequence-mean, and dead groups are dropped: both are DAPO’s, and measured better here.',
    config: {},
  },
} as const satisfies Record<string, AlgorithmPreset>;

export type AlgorithmName = keyof typeof ALGORITHMS;

export const ALGORITHM_NAMES = Object.keys(ALGORITHMS) as readonly AlgorithmName[];
