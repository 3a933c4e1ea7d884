/** What the picture of pass@k holds: the run before training and as it was last measured, and the baseline. */

import type { RunConfig } from '../../core/config.ts';
import type { CsvCell } from '../../core/csv.ts';
import type { Evaluation, RunSetName, SetEvaluation } from '../../core/records.ts';
import type { Series } from '../charts/chart.ts';
import { rowsOfRun } from '../charts/figure-run.ts';
import { curveRows, tableKs } from '../measure/measure-views.ts';
import type { EarlierRun } from '../runs/earlier-runs.ts';
import { type BandKind, curvePoints, latestMeasured, pickSet } from '../selectors.ts';
import type { RunState } from '../state.ts';
import { words } from '../words/index.ts';

export interface PassLine {
  readonly id: 'before' | 'now' | 'pinned';
  readonly label: string;
  readonly set: SetEvaluation | null;
  /** Of its run. */
  readonly config: RunConfig | null;
}

/** Lines of one set, the baseline only where there is one. */
export function passLines(state: RunState, pinned: EarlierRun | null, name: RunSetName): PassLine[] {
  const now = latestMeasured(state);
  const { config } = state;
  const label = (evaluation: Evaluation | null) =>
    state.after !== null || evaluation === null ? words.comparison.after : words.passAtK.now(evaluation.epoch);
  return [
    { id: 'before', label: words.comparison.before, set: pickSet(state.before, name), config },
    { id: 'now', label: label(now), set: pickSet(now, name), config },
    ...(pinned === null ? [] : [pinnedLine(pinned, name)]),
  ];
}

const pinnedLine = ({ label, state }: EarlierRun, name: RunSetName): PassLine => ({
  ...{ id: 'pinned', label, config: state.config },
  set: pickSet(latestMeasured(state), name),
});

const LOOKS: Readonly<Record<PassLine['id'], Pick<Series, 'tone' | 'dashed'>>> = {
  before: { tone: 'muted', dashed: true },
  now: { tone: 'accent' },
  pinned: { tone: 'blue' },
};

export const passLineSeries = (lines: readonly PassLine[], bands: BandKind): Series[] =>
  lines.map(({ id, label, set }) => ({ name: label, points: curvePoints(set, bands), dots: true, ...LOOKS[id] }));

/** For the file: everything that was measured, under the names of the picture, each row with the run that it is of. */
export function passLineRows(lines: readonly PassLine[], name: RunSetName, temperature: number): CsvCell[][] {
  const [head, ...more] = lines.map(({ label, set, config }) =>
    rowsOfRun(curveRows([{ label, sets: set === null ? [] : [set] }], name, temperature), config),
  );
  return [...(head ?? []), ...more.flatMap((rows) => rows.slice(1))].map((row) => [...row]);
}

/** n of each line, as "128" where all have the same, else with their names; the end of the axis is the largest. */
export function samplesOf(lines: readonly PassLine[]): { readonly most: number; readonly told: string } {
  const measured = lines.flatMap(({ label, set }) => (set === null ? [] : [{ label, n: set.n }]));
  const sizes = new Set(measured.map(({ n }) => n));
  const told =
    sizes.size <= 1 ? String(measured[0]?.n ?? 128) : measured.map(({ label, n }) => `${n} (${label})`).join(', ');
  return { most: Math.max(2, ...measured.map(({ n }) => n), ...(sizes.size === 0 ? [128] : [])), told };
}

/** The ks that are told in numbers: the first try, few tries, many tries, as far as any line goes. */
export const toldKs = (lines: readonly PassLine[]): number[] =>
  tableKs(Math.max(64, ...lines.map(({ set }) => set?.curve.at(-1)?.k ?? 0)));
