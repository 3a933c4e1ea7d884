/** A small SVG line chart with bands, a crosshair that several charts can share, and a table for those who cannot see it. */

import type { CsvCell } from '../../core/csv.ts';
import { NOTHING } from '../parts/format.ts';
import { words } from '../words/index.ts';
import type { LineChartProps, Series } from './chart.ts';
import { ChartTable } from './chart-table.tsx';
import { CursorSlider } from './cursor-slider.tsx';
import { fileName, type LegendItem } from './export.ts';
import { ChartFrame } from './frame.tsx';
import { LinePlot } from './line-plot.tsx';
import { nearest } from './path.ts';

export function LineChart(props: LineChartProps) {
  const { title, help, good, note, series, x, height, level, cursor, pick } = props;
  const drawn = series.filter((one) => one.points.length > 0);
  const matter = drawn.filter(isMatter);
  const ends = endsOf(matter);
  const exported = props.exported ?? { file: fileName(title), rows: () => seriesRows(drawn, x.label) };
  return (
    <ChartFrame
      title={title}
      help={help}
      note={note}
      good={good}
      level={level}
      height={height}
      readout={<Readout {...props} />}
      controls={props.children}
      picture={(width) => (
        <>
          <LinePlot {...props} series={drawn} width={width} />
          {ends && (
            <CursorSlider
              title={title}
              ends={ends}
              stops={() => placesOf(matter)}
              cursor={cursor}
              pick={pick}
              said={(at) => saidAt({ ...props, series: matter }, at)}
            />
          )}
        </>
      )}
      table={<ChartTable {...props} series={drawn} />}
      exported={exported}
      legend={legendOf(drawn)}
    />
  );
}

/** Under the crosshair: neither what stands behind nor what belongs to no curve. */
const isMatter = ({ backdrop, lone }: Series): boolean => backdrop === undefined && lone !== true;

/** The places that some line has a point at. */
const placesOf = (series: readonly Series[]): number[] =>
  [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b);

function endsOf(series: readonly Series[]): [number, number] | null {
  const ends = series.flatMap(({ points }) => [points[0]?.x ?? 0, points.at(-1)?.x ?? 0]);
  return ends.length === 0 ? null : [Math.min(...ends), Math.max(...ends)];
}

function saidAt({ series, x, y, pick }: LineChartProps, at: number): string {
  const values = series.flatMap(({ name, points, told = points }) => {
    const point = nearest(told, at);
    return point?.x === at ? [`${name} ${y.format(point.y)}`] : [];
  });
  return words.charts.valuesAt(x.label, x.format(at), values, pick?.label ?? '');
}

/** Nothing to explain where there is one line: the title names it. */
function legendOf(series: readonly Series[]): LegendItem[] {
  if (series.length < 2) return [];
  return series
    .filter(({ backdrop }) => backdrop !== 'raw')
    .map(({ name, tone, lone, dashed, backdrop }) => ({
      name,
      tone,
      look: lone ? 'ring' : backdrop === 'earlier' ? 'thin' : dashed ? 'dashed' : 'line',
    }));
}

/** One row for each point of each line; other runs have files of their own. */
export function seriesRows(series: readonly Series[], place: string): CsvCell[][] {
  const own = series.filter(({ backdrop }) => backdrop !== 'earlier');
  const rows = own.flatMap(({ name, points, backdrop }) =>
    points.map(({ x, y, low, high }): CsvCell[] => [
      ...[backdrop === 'raw' ? words.charts.raw(name) : name, x, y],
      ...[low ?? null, high ?? null],
    ]),
  );
  return [['line', place, 'value', 'low', 'high'], ...rows];
}

/** The values under the crosshair, or the last ones; serves as legend too. */
function Readout({ series, x, y, cursor, rest = 'last' }: LineChartProps) {
  const at = cursor.value;
  const idle = rest === 'first' ? 0 : -1;
  const matter = series.filter(({ backdrop }) => backdrop === undefined);
  return (
    <ul class="chart-readout">
      {matter.map((one) => {
        const { told = one.points } = one;
        const point = (at === null || one.lone ? told.at(idle) : nearest(told, at)) ?? null;
        if (point === null && at !== null) return null;
        return (
          <li key={one.name} class={`tone-${one.tone}`}>
            {matter.length > 1 && (
              <span class="chart-key">
                <i class={one.lone ? 'ring' : one.dashed ? 'dashed' : ''} />
                {one.name}
              </span>
            )}
            <b>{point ? y.format(point.y) : NOTHING}</b>
            <span class="chart-at">
              {point && (at !== null || one.lone || rest === 'first') ? `${x.label} ${x.format(point.x)}` : ''}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
