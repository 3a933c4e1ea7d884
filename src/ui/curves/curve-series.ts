/** The lines of the curves: points of a run made once and kept, smoothed where that is wanted, earlier runs behind. */

import { PROBLEM_SETS, type RunSetName, type StepRecord } from '../../core/records.ts';
import { mean } from '../../core/stats.ts';
import { passAtK } from '../../eval/pass-at-k.ts';
import type { Axis, Series, Tone } from '../charts/chart.ts';
import { nearestIndex, type Point } from '../charts/path.ts';
import { niceCeiling, niceDomain } from '../charts/scale.ts';
import { smoothed } from '../charts/smooth.ts';
import { decimal, figure, percent } from '../parts/format.ts';
import { SET_WORDS } from '../parts/set-words.ts';
import type { EarlierRun } from '../runs/earlier-runs.ts';
import { measuredPoints } from '../selectors.ts';
import type { RunState } from '../state.ts';
import { words } from '../words/index.ts';
import { type CurveChart, type LineSource, PASS_CHART } from './curve-catalogue.ts';

export interface CurveLook {
  /** Runs to draw behind. */
  readonly earlier: readonly EarlierRun[];
  /** Weight of the past. */
  readonly smoothing: number;
  /** Id of the earlier run that a person points at. */
  readonly raised: string | null;
}

/** Points of a list of steps, which is never changed but replaced, by the name of their line. */
const made = new WeakMap<readonly StepRecord[], Map<string, readonly Point[]>>();

function once(steps: readonly StepRecord[], name: string, make: () => readonly Point[]): readonly Point[] {
  const known = made.get(steps) ?? new Map<string, readonly Point[]>();
  made.set(steps, known);
  const points = known.get(name) ?? make();
  known.set(name, points);
  return points;
}

/** The last smoothing of some points: the slider moves for all of them alike. */
const calmed = new WeakMap<readonly Point[], { readonly weight: number; readonly points: readonly Point[] }>();

function calm(points: readonly Point[], weight: number): readonly Point[] {
  const known = calmed.get(points);
  if (known?.weight === weight) return known.points;
  const made = smoothed(points, weight);
  calmed.set(points, { weight, points: made });
  return made;
}

/** One value for each step that has it. */
export function sourcePoints(steps: readonly StepRecord[], source: LineSource): readonly Point[] {
  return once(steps, nameOf(source), () =>
    steps.flatMap((record, i) => {
      const y = lineValue(source, record, steps[i - 1]);
      return y === undefined ? [] : [{ x: record.step, y }];
    }),
  );
}

function nameOf(source: LineSource): string {
  return source.type === 'metric' ? source.metric : source.type === 'seconds' ? `${source.phase} seconds` : source.type;
}

function lineValue(source: LineSource, record: StepRecord, before: StepRecord | undefined): number | undefined {
  switch (source.type) {
    case 'metric':
      return record.metrics[source.metric];
    case 'seconds':
      return record.seconds[source.phase];
    case 'throughput': {
      const { num_tokens: tokens } = record.metrics;
      const earlier = before === undefined ? (record.step === 1 ? 0 : undefined) : before.metrics.num_tokens;
      if (tokens === undefined || earlier === undefined || !(record.seconds.total > 0)) return undefined;
      return (tokens - earlier) / record.seconds.total;
    }
    default:
      return source satisfies never;
  }
}

/** pass@k of each step's own groups on visible tests, mean over those with at least k judged programs. */
export function trainingPassPoints(steps: readonly StepRecord[], k: number): readonly Point[] {
  if (k === 1) return sourcePoints(steps, { type: 'metric', metric: 'train/pass@1' });
  return once(steps, `pass@${k}`, () =>
    steps.flatMap(({ step, problems }) => {
      const able = problems.filter(({ of }) => of >= k);
      if (able.length === 0) return [];
      return [{ x: step, y: mean(able.map(({ solved, of }) => passAtK({ n: of, correct: solved }, k))) }];
    }),
  );
}

/** The lines of one chart; without points where the run does not write it down. */
export function chartSeries(chart: CurveChart, { steps }: RunState, look: CurveLook): Series[] {
  const [first] = chart.lines;
  const earlier =
    first === undefined ? [] : earlierSeries(look, (run) => sourcePoints(run.steps, first.source), first.exact);
  const lines = chart.lines.flatMap((line) => {
    const points = sourcePoints(steps, line.source);
    return points.length === 0 ? [] : calmSeries({ ...line, points }, line.exact ? 0 : look.smoothing);
  });
  return [...earlier, ...lines];
}

