/** One problem set before and after training, beside the baseline where there is one, with what keeps the claim honest. */

import type { RunSetName, SetEvaluation } from '../../core/records.ts';
import { Bar } from '../parts/bar.tsx';
import { NOTHING, percent, rateOf } from '../parts/format.ts';
import { SET_WORDS } from '../parts/set-words.ts';
import type { EarlierRun } from '../runs/earlier-runs.ts';
import { latestMeasured, otherTemperatures, pickSet } from '../selectors.ts';
import type { RunState } from '../state.ts';
import { words } from '../words/index.ts';

interface SetCardProps {
  readonly name: RunSetName;
  readonly state: RunState;
  /** The baseline, where that is another run. */
  readonly pinned: EarlierRun | null;
}

/** A column of the table, and a bar above it. */
interface Column {
  readonly words: string;
  readonly title?: string;
  readonly tone: 'grey' | 'green';
  readonly set: SetEvaluation | null;
  readonly cooler: readonly SetEvaluation[];
}

export function SetCard({ name, state, pinned }: SetCardProps) {
  const before = pickSet(state.before, name);
  const after = pickSet(state.after, name);
  const { title, help } = SET_WORDS[name];
  const newest = after ?? before;
  const columns: Column[] = [
    { words: words.comparison.before, tone: 'grey', set: before, cooler: otherTemperatures(state.before, name) },
    { words: words.comparison.after, tone: 'green', set: after, cooler: otherTemperatures(state.after, name) },
    ...(pinned === null ? [] : [pinnedColumn(pinned, name)]),
  ];
  return (
    <article class="set">
      <h3>{title}</h3>
      <p class="set-help">{help}</p>
      <p class="set-number">
        <span class={after ? 'set-before' : ''}>{passOf(before)}</span>
        {after && (
          <>
            <span class="set-arrow" aria-hidden="true">
              →
            </span>
            <span class="sr-only">{words.comparison.beforeAfter}</span>
            <b class={after.passAt1.value > (before?.passAt1.value ?? 0) ? 'is-gain' : ''}>{passOf(after)}</b>
          </>
        )}
      </p>
      {columns.map((column) => (
        <SetBar key={column.words} column={column} />
      ))}
      <SetTable columns={columns} />
      <p class="set-n">
        {newest === null
          ? words.comparison.notYet
          : words.comparison.over(newest.problems.length, newest.n, pinned?.label ?? null)}
      </p>
    </article>
  );
}

function pinnedColumn({ label, state }: EarlierRun, name: RunSetName): Column {
  const evaluation = latestMeasured(state);
  return {
    ...{ words: words.comparison.baseline, title: label, tone: 'grey' },
    ...{ set: pickSet(evaluation, name), cooler: otherTemperatures(evaluation, name) },
  };
}

function SetBar({ column: { words: name, tone, set } }: { readonly column: Column }) {
  const pass = set?.passAt1;
  return (
    <div class="set-bar">
      <span class="set-bar-name">{name}</span>
      <Bar
        size="small"
        tone={tone}
        value={pass?.value ?? null}
        {...(pass ? { low: pass.low, high: pass.high } : {})}
        label={
          pass
            ? words.comparison.bar(name, passOf(set), percent(pass.low), percent(pass.high))
            : words.comparison.barUnknown(name)
        }
      />
    </div>
  );
}

function SetTable({ columns }: { readonly columns: readonly Column[] }) {
  const cooler = [...new Set(columns.flatMap((column) => column.cooler.map(({ temperature }) => temperature)))];
  const row = (name: string, cell: (column: Column) => number | undefined) => (
    <tr key={name}>
      <th scope="row">{name}</th>
      {columns.map((column) => (
        <td key={column.words}>{percent(cell(column))}</td>
      ))}
    </tr>
  );
  return (
    <table class="set-table">
      <thead>
        <tr>
          <td />
          {columns.map((column) => (
            <th key={column.words} scope="col" title={column.title}>
              {column.words}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{words.comparison.passAt1(1)}</th>
          {columns.map(({ words: name, set }) => (
            <td key={name}>{withBand(set)}</td>
          ))}
        </tr>
        {cooler.map((temperature) =>
          row(
            words.comparison.passAt1(temperature),
            (column) => column.cooler.find((set) => set.temperature === temperature)?.passAt1.value,
          ),
        )}
        {row(words.comparison.greedy, ({ set }) => set?.greedy)}
        {row(words.comparison.visibleOnly, ({ set }) => set?.visibleAt1)}
      </tbody>
    </table>
  );
}

function withBand(set: SetEvaluation | null) {
  if (set === null) return NOTHING;
  const { low, high } = set.passAt1;
  return (
    <>
      {passOf(set)}{' '}
      <small>
        {percent(low)}–{percent(high)}
      </small>
    </>
  );
}

const passOf = (set: SetEvaluation | null): string =>
  set === null ? NOTHING : rateOf(set.passAt1.value, set.n * set.problems.length);
