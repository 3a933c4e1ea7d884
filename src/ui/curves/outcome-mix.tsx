/** What became of the programs, step by step: stacked shares under the crosshair of the curves, each part a way to its programs. */

import { type Signal, useSignal } from '@preact/signals';
import { useId, useMemo } from 'preact/hooks';
import type { CsvCell } from '../../core/csv.ts';
import { OUTCOMES, type Outcome } from '../../core/types.ts';
import type { Axis, Pick } from '../charts/chart.ts';
import { CursorSlider } from '../charts/cursor-slider.tsx';
import { DataTable } from '../charts/data-table.tsx';
import type { LegendItem } from '../charts/export.ts';
import { ChartFrame } from '../charts/frame.tsx';
import { useInView } from '../charts/in-view.ts';
import { useLectureRem } from '../charts/lecture-rem.ts';
import { StackPlot } from '../charts/stack-plot.tsx';
import { percent } from '../parts/format.ts';
import { OUTCOME_LOOKS } from '../parts/outcomes.tsx';
import { Section } from '../parts/section.tsx';
import { ALERT_WORDS } from '../shell/alert-words.ts';
import type { RunState } from '../state.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { stepAxis } from './curve-series.ts';
import { FilteredNote, MixLegend } from './outcome-legend.tsx';
import { barAt, type MixBar, mixBars, segmentAt, stepWith } from './outcome-shares.ts';

export function OutcomeMix({ store }: { readonly store: Store }) {
  const [place, inView] = useInView<HTMLDivElement>();
  const run = inView.value ? store.curves.run.value : store.curves.run.peek();
  return (
    <Section id="outcomes" title={words.outcomes.title} intro={words.outcomes.intro}>
      <div ref={place}>
        <Mix store={store} run={run} />
      </div>
    </Section>
  );
}

/** Narrowest bar that can still be pointed at, pixels. */
const NARROWEST = 3;

const kindsOf = (bars: readonly MixBar[]): Outcome[] =>
  OUTCOMES.filter((outcome) => bars.some(({ segments }) => segments.some((one) => one.outcome === outcome)));

function Mix({ store, run }: { readonly store: Store; readonly run: RunState }) {
  const rem = useLectureRem();
  const height = rem === null ? 250 : 19 * rem;
  const aimed = useSignal<Outcome | null>(null);
  const name = useId();
  const { steps } = run;
  const each = useMemo(() => mixBars(steps, Number.POSITIVE_INFINITY), [steps]);
  const kinds = useMemo(() => kindsOf(each), [each]);
  const epochs = run.config?.epochs ?? store.plan.value.config.epochs;
  const x = mixAxis(stepAxis(epochs, [run]));
  const { step, follow } = store.rollouts.view.value;
  const show = (wanted: number, outcome: Outcome | null) => {
    store.rollouts.filter.value = outcome;
    void store.rollouts.show(wanted);
  };
  const pick: Pick = {
    at: follow ? null : step,
    label: words.outcomes.pick,
    choose: (at) => show(at, aimed.peek()),
  };
  const choose = (bars: readonly MixBar[], at: number, share: number) => {
    const bar = barAt(bars, at);
    const segment = bar && segmentAt(bar, share);
    if (bar && segment) show(stepWith(steps, bar, segment.outcome, at), segment.outcome);
  };
  return (
    <ChartFrame
      title={words.outcomes.chart}
      help={words.outcomes.help}
      height={height}
      controls={
        <>
          <MixLegend store={store} kinds={kinds} bars={each} aimed={aimed} />
          <FilteredNote store={store} />
        </>
      }
      picture={(width) => (
        <Picture
          {...{ store, name, each, kinds, x, width, height, aimed, pick, choose, run }}
          most={Math.floor(width / NARROWEST)}
        />
      )}
      table={<MixTable bars={each} kinds={kinds} height={height} />}
      exported={{ file: 'outcome-mix', rows: () => mixRows(each) }}
      legend={kinds.map((outcome) => legendItem(name, outcome))}
    />
  );
}

/** A bar reaches half a step to either side. */
const mixAxis = (axis: Axis): Axis => ({ ...axis, domain: [0.5, axis.domain[1] + 0.5] });

function legendItem(name: string, outcome: Outcome): LegendItem {
  const { label, tone, pattern } = OUTCOME_LOOKS[outcome];
  return { name: label, look: 'square', stack: tone, pattern: pattern === 'plain' ? null : `${name}-${outcome}` };
}

interface PictureProps {
  readonly store: Store;
  readonly run: RunState;
  readonly name: string;
  /** One bar for each step. */
  readonly each: readonly MixBar[];
  readonly kinds: readonly Outcome[];
  readonly x: Axis;
  readonly width: number;
  readonly height: number;
  /** Most bars that there is room for. */
  readonly most: number;
  readonly aimed: Signal<Outcome | null>;
  readonly pick: Pick;
  readonly choose: (bars: readonly MixBar[], at: number, share: number) => void;
}

