/** What a person can do with the curves: which ones, how smooth, which earlier runs, and which step is looked at. */

import { useComputed, useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { decimal } from '../parts/format.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { CURVE_GROUPS, type CurveChart, type CurveGroup, PASS_CHART } from './curve-catalogue.ts';
import { earlierTone, isDrawable } from './curve-series.ts';
import { SMOOTHEST } from './curves-store.ts';

export function CurveTools({ store }: { readonly store: Store }) {
  return (
    <div class="curve-tools">
      <div class="curve-tools-row">
        <Smoothing store={store} />
        <Choice store={store} />
      </div>
      <EarlierLegend store={store} />
      <LookedAt store={store} />
    </div>
  );
}

function Smoothing({ store }: { readonly store: Store }) {
  const weight = store.curves.smoothing.value;
  const id = useId();
  return (
    <div class="smoothing" title={words.curves.smoothingHelp}>
      <label for={id}>{words.curves.smoothing}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={SMOOTHEST}
        step={0.05}
        value={weight}
        onInput={(event) => store.curves.smooth(event.currentTarget.valueAsNumber)}
      />
      <output for={id}>{decimal(weight)}</output>
    </div>
  );
}

/** Chips for every chart, group by group. */
function Choice({ store }: { readonly store: Store }) {
  const count = store.curves.shown.value.size;
  const open = useSignal(false);
  return (
    <details class="curve-choice" onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>
        {words.curves.choose} <span class="count">{words.curves.chosen(count)}</span>
      </summary>
      {open.value && (
        <div class="chip-groups">
          {CURVE_GROUPS.map((group) => (
            <ChipGroup key={group.id} group={group} store={store} />
          ))}
          {store.curves.chosen.value && (
            <button type="button" class="link" onClick={() => store.curves.reset()}>
              {words.curves.reset}
            </button>
          )}
        </div>
      )}
    </details>
  );
}

function ChipGroup({ group, store }: { readonly group: CurveGroup; readonly store: Store }) {
  const on = group.charts.filter(({ id }) => store.curves.shown.value.has(id)).length;
  return (
    <details class="chip-group" open={on > 0}>
      <summary>
        {words.curves.groups[group.id]} <span class="count">{`${on}/${group.charts.length}`}</span>
      </summary>
      <div class="chips">
        {group.charts.map((chart) => (
          <Chip key={chart.id} chart={chart} store={store} />
        ))}
      </div>
    </details>
  );
}

function Chip({ chart, store }: { readonly chart: CurveChart; readonly store: Store }) {
  const absent = useComputed(() => {
    const { value: run } = store.curves.run;
    const runs = [run, ...store.history.faint.value.map(({ state }) => state)];
    return run.steps.length > 0 && chart !== PASS_CHART && !isDrawable(chart, runs);
  });
  return (
    <button
      type="button"
      class="chip"
      aria-pressed={store.curves.shown.value.has(chart.id)}
      disabled={absent.value}
      title={absent.value ? words.curves.absent : chart.help}
      onClick={() => store.curves.toggle(chart.id)}
    >
      {chart.title}
    </button>
  );
}

/** Names the runs behind; the one that is pointed at, focused or pressed comes forward in every chart. */
function EarlierLegend({ store }: { readonly store: Store }) {
  const runs = store.history.faint.value;
  if (runs.length === 0) return null;
  const { pointed, kept } = store.curves;
  return (
    <div class="earlier-legend">
      <span>{words.curves.earlier}</span>
      <ul>
        {runs.map(({ id, label }, index) => (
          <li key={id} class={`tone-${earlierTone(index)}`}>
            <button
              type="button"
              aria-pressed={kept.value === id}
              onPointerEnter={() => (pointed.value = id)}
              onPointerLeave={() => (pointed.value = null)}
              onFocus={() => (pointed.value = id)}
              onBlur={() => (pointed.value = null)}
              onClick={() => (kept.value = kept.value === id ? null : id)}
            >
              <i aria-hidden="true" />
              {label}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Which step a person chose, where its programs are, and the way back. */
function LookedAt({ store }: { readonly store: Store }) {
  const { step, follow } = store.rollouts.view.value;
  return (
    <p class="looked-at" role="status">
      {!follow && step !== null && (
        <>
          {words.curves.looked(step)} <a href="#rollouts">{words.curves.lookedWhere}</a>.{' '}
          <button type="button" class="link" onClick={() => void store.rollouts.show()}>
            {words.curves.newest}
          </button>
        </>
      )}
    </p>
  );
}
