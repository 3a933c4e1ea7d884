/** The drawing of a line chart: grid, bands, lines, marks, and the crosshair, each made anew only when its own data change. */

import type { Signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { words } from '../words/index.ts';
import type { Axis, LineChartProps, Mark, Series } from './chart.ts';
import { Grid, leftOf, type Margin, useMargin } from './grid.tsx';
import { bandPath, linePath, nearest } from './path.ts';
import { linearTicks, makeScale, type Scale } from './scale.ts';
import { thinned } from './smooth.ts';

export function LinePlot(props: LineChartProps & { readonly width: number }) {
  const { series, x: xAxis, y: yAxis, height, width, cursor, empty, marks = [], pick } = props;
  const margin = useMargin();
  const up = linearTicks(yAxis.domain, 4);
  const left = leftOf(up.map(yAxis.format), margin);
  const x = useScale(xAxis, left, width - margin.right);
  const y = useScale(yAxis, height - margin.bottom, margin.top);
  // The labels follow from the scales: an axis that ends where it ended writes them as it did.
  const grid = useMemo(
    () => <Grid {...{ x, y, xAxis, yAxis, up, width, height, left, margin }} />,
    [x, y, width, height, left, margin],
  );
  const placeOf = (event: MouseEvent) => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    const at = x.invert(event.clientX - box.left);
    const [low, high] = xAxis.domain;
    return Math.min(high, Math.max(low, xAxis.kind === 'linear' ? Math.round(at) : at));
  };
  const order = [...series].sort((a, b) => depth(a) - depth(b));
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the slider over the picture takes the keys
    <svg
      role="img"
      aria-label={summary(props)}
      class={pick ? 'is-pickable' : ''}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      onPointerMove={(event) => (cursor.value = placeOf(event))}
      onPointerLeave={() => (cursor.value = null)}
      onClick={pick && ((event) => pick.choose(placeOf(event)))}
    >
      {pick && <title>{pick.label}</title>}
      {grid}
      {marks.map((mark) => (
        <MarkLine key={mark.label} mark={mark} x={x} height={height} margin={margin} />
      ))}
      {pick && pick.at !== null && <PickedLine at={x(pick.at)} height={height} margin={margin} />}
      {order.map((one) => (
        <SeriesShape key={`${one.backdrop ?? ''} ${one.name}`} one={one} x={x} y={y} columns={width - left} />
      ))}
      {series.length === 0 && (
        <text class="chart-empty" x={(left + width) / 2} y={height / 2}>
          {empty}
        </text>
      )}
      <Crosshair series={series} cursor={cursor} x={x} y={y} height={height} margin={margin} />
    </svg>
  );
}

/** Backdrops first, so that the matter lies on them. */
const depth = ({ backdrop, raised }: Series): number =>
  raised ? 3 : backdrop === 'earlier' ? 0 : backdrop === 'raw' ? 1 : 2;

/** The same function as long as it would map alike: what is drawn with it need not be drawn anew. */
function useScale({ kind, domain: [low, high] }: Axis, from: number, to: number): Scale {
  return useMemo(() => makeScale(kind, [low, high], [from, to]), [kind, low, high, from, to]);
}

interface SeriesShapeProps {
  readonly one: Series;
  readonly x: Scale;
  readonly y: Scale;
  /** Pixels that the line is drawn over. */
  readonly columns: number;
}

function SeriesShape({ one, x, y, columns }: SeriesShapeProps) {
  const { points, tone, dashed, dots, lone, backdrop, raised } = one;
  const line = useMemo(() => linePath(thinned(points, columns), x, y), [points, columns, x, y]);
  const band = useMemo(() => bandPath(points, x, y), [points, x, y]);
  const marked = backdrop !== undefined ? [] : dots ? points : points.slice(-1);
  return (
    <g class={`series tone-${tone} ${backdrop === undefined || raised ? '' : `is-${backdrop}`}`}>
      {band !== '' && backdrop === undefined && <path class={dashed ? 'band is-light' : 'band'} d={band} />}
      <path class={dashed ? 'line dashed' : 'line'} d={line} />
      {marked.map((point) => (
        <circle key={point.x} class={lone ? 'ring' : ''} cx={x(point.x)} cy={y(point.y)} r={lone ? 5 : 3.5} />
      ))}
    </g>
  );
}

interface MarkLineProps {
  readonly mark: Mark;
  readonly x: (value: number) => number;
  readonly height: number;
  readonly margin: Margin;
}

/** A hairline with a wedge on the axis; the words are in its tooltip and in the summary. */
export function MarkLine({ mark, x, height, margin }: MarkLineProps) {
  const at = x(mark.x);
  const foot = height - margin.bottom;
  return (
    <g class="mark">
      <title>{mark.label}</title>
      <line x1={at} x2={at} y1={margin.top} y2={foot} />
      <path d={`M${at},${foot - 8}l5,8h-10z`} />
    </g>
  );
}

interface PickedLineProps {
  /** In pixels. */
  readonly at: number;
  readonly height: number;
  readonly margin: Margin;
}

/** The step that is looked at elsewhere on the page. */
export function PickedLine({ at, height, margin }: PickedLineProps) {
  return (
    <g class="picked">
      <line x1={at} x2={at} y1={margin.top} y2={height - margin.bottom} />
      <path d={`M${at},${margin.top}l5,-8h-10z`} />
    </g>
  );
}

interface CrosshairProps {
  readonly series: readonly Series[];
  readonly cursor: Signal<number | null>;
  readonly x: Scale;
  readonly y: Scale;
  readonly height: number;
  readonly margin: Margin;
}

function Crosshair({ series, cursor, x, y, height, margin }: CrosshairProps) {
  const at = cursor.value;
  if (at === null || series.length === 0) return null;
  return (
    <g class="crosshair">
      <line x1={x(at)} x2={x(at)} y1={margin.top} y2={height - margin.bottom} />
      {series.map((one) => {
        const point = one.lone || one.backdrop !== undefined ? null : nearest(one.points, at);
        return point && <circle key={one.name} class={`tone-${one.tone}`} cx={x(point.x)} cy={y(point.y)} r="4" />;
      })}
    </g>
  );
}

/** What a screen reader says in place of the picture. */
function summary({ title, series, x, y, empty, marks = [] }: LineChartProps): string {
  if (series.length === 0) return `${title}: ${empty}`;
  const parts = series
    .filter(({ backdrop }) => backdrop !== 'raw')
    .map(({ name, points }) => {
      const [first, last] = [points[0]!, points.at(-1)!];
      return words.charts.fromTo(
        name,
        x.label,
        [y.format(first.y), x.format(first.x)],
        [y.format(last.y), x.format(last.x)],
      );
    });
  return `${title}: ${[...parts, ...marks.map((mark) => mark.label)].join('; ')}`;
}
