/** Two runs held against each other: settings, results and curves, as rows and series of a table and of charts. */

import type { RunConfig } from '../../core/config.ts';
import { SETTINGS } from '../../core/config-docs.ts';
import { METRICS, type MetricName } from '../../core/metrics.ts';
import { type Estimate, RUN_SETS } from '../../core/records.ts';
import type { Axis, Series } from '../charts/chart.ts';
import { niceCeiling } from '../charts/scale.ts';
import { valueAt, valueText } from '../controls/choice.ts';
import { decimal, duration, NOTHING, percent, points, signed } from '../parts/format.ts';
import { SET_WORDS } from '../parts/set-words.ts';
import { evaluationPoints, metricPoints, pickSet } from '../selectors.ts';
import { ALERT_WORDS } from '../shell/alert-words.ts';
import type { RunState } from '../state.ts';
import { words } from '../words/index.ts';

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
  /** Band of what was measured last; null where it has none. */
  readonly band: string | null;
}

export interface ResultRow {
  readonly name: string;
  readonly a: ResultCell;
  readonly b: ResultCell;
  /** From the first run to the second; empty where that is no number. */
  readonly change: string;
}

interface Rate {
  readonly before: Pick<Estimate, 'value'> | undefined;
  readonly after: (Pick<Estimate, 'value'> & Partial<Estimate>) | undefined;
}

/** What was measured of either run; a row that says nothing of both is left out. */
export function resultRows(a: RunState, b: RunState): ResultRow[] {
  const said = ({ text }: ResultCell) => text !== NOTHING;
  return [...rateRows(a, b), ...numberRows(a, b), ...textRows(a, b)].filter((row) => said(row.a) || said(row.b));
}

function rateRows(a: RunState, b: RunState): ResultRow[] {
  const row = (name: string, read: (state: RunState) => Rate): ResultRow => {
    const [one, other] = [read(a), read(b)];
    const both = one.after !== undefined && other.after !== undefined;
    return {
      ...{ name, a: rateCell(one), b: rateCell(other) },
      change: both ? points(one.after.value, other.after.value) : '',
    };
  };
  return RUN_SETS.flatMap((set) => {
    const { title } = SET_WORDS[set];
    const sets = ({ before, after }: RunState) => [pickSet(before, set), pickSet(after, set)] as const;
    const most = Math.min(...[a, b].flatMap((state) => sets(state)[1]?.curve.at(-1)?.k ?? []));
    const atK = (k: number) =>
      row(text.atK(title, k), (state) => {
        const [before, after] = sets(state).map((one) => one?.curve.find((point) => point.k === k)?.pass);
        return { before, after };
      });
    const greedy = row(text.greedy(title), (state) => {
      const [before, after] = sets(state).map((one) => (one?.greedy === undefined ? undefined : { value: one.greedy }));
      return { before, after };
    });
    return [atK(1), ...(most > 1 && Number.isFinite(most) ? [atK(most)] : []), greedy];
  });
}

function rateCell({ before, after }: Rate): ResultCell {
  const last = after ?? before;
  if (last === undefined) return { text: NOTHING, band: null };
  const { low, high } = last as Partial<Estimate>;
  return {
    text: rateText(before?.value, after?.value),
    band: low === undefined || high === undefined ? null : `${percent(low)}–${percent(high)}`,
  };
}

function rateText(before: number | undefined, after: number | undefined): string {
  if (before === undefined) return percent(after);
  return after === undefined ? text.onlyBefore(percent(before)) : `${percent(before)} → ${percent(after)}`;
}

function numberRows(a: RunState, b: RunState): ResultRow[] {
  return (['kl', 'entropy'] as const).map((name) => {
    const [one, other] = [a, b].map(({ steps }) => steps.at(-1)?.metrics[name]);
    return {
      ...{ name: METRICS[name].label, a: plain(decimal(one)), b: plain(decimal(other)) },
      change: one === undefined || other === undefined ? '' : signed(other - one),
    };
  });
}

function textRows(a: RunState, b: RunState): ResultRow[] {
  const row = (name: string, read: (state: RunState) => string): ResultRow => ({
    ...{ name, a: plain(read(a)), b: plain(read(b)) },
    change: '',
  });
  return [
    row(text.steps, ({ steps }) => String(steps.length)),
    row(text.time, ({ steps }) => (steps.length === 0 ? NOTHING : trainingTime(steps))),
    row(
      text.alerts,
      ({ alerts }) => alerts.map(({ name, step }) => text.atStep(ALERT_WORDS[name], step)).join('; ') || text.none,
    ),
  ];
}

const plain = (value: string): ResultCell => ({ text: value, band: null });

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
