/** What "Is the gain real?" shows, derived from a report: curves, the table of temperatures, funnels, scores in words. */

import type { CsvCell } from '../../core/csv.ts';
import type { AgreedProblem, AgreementPick, Funnel } from '../../core/measure-choices.ts';
import type { MeasureReport, ModelReport, PairedDifference, PairedProblem } from '../../core/measuring.ts';
import type { CurvePoint, ProblemSetName, RunSetName, SetEvaluation } from '../../core/records.ts';
import type { Series, Tone } from '../charts/chart.ts';
import type { Station } from '../charts/funnel.tsx';
import { decimal, percent } from '../parts/format.ts';
import { type BandKind, curvePoints } from '../selectors.ts';
import { words } from '../words/index.ts';

const { measureViews } = words;

/** Colours of the models in the order of the report. */
const TONES: readonly Tone[] = ['muted', 'accent', 'ink', 'blue', 'amber'];

export const toneOf = (index: number): Tone => TONES[index % TONES.length]!;

/** What was measured, with a name. */
export type CurveModel = Pick<ModelReport, 'label' | 'sets'>;

export function evaluationOf(model: CurveModel, set: RunSetName, temperature: number): SetEvaluation | null {
  return model.sets.find((one) => one.set === set && one.temperature === temperature) ?? null;
}

export interface CurveChoice {
  readonly set: ProblemSetName;
  readonly temperature: number;
  readonly bands: BandKind;
  /** Adds the plug-in estimate as dashed lines. */
  readonly biased: boolean;
}

/** A curve for each model, its greedy completion as a ring at k = 1, and the biased estimate where it is asked for. */
export function curveSeries(models: readonly CurveModel[], choice: CurveChoice): Series[] {
  return models.flatMap((model, index): Series[] => {
    const set = evaluationOf(model, choice.set, choice.temperature);
    if (set === null) return [];
    const tone = toneOf(index);
    const greedy = greedyOf(model, choice.set);
    const biased = set.curve.flatMap(({ k, biased: y }) => (y === undefined ? [] : [{ x: k, y }]));
    return [
      { name: model.label, points: curvePoints(set, choice.bands), tone, dots: true },
      ...(choice.biased ? [{ name: measureViews.biased(model.label), points: biased, tone, dashed: true }] : []),
      ...(greedy === null
        ? []
        : [{ name: measureViews.greedy(model.label), points: [{ x: 1, y: greedy }], tone, lone: true }]),
    ];
  });
}

/** Greedy decoding has no temperature: whichever evaluation of the set has it. */
export function greedyOf(model: CurveModel, set: ProblemSetName): number | null {
  return model.sets.find((one) => one.set === set && one.greedy !== undefined)?.greedy ?? null;
}

/** One row per model and k, with everything the curve can show. */
export function curveRows(models: readonly CurveModel[], set: RunSetName, temperature: number): CsvCell[][] {
  const head = ['set', 'temperature', 'n', 'model', 'k', 'pass@k'];
  const bands = [
    'over_problems_low',
    'over_problems_high',
    'over_samples_low',
    'over_samples_high',
    'biased',
    'problems',
  ];
  const rows = models.flatMap((model) => {
    const one = evaluationOf(model, set, temperature);
    return (one?.curve ?? []).map(({ k, pass, samples, biased, problems }): CsvCell[] => [
      ...[set, temperature, one!.n, model.label, k, pass.value, pass.low, pass.high],
      ...[samples?.low ?? null, samples?.high ?? null, biased ?? null, problems ?? one!.problems.length],
    ]);
  });
  return [[...head, ...bands], ...rows];
}

export interface TemperatureRow {
  readonly model: string;
  readonly temperature: number;
  /** Highest pass@1 of its model on the set. */
  readonly best: boolean;
  /** pass@k for each k of the table; null where n is smaller. */
  readonly cells: readonly (CurvePoint | null)[];
}

