/** "One choice among the same samples": what each way to choose makes of them, between no choice and a perfect one. */

import type { CsvCell } from '../../core/csv.ts';
import { BarPlot, barsHeight } from '../charts/bar-plot.tsx';
import { DataTable } from '../charts/data-table.tsx';
import { ChartFrame } from '../charts/frame.tsx';
import { percent } from '../parts/format.ts';
import { words } from '../words/index.ts';
import { type MeasureView, ViewTabs } from './measure-view.tsx';
import { SELECTION_TONES, SELECTION_WORDS } from './measure-words.ts';

const { measureSelections } = words;

export function MeasureSelections({ view }: { readonly view: MeasureView }) {
  const report = view.model.selections.find(({ set }) => set === view.set);
  if (report === undefined) return null;
  const { set, temperature, samples, selections } = report;
  const rows = selections.map(({ name, passAt1: { value, low, high } }) => ({
    ...{ value, low, high },
    name: SELECTION_WORDS[name].title,
    tone: SELECTION_TONES[name],
  }));
  const exported: CsvCell[][] = [
    ['set', 'model', 'temperature', 'n', 'choice', 'pass@1', 'low', 'high'],
    ...selections.map(({ name, passAt1: { value, low, high } }): CsvCell[] => [
      ...[set, view.model.label, temperature, samples, name, value, low, high],
    ]),
  ];
  const height = barsHeight(rows.length);
  return (
    <div class="measure-part">
      <ChartFrame
        title={measureSelections.title}
        help={measureSelections.help(samples, view.model.label, temperature)}
        height={height}
        controls={<ViewTabs view={view} models />}
        picture={(width) => (
          <BarPlot
            rows={rows}
            label={`${measureSelections.title}: ${rows.map(({ name, value }) => `${name} ${percent(value)}`).join(', ')}`}
            width={width}
          />
        )}
        table={
          <DataTable
            title={measureSelections.title}
            head={[measureSelections.choice, 'pass@1', measureSelections.band]}
            rows={rows.map(({ name, value, low, high }) => [
              name,
              percent(value, 1),
              `${percent(low, 1)}–${percent(high, 1)}`,
            ])}
            height={height}
          />
        }
        exported={{ file: `choices-${set}-t${temperature}-n${samples}`, rows: () => exported }}
      />
      <dl class="selection-help">
        {selections.map(({ name }) => (
          <div key={name}>
            <dt>{SELECTION_WORDS[name].title}</dt>
            <dd>{SELECTION_WORDS[name].help}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
