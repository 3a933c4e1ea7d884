/** What measurements are called on the page. */

import type { Gain, MeasureProgress, SelectionName } from '../core/measuring.ts';
import type { Tone } from './charts/chart.ts';
import { signed } from './format.ts';

interface GainWords {
  readonly title: string;
  readonly help: string;
}

export const GAIN_WORDS: Readonly<Record<Gain, GainWords>> = {
  sharpened: {
    title: 'Sharpened',
    help: 'The first try got better; what many tries reach did not. Training chose better among programs that the base wrote already.',
  },
  widened: {
    title: 'Widened',
    help: 'Many tries reach more than before: programs are found that the base did not write in as many tries.',
  },
  narrowed: {
    title: 'Narrowed',
    help: 'Many tries reach less than before: programs that the base found have been lost.',
  },
  worse: { title: 'Worse', help: 'The first try solves less than before.' },
  unchanged: { title: 'Unchanged', help: 'Neither the first try nor many tries moved by more than chance does.' },
};

export const SELECTION_WORDS: Readonly<
  Record<SelectionName, { readonly title: string; readonly help: string; readonly tone: Tone }>
> = {
  random: { title: 'Any sample', help: 'No choice at all: pass@1.', tone: 'muted' },
  likelihood: {
    title: 'Likeliest',
    help: 'The sample of highest mean log-probability per token.',
    tone: 'ink',
  },
  'public-tests': { title: 'Public tests', help: 'Any of those that pass the public tests.', tone: 'ink' },
  'largest-cluster': {
    title: 'Largest cluster',
    help: 'AlphaCode: of those, one from the largest group that behaves alike.',
    tone: 'accent',
  },
  'agreement-product': {
    title: 'CodeT, product',
    help: 'From the best consensus set of solutions and written tests by |S|·|T|.',
    tone: 'accent',
  },
  'agreement-sqrt': {
    title: 'CodeT, square root',
    help: 'The same by √|S|·|T|.',
    tone: 'accent',
  },
  critic: { title: 'Critic', help: 'What CodeRL’s critic thinks most likely to pass.', tone: 'blue' },
  oracle: {
    title: 'Oracle',
    help: 'Any right one, if there is one: no choice among these samples can do better.',
    tone: 'muted',
  },
};

/** What is done now, as in "sampling, Trained on the ten". */
export const PART_WORDS: Readonly<Record<MeasureProgress['part'], string>> = {
  samples: 'sampling and judging',
  greedy: 'greedy completions',
  search: 'running survivors on generated inputs',
  tests: 'writing tests',
  agreement: 'running solutions on the written tests',
  critic: 'asking the critic',
};

/** A difference of rates in percentage points: 0.652 → "+65.2". */
export const inPoints = (difference: number): string => signed(100 * difference, 1);
