/** The models that come with the page, as its list of models shows them. */

import type { BundledModel } from '../../core/model-name.ts';

/** As their `config.json` says, and the size of their weights. */
export interface BundledFacts {
  readonly parameters: number;
  readonly layers: number;
  readonly width: number;
  readonly heads: number;
  readonly contextLength: number;
  readonly vocabSize: number;
  readonly bytes: number;
}

const SHARED = { heads: 4, contextLength: 256, vocabSize: 600 } as const;

export const BUNDLED_FACTS = {
  base: { ...SHARED, parameters: 902_912, layers: 4, width: 128, bytes: 1_810_848 },
  small: { ...SHARED, parameters: 306_048, layers: 2, width: 96, bytes: 614_752 },
} as const satisfies Record<BundledModel, BundledFacts>;
