/** What measurements are called on the page. */

import type { SelectionName } from '../../core/measure-choices.ts';
import type { Gain, MeasureProgress } from '../../core/measuring.ts';
import type { Tone } from '../charts/chart.ts';
import { words } from '../words/index.ts';

interface GainWords {
  readonly title: string;
  /** Of a trained model, held against what its run began with. */
  readonly trained: string;
  /** Of any two models, one of which did not come from the other. */
  readonly apart: (base: string, other: string) => string;
}

export const GAIN_WORDS: Readonly<Record<Gain, GainWords>> = words.gains;

interface SelectionWords {
  readonly title: string;
  readonly help: string;
}

export const SELECTION_WORDS: Readonly<Record<SelectionName, SelectionWords>> = words.selections;

export const SELECTION_TONES: Readonly<Record<SelectionName, Tone>> = {
  random: 'muted',
  likelihood: 'ink',
  'public-tests': 'ink',
  'largest-cluster': 'accent',
  'agreement-product': 'accent',
  'agreement-sqrt': 'accent',
  critic: 'blue',
  oracle: 'muted',
};

/** What is done now, as in "sampling, Trained on the ten". */
export const PART_WORDS: Readonly<Record<MeasureProgress['part'], string>> = words.measureParts;
