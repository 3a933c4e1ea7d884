/** Two runs held against each other: settings, results and curves, as rows and series of a table and of charts. */

import type { RunConfig } from '../core/config.ts';
import { SETTINGS } from '../core/config-docs.ts';
import { METRICS, type MetricName } from '../core/metrics.ts';
import { type Estimate, RUN_SETS } from '../core/records.ts';
import { ALERT_WORDS } from './alert-words.ts';
import type { Axis, Series } from './charts/chart.ts';
import { niceCeiling } from './charts/scale.ts';
import { valueAt, valueText } from './choice.ts';
import { decimal, duration, NOTHING, percent } from './format.ts';
import { evaluationPoints, metricPoints, pickSet } from './selectors.ts';
import { SET_WORDS } from './set-words.ts';
import type { RunState } from './state.ts';
import { words } from './words/index.ts';

const text = words.runs.compare;

export interface SettingRow {
  readonly path: string;
  readonly help: string;
  readonly a: string;
  readonly b: string;
  readonly differs: boolean;
}

/** Every setting, in the order of the schema. */
export function settingRows(a: RunConfig, b: RunConfig): SettingRow[] {
  return SETTINGS.map(({ path, help }) => {
    const [one, other] = [valueAt(a, path), valueAt(b, path)];
    return { path, help, a: valueText(one), b: valueText(other), differs: one !== other };
  });
}

export interface ResultCell {
  readonly text: string;
  /** Its 95% band; null where it has none. */
  readonly band: string | null;
}

export interface ResultRow {
  readonly name: string;
  readonly a: ResultCell;
  readonly b: ResultCell;
}

const NO_RESULT: ResultCell = { text: NOTHING, band: null };
const plain = (value: string): ResultCell => ({ text: value, band: null });
const estimated = (estimate: Estimate | undefined): ResultCell =>
  estimate === undefined
    ? NO_RESULT
    : { text: percent(estimate.value), band: `${percent(estimate.low)}–${percent(estimate.high)}` };

type Read = (state: RunState) => ResultCell;

/** What was measured of either run; a row that says nothing of both is left out. */
export function resultRows(a: RunState, b: RunState): ResultRow[] {
  const rows: readonly (readonly [name: string, read: Read])[] = [
    ...RUN_SETS.flatMap((set): (readonly [string, Read])[] => {
      const { title } = SET_WORDS[set];
      const most = Math.min(...[a, b].flatMap(({ after }) => pickSet(after, set)?.curve.at(-1)?.k ?? []));
      return [
        [text.before(title), ({ before }) => estimated(pickSet(before, set)?.passAt1)],
        [text.after(title), ({ after }) => estimated(pickSet(after, set)?.passAt1)],
        [
          text.most(title, most),
          ({ after }) => estimated(pickSet(after, set)?.curve.find(({ k }) => k === most && k > 1)?.pass),
        ],
        [text.greedy(title), ({ after }) => plain(percent(pickSet(after, set)?.greedy))],
      ];
    }),
    ...(['kl', 'entropy'] as const).map((name): readonly [string, Read] => [
      METRICS[name].label,
      ({ steps }) => plain(decimal(steps.at(-1)?.metrics[name])),
    ]),
    [text.steps, ({ steps }) => plain(String(steps.length))],
    [text.time, ({ steps }) => (steps.length === 0 ? NO_RESULT : plain(trainingTime(steps)))],
    [
      text.alerts,
      ({ alerts }) =>
        plain(alerts.map(({ name, step }) => text.atStep(ALERT_WORDS[name], step)).join('; ') || text.none),
    ],
  ];
  return rows
    .map(([name, read]) => ({ name, a: read(a), b: read(b) }))
    .filter((row) => row.a.text !== NOTHING || row.b.text !== NOTHING);
}

const trainingTime = (steps: RunState['steps']): string =>
  duration(steps.reduce((sum, { seconds }) => sum + seconds.total, 0));

export interface OverlaidChart {
  readonly title: string;
  readonly help: string;
  readonly series: readonly Series[];
  readonly y: Axis;
}

const CURVES: readonly MetricName[] = ['reward', 'kl', 'entropy'];
const SHARE = { kind: 'linear', domain: [0, 1], label: 'pass@1', format: (value: number) => percent(value) } as const;

/** The curves of both runs on common axes. */
export function overlaidCharts(a: OverlaidRun, b: OverlaidRun): OverlaidChart[] {
  const both = (points: (state: RunState) => Series['points'], dots: boolean): Series[] => [
    { name: a.label, points: points(a.state), tone: 'accent', dots },
    { name: b.label, points: points(b.state), tone: 'blue', dots, dashed: true },
  ];
  const metric = (name: MetricName): OverlaidChart => {
    const { label, help, unit } = METRICS[name];
    const series = both(({ steps }) => metricPoints(steps, name), false);
    const values = series.flatMap(({ points }) => points.map(({ y }) => y)).filter(Number.isFinite);
    const [low, high] = [Math.min(0, ...values), niceCeiling(Math.max(0, ...values), 0.1)];
    return {
      ...{ title: unit === 'nats' ? `${label} (nats)` : label, help, series },
      y: { kind: 'linear', domain: [low, high], label: unit, format: (value) => decimal(value) },
    };
  };
  const measured = { title: 'pass@1', help: text.measured, series: both(evaluationPoints, true), y: SHARE };
  return [measured, ...CURVES.map(metric)];
}

export interface OverlaidRun {
  readonly label: string;
  readonly state: RunState;
}
