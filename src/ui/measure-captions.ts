/** What the captions of a measurement say to look for: true of the models and temperatures that were measured. */

import { type MeasureCost, savedShare } from '../core/measure-cost.ts';
import type { Comparison, MeasuredModel, MeasureReport } from '../core/measuring.ts';
import { counted, duration, percent } from './format.ts';
import { GAIN_WORDS } from './measure-words.ts';

type Models = readonly Pick<MeasuredModel, 'label' | 'source'>[];

const isTrained = ({ source }: Pick<MeasuredModel, 'source'>): boolean => source.type === 'trained';

/** What a gain means for these two models. */
export function gainHelp({ gain, base, other }: Pick<Comparison, 'gain' | 'base' | 'other'>, models: Models): string {
  const { trained, apart } = GAIN_WORDS[gain];
  return models.some((model) => model.label === other && isTrained(model)) ? trained : apart(base, other);
}

/** Above the verdicts. */
export function gainsLook({ models, temperatures }: Pick<MeasureReport['request'], 'models' | 'temperatures'>): string {
  const reading = models.slice(1).every(isTrained)
    ? 'If only pass@1 rose, the model picks better among what it could write before; if the last k rose, it writes more; if the last k fell, it has lost programs.'
    : 'If only pass@1 is higher, a model is surer of what both can write; if the last k is higher, it can write more; if the last k is lower, less.';
  const best =
    temperatures.length > 1
      ? 'The second column compares each at the temperature that suits it best, so that sharpening is not sold as learning.'
      : 'One temperature was measured: whether another one would have done as much for the first model is not known.';
  return `Look at pass@1 and at the last k together. ${reading} ${best}`;
}

/** Below the curves. */
export function curveLook(models: Models): string {
  const [base, ...others] = models.map(({ label }) => label);
  if (others.length === 0) return 'Look how far many tries go beyond the first: so much is there for a choice to gain.';
  const other = others.length === 1 ? others[0] : 'another';
  return `Look at the right end: where the curves meet, the models reach as much given tries enough, and differ at most in how soon; where ${other} stays above ${base}, it reaches more in as many tries; where it lies below, less.`;
}

interface CountedPoint {
  readonly k: number;
  /** Absent where the point is over all problems. */
  readonly problems?: number;
}

/** Which points of a curve over `all` problems are over fewer of them; empty where none is. */
export function fewerWords(name: string, points: readonly CountedPoint[], all: number): string {
  const fewer = points.flatMap(({ k, problems }) => (problems === undefined ? [] : [`k = ${k}: ${problems}`]));
  return fewer.length === 0
    ? ''
    : ` ${name} is over fewer than all ${counted(all, 'problem')} where some lack judged samples (${fewer.join(', ')}).`;
}

/** Above the table of temperatures. */
export function temperaturesLook({
  models,
  temperatures,
}: Pick<MeasureReport['request'], 'models' | 'temperatures'>): string {
  if (temperatures.length === 1) return 'One temperature was measured.';
  const base = models[0]!.label;
  const beat = models.some(isTrained) ? ' The trained model has to beat that row.' : '';
  return `Look at the best row of ${base}: what a temperature that suits it gains, it gains without any training.${beat}`;
}

/** What a measurement cost, with every kind of run counted. */
export function costWords(cost: MeasureCost): string {
  const { sampled, kept, cutOff, judged, tests, keptTests, cells, probed, seconds } = cost;
  const number = (count: number) => count.toLocaleString('en-GB');
  const cut = cutOff === 0 ? '' : `, ${number(cutOff)} of both cut off at the length limit and never run`;
  const sentences = [
    `${counted(sampled, 'program')} drawn for this, ${number(kept)} kept from earlier${cut}.`,
    `${counted(judged, 'different program')} run with all tests: ${percent(savedShare(cost))} of the runs were saved, since a program like it had been judged.`,
    ...(tests + keptTests + cells === 0
      ? []
      : [
          `${counted(tests, 'completion')} of tests drawn, ${number(keptTests)} kept; ${counted(cells, 'run')} of a program on a written test.`,
        ]),
    ...(probed === 0 ? [] : [`${counted(probed, 'program')} run on generated inputs.`]),
    `${duration(seconds)}, without pauses.`,
  ];
  return sentences.join(' ');
}