function Picture({ store, run, name, each, kinds, x, width, height, most, aimed, pick, choose }: PictureProps) {
  const bars = useMemo(() => (each.length <= most ? each : mixBars(run.steps, most)), [each, run.steps, most]);
  const stacks = useMemo(
    () => bars.map(({ segments, ...bar }) => ({ ...bar, parts: segments.map((one) => ({ ...one, id: one.outcome })) })),
    [bars],
  );
  const looks = useMemo(() => kinds.map((id) => ({ id, look: OUTCOME_LOOKS[id] })), [kinds]);
  if (bars.length === 0) return <p class="empty mix-empty">{words.outcomes.empty}</p>;
  const { cursor } = store.curves;
  const { filter } = store.rollouts;
  const aimAt = (at: number, share: number) => {
    const bar = barAt(bars, at);
    aimed.value = (bar && segmentAt(bar, share)?.outcome) ?? null;
  };
  const moveAim = (key: string): boolean => {
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return false;
    const index = aimed.value === null ? -1 : kinds.indexOf(aimed.value);
    const next = key === 'ArrowUp' ? index + 1 : index < 0 ? kinds.length - 1 : index - 1;
    aimed.value = kinds[next] ?? null;
    return true;
  };
  return (
    <>
      <StackPlot
        {...{ name, x, width, height, cursor, pick }}
        label={mixSummary(bars)}
        kinds={looks}
        bars={stacks}
        raised={filter.value}
        marks={run.alerts.map(({ name: alert, step }) => ({
          x: step,
          label: words.curves.alertAt(step, ALERT_WORDS[alert]),
        }))}
        onPoint={aimAt}
        onLeave={() => (aimed.value = null)}
        onChoose={(at, share) => choose(bars, at, share)}
      />
      <CursorSlider
        title={words.outcomes.chart}
        ends={[bars[0]!.first, bars.at(-1)!.last]}
        stops={() => each.map(({ first }) => first)}
        cursor={cursor}
        pick={pick}
        onKey={moveAim}
        said={(at) => saidAt(each, at, aimed.value)}
      />
      {bars.length < each.length && (
        <p class="mix-note">{words.outcomes.several(bars[0]!.last - bars[0]!.first + 1)}</p>
      )}
    </>
  );
}

const partWords = (outcome: Outcome, bar: MixBar): string => {
  const count = bar.segments.find((one) => one.outcome === outcome)?.count ?? 0;
  return words.outcomes.part(OUTCOME_LOOKS[outcome].label, count, bar.total, percent(count / bar.total));
};

/** What a step holds; of the outcome that the arrows chose, that alone. */
function saidAt(bars: readonly MixBar[], at: number, aimed: Outcome | null): string {
  const bar = barAt(bars, at);
  if (bar === null) return words.outcomes.empty;
  const parts = aimed === null ? bar.segments.map(({ outcome }) => partWords(outcome, bar)) : [partWords(aimed, bar)];
  return words.charts.valuesAt(words.outcomes.step, String(at), parts, words.outcomes.hint);
}

/** What a screen reader says in place of the picture. */
function mixSummary(bars: readonly MixBar[]): string {
  const [first, last] = [bars[0]!, bars.at(-1)!];
  const shareIn = ({ segments }: MixBar, outcome: Outcome) => {
    const segment = segments.find((one) => one.outcome === outcome);
    return percent(segment === undefined ? 0 : segment.to - segment.from);
  };
  const parts = kindsOf([first, last]).map((outcome) =>
    words.outcomes.fromTo(OUTCOME_LOOKS[outcome].label, shareIn(first, outcome), shareIn(last, outcome)),
  );
  return `${words.outcomes.chart}, ${words.outcomes.steps(first.first, last.last)}: ${parts.join('; ')}`;
}

interface MixTableProps {
  readonly bars: readonly MixBar[];
  readonly kinds: readonly Outcome[];
  readonly height: number;
}

function MixTable({ bars, kinds, height }: MixTableProps) {
  return (
    <DataTable
      title={words.outcomes.chart}
      height={height}
      head={[words.outcomes.step, words.outcomes.programs, ...kinds.map((outcome) => OUTCOME_LOOKS[outcome].label)]}
      rows={bars.map(({ first, total, segments }) => [
        String(first),
        total,
        ...kinds.map((outcome) => segments.find((one) => one.outcome === outcome)?.count ?? 0),
      ])}
    />
  );
}

/** One row for each step and outcome that occurs. */
function mixRows(bars: readonly MixBar[]): CsvCell[][] {
  const rows = bars.flatMap(({ first, total, segments }) =>
    segments.map(({ outcome, count, from, to }): CsvCell[] => [first, outcome, count, total, to - from]),
  );
  return [['step', 'outcome', 'programs', 'of', 'share'], ...rows];
}
