/** One curve of the run: drawn while it is in view, left as it was while it is not. */

import type { ReadonlySignal, Signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Axis, Mark, Pick, Series } from '../charts/chart.ts';
import { useInView } from '../charts/in-view.ts';
import { LineChart } from '../charts/line-chart.tsx';
import { decimal, percent } from '../parts/format.ts';
import { Tabs } from '../parts/tabs.tsx';
import { ALERT_WORDS } from '../shell/alert-words.ts';
import type { RunState } from '../state.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import type { CurveChart } from './curve-catalogue.ts';
import { axisOf, type CurveLook, chartSeries, nearestStep, passSeries, stepAxis } from './curve-series.ts';
import { TRIES, type Tries } from './curves-store.ts';

interface Drawn {
  readonly run: RunState;
  readonly look: CurveLook;
  readonly x: Axis;
  readonly marks: readonly Mark[];
  readonly pick: Pick;
  /** For the caption: the smoothing of the lines. */
  readonly note: string;
}

/** What is drawn now: followed while the chart is in view, else as it was when it was last looked at. */
function useDrawn(store: Store, inView: Signal<boolean>): Drawn | null {
  const seen = useRef(false);
  seen.current ||= inView.value;
  if (!seen.current) return null;
  const read = <T,>(source: ReadonlySignal<T>): T => (inView.value ? source.value : source.peek());
  const run = read(store.curves.run);
  // A room has no legend of them.
  const earlier = store.view.lecture ? [] : read(store.history.faint);
  const { step, follow } = read(store.rollouts.view);
  const smoothing = read(store.curves.smoothing);
  const epochs = run.config?.epochs ?? read(store.plan).config.epochs;
  return {
    run,
    look: { earlier, smoothing, raised: read(store.curves.raised) },
    x: stepAxis(epochs, [run, ...earlier.map(({ state }) => state)]),
    marks: run.alerts.map(({ name, step: at }) => ({ x: at, label: words.curves.alertAt(at, ALERT_WORDS[name]) })),
    note: smoothing === 0 ? '' : words.curves.smoothed(decimal(smoothing)),
    pick: {
      at: follow ? null : step,
      label: words.curves.pick,
      choose: (x) => {
        const nearest = nearestStep(run.steps, x);
        if (nearest !== null) void store.rollouts.show(nearest);
      },
    },
  };
}

interface CurveChartPanelProps {
  readonly chart: CurveChart;
  readonly store: Store;
  readonly height: number;
  readonly level?: 3 | 4;
}

export function CurveChartPanel({ chart, store, height, level = 3 }: CurveChartPanelProps) {
  const [place, inView] = useInView<HTMLDivElement>();
  const drawn = useDrawn(store, inView);
  if (drawn === null)
    return <div ref={place} class="chart-place" data-curve={chart.id} style={{ minHeight: `${height + 110}px` }} />;
  const { run, look, x, marks, pick, note } = drawn;
  const series = chartSeries(chart, run, look);
  return (
    <div ref={place} class="chart-place" data-curve={chart.id}>
      <LineChart
        {...{ title: chart.title, help: chart.help, good: chart.good, series, x, marks, pick, note, level, height }}
        y={axisOf(chart, series)}
        cursor={store.curves.cursor}
        empty={words.curves.empty}
      />
    </div>
  );
}

interface PassChartPanelProps {
  readonly store: Store;
  readonly height: number;
}

const shareAxis: Axis = { kind: 'linear', domain: [0, 1], label: '', format: (share) => percent(share) };

const TRIES_TABS = TRIES.map((k) => ({ value: k, label: `pass@${k}` }));

export function PassChartPanel({ store, height }: PassChartPanelProps) {
  const [place, inView] = useInView<HTMLDivElement>();
  const drawn = useDrawn(store, inView);
  const k: Tries = store.curves.tries.value;
  if (drawn === null) return <div ref={place} class="chart-place" style={{ minHeight: `${height + 130}px` }} />;
  const { run, look, x, marks, pick, note } = drawn;
  const series: readonly Series[] = passSeries(run, k, look);
  return (
    <div ref={place} class="chart-place">
      <LineChart
        {...{ series, x, marks, pick, note, height }}
        title={`pass@${k}`}
        help={words.curves.passHelp(k)}
        good="up"
        y={shareAxis}
        cursor={store.curves.cursor}
        empty={words.curves.empty}
      >
        <Tabs
          legend={words.curves.tries}
          tabs={TRIES_TABS}
          chosen={k}
          onChoose={(tries) => (store.curves.tries.value = tries)}
        />
      </LineChart>
    </div>
  );
}
