/** pass@k of every model at every temperature: what cooling alone does, beside what training did. */

import type { ModelReport } from '../../core/measuring.ts';
import type { CurvePoint } from '../../core/records.ts';
import { NOTHING, percent } from '../parts/format.ts';
import { words } from '../words/index.ts';
import { temperaturesLook } from './measure-captions.ts';
import { type MeasureView, ViewTabs } from './measure-view.tsx';
import { greedyOf, type TemperatureRow, tableKs, temperatureRows } from './measure-views.ts';

const { measureTemperatures } = words;

export function MeasureTemperatures({ view }: { readonly view: MeasureView }) {
  const { report, set } = view;
  const ks = tableKs(report.request.samples);
  const rows = temperatureRows(report.models, set, ks);
  return (
    <div class="measure-part">
      <h3>{measureTemperatures.title}</h3>
      <p class="measure-look">
        {temperaturesLook(report.request)} {measureTemperatures.help(report.request.samples)}
      </p>
      <ViewTabs view={view} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section class="measure-scroll" tabIndex={0} aria-label={measureTemperatures.label}>
        <table class="measure-table">
          <thead>
            <tr>
              <th scope="col">{measureTemperatures.model}</th>
              <th scope="col">{measureTemperatures.temperature}</th>
              {ks.map((k) => (
                <th scope="col" key={k}>
                  pass@{k}
                </th>
              ))}
            </tr>
          </thead>
          {report.models.map((model) => (
            <ModelRows
              key={model.label}
              model={model}
              greedy={greedyOf(model, set)}
              rows={rows.filter((row) => row.model === model.label)}
              ks={ks}
            />
          ))}
        </table>
      </section>
    </div>
  );
}

interface ModelRowsProps {
  readonly model: ModelReport;
  readonly greedy: number | null;
  readonly rows: readonly TemperatureRow[];
  readonly ks: readonly number[];
}

function ModelRows({ model, greedy, rows, ks }: ModelRowsProps) {
  return (
    <tbody>
      {rows.map((row, index) => (
        <tr key={row.temperature} class={row.best ? 'is-best' : ''}>
          {index === 0 && (
            <th scope="rowgroup" rowSpan={rows.length + 1}>
              {model.label}
            </th>
          )}
          <th scope="row">
            {row.temperature}
            {row.best && <b class="best-mark">{measureTemperatures.best}</b>}
          </th>
          {row.cells.map((cell, at) => (
            <td key={ks[at]}>{withBand(cell)}</td>
          ))}
        </tr>
      ))}
      <tr>
        <th scope="row">{measureTemperatures.greedy}</th>
        <td>{percent(greedy)}</td>
        {ks.slice(1).map((k) => (
          <td key={k}>
            {NOTHING}
            <span class="sr-only"> {measureTemperatures.oneCompletion}</span>
          </td>
        ))}
      </tr>
    </tbody>
  );
}

function withBand(point: CurvePoint | null) {
  if (point === null) return NOTHING;
  const { pass, problems } = point;
  return (
    <>
      {percent(pass.value, 1)}{' '}
      <small>
        {percent(pass.low)}–{percent(pass.high)}
        {problems !== undefined && `, ${measureTemperatures.over(problems)}`}
      </small>
    </>
  );
}