const SET_LOOKS: Readonly<Record<RunSetName, { readonly tone: Tone; readonly dashed: boolean }>> = {
  lecture: { tone: 'accent', dashed: false },
  phrasings: { tone: 'blue', dashed: true },
  compositions: { tone: 'amber', dashed: true },
  own: { tone: 'ink', dashed: false },
};

/** What training shows of k tries, and what was measured of each set. */
export function passSeries(state: RunState, k: number, look: CurveLook): Series[] {
  const training = trainingPassPoints(state.steps, k);
  const tone = PASS_CHART.lines[0]?.tone ?? 'muted';
  const sets = [...PROBLEM_SETS, 'own' as const].flatMap((set): Series[] => {
    const points = measuredPoints(state, set, k);
    return points.length === 0 ? [] : [{ name: SET_WORDS[set].title, points, dots: true, ...SET_LOOKS[set] }];
  });
  return [
    ...earlierSeries(look, (run) => trainingPassPoints(run.steps, k)),
    ...calmSeries({ name: words.curves.training, points: training, tone }, look.smoothing),
    ...sets,
  ];
}

/** The line as it is, or smoothed with the raw values behind it. */
function calmSeries(line: Series, weight: number): Series[] {
  if (weight === 0) return [line];
  return [
    { ...line, backdrop: 'raw' },
    { ...line, points: calm(line.points, weight), told: line.points },
  ];
}

/** Tones of earlier runs, so that two of them can be told apart where they cross. */
const EARLIER_TONES: readonly Tone[] = ['blue', 'amber', 'ink', 'muted', 'accent'];

export const earlierTone = (index: number): Tone => EARLIER_TONES[index % EARLIER_TONES.length]!;

function earlierSeries(look: CurveLook, pointsOf: (run: RunState) => readonly Point[], exact = false): Series[] {
  return look.earlier.map(({ id, label, state }, index) => ({
    ...{ name: label, points: calm(pointsOf(state), exact ? 0 : look.smoothing), tone: earlierTone(index) },
    ...{ backdrop: 'earlier', raised: look.raised === id },
  }));
}

/** Whether a run, or one of those behind it, has a value in the chart; the newest steps are asked first. */
export function isDrawable(chart: CurveChart, runs: readonly RunState[]): boolean {
  return runs.some(({ steps }) =>
    chart.lines.some(
      ({ source }) =>
        steps.findLast((record, i) => lineValue(source, record, steps[i - 1]) !== undefined) !== undefined,
    ),
  );
}

/** From the data, with 0 in sight; shares end at 1 where they come near it. */
export function axisOf({ unit, measure }: Pick<CurveChart, 'unit' | 'measure'>, series: readonly Series[]): Axis {
  let [low, top] = [0, 0];
  for (const { points } of series) {
    for (const { y } of points) {
      if (y < low) low = y;
      if (y > top) top = y;
    }
  }
  switch (unit) {
    case 'share': {
      const end = top > 0.4 ? 1 : niceCeiling(top, 0.02);
      return { kind: 'linear', domain: [0, end], label: 'share', format: (v) => percent(v, end < 0.1 ? 1 : 0) };
    }
    case 'reward':
      if (low >= 0 && top <= 1) return { kind: 'linear', domain: [0, 1], label: '', format: (v) => decimal(v) };
      return { kind: 'linear', domain: niceDomain(low, top), label: '', format: figure };
    case 'number':
      return { kind: 'linear', domain: niceDomain(low, top), label: measure, format: figure };
    default:
      return unit satisfies never;
  }
}

/** As long as the plan, or as the longest run that is drawn. */
export function stepAxis(epochs: number, runs: readonly RunState[]): Axis {
  const last = Math.max(epochs, 1, ...runs.map(({ steps }) => steps.at(-1)?.step ?? 0));
  return { kind: 'linear', domain: [0, last], label: 'step', format: String };
}

/** The step nearest to a place of the x axis; null before the first. */
export const nearestStep = (steps: readonly StepRecord[], x: number): number | null =>
  steps[nearestIndex(steps, x, ({ step }) => step)]?.step ?? null;
