/** Two runs of the history side by side: the settings in which they differ, their results, and their curves laid over each other. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { RunInfo } from '../../core/history.ts';
import { LineChart } from '../charts/line-chart.tsx';
import type { RunState } from '../state.ts';
import { words } from '../words/index.ts';
import { type OverlaidRun, overlaidCharts, type ResultCell, resultRows, settingRows } from './run-comparison.ts';
import type { RunsStore } from './runs-store.ts';

const text = words.runs.compare;

interface RunsCompareProps {
  readonly history: RunsStore;
  /** Newest first; two at least. */
  readonly runs: readonly RunInfo[];
}

export function RunsCompare({ history, runs }: RunsCompareProps) {
  const wanted = useSignal<readonly [first: string | null, second: string | null]>([null, null]);
  const open = useSignal(false);
  const [a, b] = chosen(runs, wanted.value);
  useEffect(() => {
    if (open.value) history.earlier.want([a.id, b.id]);
  });
  const [stateA, stateB] = [history.earlier.of(a.id), history.earlier.of(b.id)];
  const choose = (first: string, second: string) => {
    wanted.value = [first, second];
  };
  return (
    <details class="runs-compare" open={open.value} onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>{text.title}</summary>
      {open.value && (
        <>
          <div class="runs-compare-choice">
            <RunSelect
              {...{ history, runs, label: text.first, value: a.id }}
              onChoose={(id) => choose(id, id === b.id ? a.id : b.id)}
            />
            <RunSelect
              {...{ history, runs, label: text.second, value: b.id }}
              onChoose={(id) => choose(id === a.id ? b.id : a.id, id)}
            />
          </div>
          <div class="runs-compare-tables">
            <SettingsOfBoth history={history} a={a} b={b} />
            {stateA !== null && stateB !== null && (
              <Results letters={[history.letterOf(a.id), history.letterOf(b.id)]} a={stateA} b={stateB} />
            )}
          </div>
          {stateA === null || stateB === null ? (
            <p class="empty">{text.reading}</p>
          ) : (
            <Curves a={{ label: history.labelOf(a), state: stateA }} b={{ label: history.labelOf(b), state: stateB }} />
          )}
        </>
      )}
    </details>
  );
}

/** Unless a person chose: the baseline, and the newest of the others. */
function chosen(
  runs: readonly RunInfo[],
  [first, second]: readonly [string | null, string | null],
): readonly [RunInfo, RunInfo] {
  const find = (id: string | null) => runs.find((run) => run.id === id);
  const a =
    find(first) ?? runs.find(({ baseline, id }) => baseline && id !== second) ?? runs.find(({ id }) => id !== second);
  const b = find(second) ?? runs.find(({ id }) => id !== a?.id);
  if (a === undefined || b === undefined) throw new Error(`runs: expected two to compare, got ${runs.length}`);
  return [a, b];
}

interface RunSelectProps extends RunsCompareProps {
  readonly label: string;
  readonly value: string;
  readonly onChoose: (id: string) => void;
}

function RunSelect({ history, runs, label, value, onChoose }: RunSelectProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {runs.map((run) => (
          <option key={run.id} value={run.id}>
            {history.labelOf(run)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface BothProps {
  readonly history: RunsStore;
  readonly a: RunInfo;
  readonly b: RunInfo;
}

function SettingsOfBoth({ history, a, b }: BothProps) {
  const all = useSignal(false);
  const rows = settingRows(a.config, b.config);
  const shown = all.value ? rows : rows.filter(({ differs }) => differs);
  return (
    <section class="runs-compare-part" aria-label={text.settings}>
      <div class="runs-compare-head">
        <h3>{text.settings}</h3>
        <label class="check">
          <input type="checkbox" checked={all.value} onChange={(event) => (all.value = event.currentTarget.checked)} />
          {text.all}
        </label>
      </div>
      {shown.length === 0 ? (
        <p>{text.same}</p>
      ) : (
        <table class="runs-table">
          <Head names={[text.setting, history.letterOf(a.id), history.letterOf(b.id)]} />
          <tbody>
            {shown.map(({ path, help, a: one, b: other, differs }) => (
              <tr key={path} class={differs && all.value ? 'is-different' : ''}>
                <th scope="row" title={help}>
                  <code>{path}</code>
                </th>
                <td>{one}</td>
                <td>{other}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Head({ names }: { readonly names: readonly string[] }) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface ResultsProps {
  readonly letters: readonly [string, string];
  readonly a: RunState;
  readonly b: RunState;
}

function Results({ letters, a, b }: ResultsProps) {
  return (
    <section class="runs-compare-part" aria-label={text.results}>
      <h3>{text.results}</h3>
      <table class="runs-table">
        <Head names={[text.result, ...letters, text.change]} />
        <tbody>
          {resultRows(a, b).map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              <Cell cell={row.a} />
              <Cell cell={row.b} />
              <td>{row.change}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface CurvesProps {
  readonly a: OverlaidRun;
  readonly b: OverlaidRun;
}

function Curves({ a, b }: CurvesProps) {
  const cursor = useSignal<number | null>(null);
  const last = Math.max(1, ...[a, b].map(({ state }) => state.steps.at(-1)?.step ?? 0));
  const x = { kind: 'linear', domain: [0, last], label: 'step', format: String } as const;
  return (
    <section class="runs-compare-part" aria-label={text.curves}>
      <h3>{text.curves}</h3>
      <div class="runs-compare-curves">
        {overlaidCharts(a, b).map((chart) => (
          <LineChart key={chart.title} {...chart} x={x} cursor={cursor} height={220} empty={text.empty} level={4} />
        ))}
      </div>
    </section>
  );
}

function Cell({ cell: { text: value, band } }: { readonly cell: ResultCell }) {
  return (
    <td>
      {value}
      {band !== null && <small> {band}</small>}
    </td>
  );
}
