/** What measurements are called on the page. */

import type { SelectionName } from '../core/measure-choices.ts';
import type { Gain, MeasureProgress } from '../core/measuring.ts';
import type { Tone } from './charts/chart.ts';
import { signed } from './format.ts';

interface GainWords {
  readonly title: string;
  /** Of a trained model, held against what its run began with. */
  readonly trained: string;
  /** Of any two models, one of which did not come from the other. */
  readonly apart: (base: string, other: string) => string;
}

export const GAIN_WORDS: Readonly<Record<Gain, GainWords>> = {
  sharpened: {
    title: 'Sharpened',
    trained:
      'The first try got better; what many tries reach did not clearly. Training chose better among programs that the base wrote already.',
    apart: (base, other) =>
      `The first try of ${other} solves more than that of ${base}; in what many tries reach they do not clearly differ.`,
  },
  widened: {
    title: 'Widened',
    trained: 'Many tries reach more than before: programs are found that the base did not write in as many tries.',
    apart: (base, other) => `Many tries of ${other} reach more than as many of ${base}.`,
  },
  narrowed: {
    title: 'Narrowed',
    trained: 'Many tries reach less than before: programs that the base found have been lost.',
    apart: (base, other) => `Many tries of ${other} reach less than as many of ${base}.`,
  },
  worse: {
    title: 'Worse',
    trained: 'The first try solves less than before.',
    apart: (base, other) => `The first try of ${other} solves less than that of ${base}.`,
  },
  unchanged: {
    title: 'Unchanged',
    trained: 'Neither the first try nor many tries moved by more than chance does.',
    apart: (base, other) =>
      `Neither the first try nor many tries of ${other} differ from those of ${base} by more than chance does.`,
  },
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