/** pass@k of every model at every temperature of a set. */
export function temperatureRows(
  models: readonly ModelReport[],
  set: ProblemSetName,
  ks: readonly number[],
): TemperatureRow[] {
  return models.flatMap((model) => {
    const sets = model.sets.filter((one) => one.set === set);
    const best = Math.max(...sets.map((one) => one.passAt1.value));
    return sets.map((one) => ({
      model: model.label,
      temperature: one.temperature,
      best: one.passAt1.value === best && sets.length > 1,
      cells: ks.map((k) => one.curve.find((point) => point.k === k) ?? null),
    }));
  });
}

/** The ks of tables: the first try, few tries, many tries; as far as n goes. */
export function tableKs(n: number): number[] {
  return [1, 8, 64].filter((k) => k <= n);
}

export const PAIR_ORDERS = ['gain', 'loss', 'base', 'name'] as const;
export type PairOrder = (typeof PAIR_ORDERS)[number];

/** Largest gain or largest loss first, hardest for the base first, or by name. */
export function sortPairs(pairs: PairedDifference, order: PairOrder): PairedProblem[] {
  const by: Readonly<Record<PairOrder, (a: PairedProblem, b: PairedProblem) => number>> = {
    gain: (a, b) => b.difference.value - a.difference.value,
    loss: (a, b) => a.difference.value - b.difference.value,
    base: (a, b) => a.base - b.base,
    name: (a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }),
  };
  return [...pairs.problems].sort(by[order]);
}

/** Stations of the search; `problems`: how many the funnel is over. */
export function stationsOf(funnel: Funnel, problems: number): Station[] {
  const { sampled, distinct, compile, passPublic, clusters, submitted, solved } = funnel;
  const ofSamples = (count: number) => measureViews.ofSamples(percent(sampled === 0 ? null : count / sampled, 1));
  return [
    {
      name: measureViews.sampled,
      count: sampled,
      share: measureViews.differ(percent(sampled === 0 ? null : distinct / sampled)),
      tone: 'muted',
    },
    { name: measureViews.compile, count: compile, share: ofSamples(compile), tone: 'muted' },
    { name: measureViews.passPublic, count: passPublic, share: ofSamples(passPublic), tone: 'muted' },
    { name: measureViews.clusters, count: clusters, share: measureViews.behaveApart, tone: 'ink' },
    {
      name: measureViews.submitted,
      count: submitted,
      share: problems === 1 ? measureViews.toHidden : measureViews.over(problems),
      tone: 'ink',
    },
    {
      name: measureViews.solved,
      count: solved,
      share: problems === 1 ? measureViews.yesNo(solved === 1) : measureViews.ofProblems(percent(solved / problems)),
      tone: 'accent',
    },
  ];
}

/** The two scores of a problem on which they pick different sets, each with its arithmetic. */
export function disagreementWords({ product, sqrt }: AgreedProblem): string {
  if (product === null || sqrt === null) return '';
  const sum = (pick: AgreementPick) => `${pick.solutions} · ${pick.tests} = ${decimal(pick.solutions * pick.tests, 0)}`;
  const root = (pick: AgreementPick) =>
    `√${pick.solutions} · ${pick.tests} = ${decimal(Math.sqrt(pick.solutions) * pick.tests, 1)}`;
  const set = (pick: AgreementPick) => measureViews.agreed(pick.solutions, pick.tests);
  return [
    measureViews.wins('|S|·|T|', set(product), sum(product), sum(sqrt)),
    measureViews.wins('√|S|·|T|', set(sqrt), root(sqrt), root(product)),
    measureViews.chances(percent(product.correct), percent(sqrt.correct)),
  ].join(' ');
}

/** Temperatures of the report's curves, coolest first. */
export function temperaturesOf({ models }: MeasureReport): number[] {
  const all = models.flatMap((model) => model.sets.map(({ temperature }) => temperature));
  return [...new Set(all)].sort((a, b) => a - b);
}
