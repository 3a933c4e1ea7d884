/** Every problem under both models: which ones the gain comes from, and which were lost. */

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { CsvCell } from '../../core/csv.ts';
import type { Comparison, PairedDifference } from '../../core/measuring.ts';
import { DataTable } from '../charts/data-table.tsx';
import { ChartFrame } from '../charts/frame.tsx';
import { PairedPlot, pairedHeight } from '../charts/paired-plot.tsx';
import { inPoints, percent } from '../parts/format.ts';
import { Tabs } from '../parts/tabs.tsx';
import { words } from '../words/index.ts';
import { type MeasureView, ViewTabs } from './measure-view.tsx';
import { PAIR_ORDERS, type PairOrder, sortPairs } from './measure-views.ts';

const { measurePairs } = words;

/** Problems that are drawn before somebody asks for all of them. */
const FIRST = 16;

const AGAINST_TABS = [
  { value: 'same', label: measurePairs.same },
  { value: 'best', label: measurePairs.best },
] as const;
type Against = (typeof AGAINST_TABS)[number]['value'];

export function MeasurePairs({ view }: { readonly view: MeasureView }) {
  const against = useSignal<Against>('same');
  const wantedK = useSignal(1);
  const other = view.model.label;
  const comparisons = view.report.comparisons.filter(({ set }) => set === view.set);
  const comparison = comparisons.find((one) => one.other === other) ?? comparisons[0];
  if (comparison === undefined) return null;
  const differences = comparison[against.value];
  const pairs = differences.find(({ k }) => k === wantedK.value) ?? differences[0];
  if (pairs === undefined) return null;
  return (
    <div class="measure-part">
      <Pairs
        comparison={comparison}
        pairs={pairs}
        temperatures={temperaturesOf(comparison, against.value)}
        controls={(sorting) => (
          <ViewTabs view={view} models={comparisons.length > 1}>
            <Tabs
              legend="k"
              tabs={differences.map(({ k }) => ({ value: k, label: `pass@${k}` }))}
              chosen={pairs.k}
              onChoose={(k) => (wantedK.value = k)}
            />
            {view.report.request.temperatures.length > 1 && (
              <Tabs
                legend={measurePairs.temperatures}
                tabs={AGAINST_TABS}
                chosen={against.value}
                onChoose={(value) => (against.value = value)}
              />
            )}
            {sorting}
          </ViewTabs>
        )}
      />
    </div>
  );
}

/** Of base and other. */
const temperaturesOf = (comparison: Comparison, against: Against): readonly [number, number] =>
  against === 'same'
    ? [comparison.temperature, comparison.temperature]
    : [comparison.baseTemperature, comparison.otherTemperature];

interface PairsProps {
  readonly comparison: Comparison;
  readonly pairs: PairedDifference;
  readonly temperatures: readonly [number, number];
  /** Everything to choose from, with the control for the order put in. */
  readonly controls: (sorting: ComponentChildren) => ComponentChildren;
}

function Pairs({ comparison, pairs, temperatures, controls }: PairsProps) {
  const order = useSignal<PairOrder>('gain');
  const all = useSignal(false);
  const { set, base, other } = comparison;
  const [baseAt, otherAt] = temperatures;
  const sorted = sortPairs(pairs, order.value);
  const shown = all.value ? sorted : sorted.slice(0, FIRST);
  const rows = shown.map(({ id, base: from, other: to, difference: { low, high } }) => ({
    ...{ id, low, high },
    base: from,
    other: to,
  }));
  const title = measurePairs.title(pairs.k);
  const lost = sorted.filter(({ difference }) => difference.high < 0).length;
  const won = sorted.filter(({ difference }) => difference.low > 0).length;
  const height = pairedHeight(shown.length);
  const exported: CsvCell[][] = [
    ['set', 'problem', 'k', base, `${base}_temperature`, other, `${other}_temperature`, 'difference', 'low', 'high'],
    ...sorted.map(({ id, base: from, other: to, difference: { value, low, high } }): CsvCell[] => [
      ...[set, id, pairs.k, from, baseAt, to, otherAt, value, low, high],
    ]),
  ];
  return (
    <>
      <ChartFrame
        title={title}
        help={`${measurePairs.help(base, baseAt, other, otherAt)} ${measurePairs.moved(won, sorted.length, lost)}`}
        height={height}
        controls={controls(
          <label class="measure-order">
            {measurePairs.sorted}
            <select value={order.value} onChange={(event) => (order.value = event.currentTarget.value as PairOrder)}>
              {PAIR_ORDERS.map((name) => (
                <option key={name} value={name}>
                  {measurePairs.orders[name]}
                </option>
              ))}
            </select>
          </label>,
        )}
        picture={(width) => (
          <PairedPlot rows={rows} label={measurePairs.label(title, won, sorted.length, lost)} width={width} />
        )}
        table={
          <DataTable
            title={title}
            head={[measurePairs.problem, base, other, measurePairs.difference]}
            rows={shown.map((one) => [
              one.id,
              percent(one.base, 1),
              percent(one.other, 1),
              <>
                {inPoints(one.difference.value)}
                <small>{` ${measurePairs.interval(inPoints(one.difference.low), inPoints(one.difference.high))}`}</small>
              </>,
            ])}
            height={height}
          />
        }
        exported={{ file: `pairs-${set}-pass-at-${pairs.k}`, rows: () => exported }}
      />
      {sorted.length > FIRST && (
        <button type="button" class="link" aria-pressed={all.value} onClick={() => (all.value = !all.value)}>
          {all.value ? measurePairs.first(FIRST) : measurePairs.all(sorted.length)}
        </button>
      )}
    </>
  );
}
