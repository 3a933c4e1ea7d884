/** What the captions of a measurement say to look for: true of the models and temperatures that were measured. */

import { type MeasureCost, savedShare } from '../../core/measure-cost.ts';
import type { Comparison, MeasuredModel, MeasureReport } from '../../core/measuring.ts';
import { duration, percent } from '../parts/format.ts';
import { words } from '../words/index.ts';
import { GAIN_WORDS } from './measure-words.ts';

const { measureCost, measureLook: look } = words;

type Models = readonly Pick<MeasuredModel, 'label' | 'source'>[];

const isTrained = ({ source }: Pick<MeasuredModel, 'source'>): boolean => source.type === 'trained';

/** What a gain means for these two models. */
export function gainHelp({ gain, base, other }: Pick<Comparison, 'gain' | 'base' | 'other'>, models: Models): string {
  const { trained, apart } = GAIN_WORDS[gain];
  return models.some((model) => model.label === other && isTrained(model)) ? trained : apart(base, other);
}

/** Above the verdicts. */
export function gainsLook({ models, temperatures }: Pick<MeasureReport['request'], 'models' | 'temperatures'>): string {
  const reading = models.slice(1).every(isTrained) ? look.trained : look.apart;
  const best = temperatures.length > 1 ? look.best : look.one;
  return `${look.together} ${reading} ${best}`;
}

/** Below the curves. */
export function curveLook(models: Models): string {
  const [base, ...others] = models.map(({ label }) => label);
  if (others.length === 0) return look.alone;
  const other = others.length === 1 ? others[0]! : look.another;
  return look.rightEnd(base!, other);
}

interface CountedPoint {
  readonly k: number;
  /** Absent where the point is over all problems. */
  readonly problems?: number;
}

/** Which points of a curve over `all` problems are over fewer of them; empty where none is. */
export function fewerWords(name: string, points: readonly CountedPoint[], all: number): string {
  const fewer = points.flatMap(({ k, problems }) => (problems === undefined ? [] : [look.fewerAt(k, problems)]));
  return fewer.length === 0 ? '' : ` ${look.fewer(name, all, fewer.join(', '))}`;
}

/** Above the table of temperatures. */
export function temperaturesLook({
  models,
  temperatures,
}: Pick<MeasureReport['request'], 'models' | 'temperatures'>): string {
  if (temperatures.length === 1) return look.oneTemperature;
  const base = models[0]!.label;
  const beat = models.some(isTrained) ? ` ${look.beat}` : '';
  return `${look.bestRow(base)}${beat}`;
}

/** What a measurement cost, with every kind of run counted. */
export function costWords(cost: MeasureCost): string {
  const { sampled, kept, cutOff, judged, tests, keptTests, cells, probed, seconds } = cost;
  const sentences = [
    measureCost.drawn(sampled, kept, cutOff),
    measureCost.judged(judged, percent(savedShare(cost))),
    ...(tests + keptTests + cells === 0 ? [] : [measureCost.tests(tests, keptTests, cells)]),
    ...(probed === 0 ? [] : [measureCost.probed(probed)]),
    measureCost.seconds(duration(seconds)),
  ];
  return sentences.join(' ');
}
