/** A small SVG line chart with bands, a crosshair that several charts can share, and a table for those who cannot see it. */

import type { Signal } from '@preact/signals';
import { NOTHING } from '../format.ts';
import type { Axis, LineChartProps, Mark, Series } from './chart.ts';
import { ChartTable } from './chart-table.tsx';
import { ChartFrame } from './frame.tsx';
import { bandPath, linePath, nearest } from './path.ts';
import { linearTicks, logTicks, makeScale, type Scale } from './scale.ts';

const MARGIN = { top: 10, right: 12, bottom: 24 };
/** Room for the labels of the y axis: at least that of “100%”, so that charts side by side line up. */
const leftOf = (labels: readonly string[]) => Math.max(40, 14 + 6.6 * Math.max(...labels.map((label) => label.length)));

export function LineChart(props: LineChartProps) {
  const { title, help, series, height, level, exported } = props;
  const drawn = series.filter((one) => one.points.length > 0);
  return (
    <ChartFrame
      title={title}
      help={help}
      level={level}
      height={height}
      readout={<Readout {...props} />}
      controls={props.children}
      picture={(width) => <Plot {...props} series={drawn} width={width} />}
      table={<ChartTable {...props} series={drawn} />}
      exported={exported}
    />
  );
}

/** The values under the crosshair, or the last ones; serves as legend too. */
function Readout({ series, x, y, cursor, rest = 'last' }: LineChartProps) {
  const at = cursor.value;
  const idle = rest === 'first' ? 0 : -1;
  return (
    <ul class="chart-readout">
      {series.map((one) => {
        const point = (at === null || one.lone ? one.points.at(idle) : nearest(one.points, at)) ?? null;
        if (point === null && at !== null) return null;
        return (
          <li key={one.name} class={`tone-${one.tone}`}>
            {series.length > 1 && (
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

function Plot(props: LineChartProps & { readonly width: number }) {
  const { series, x: xAxis, y: yAxis, height, width, cursor, empty, marks = [] } = props;
  const up = linearTicks(yAxis.domain, 4);
  const left = leftOf(up.map(yAxis.format));
  const x = makeScale(xAxis.kind, xAxis.domain, [left, width - MARGIN.right]);
  const y = makeScale(yAxis.kind, yAxis.domain, [height - MARGIN.bottom, MARGIN.top]);
  const onMove = (event: PointerEvent) => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    const at = x.invert(event.clientX - box.left);
    const [low, high] = xAxis.domain;
    cursor.value = Math.min(high, Math.max(low, xAxis.kind === 'linear' ? Math.round(at) : at));
  };
  return (
    <svg
      role="img"
      aria-label={summary(props)}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      onPointerMove={onMove}
      onPointerLeave={() => (cursor.value = null)}
    >
      <Grid x={x} y={y} xAxis={xAxis} yAxis={yAxis} up={up} width={width} height={height} left={left} />
      {marks.map((mark) => (
        <MarkLine key={mark.label} mark={mark} x={x} height={height} />
      ))}
      {series.map((one) => (
        <g key={one.name} class={`series tone-${one.tone}`}>
          <path class="band" d={bandPath(one.points, x, y)} />
          <path class={one.dashed ? 'line dashed' : 'line'} d={linePath(one.points, x, y)} />
          {(one.dots ? one.points : one.points.slice(-1)).map((point) => (
            <circle
              key={point.x}
              class={one.lone ? 'ring' : ''}
              cx={x(point.x)}
              cy={y(point.y)}
              r={one.lone ? 5 : 3.5}
            />
          ))}
        </g>
      ))}
      {series.length === 0 && (
        <text class="chart-empty" x={(left + width) / 2} y={height / 2}>
          {empty}
        </text>
      )}
      <Crosshair series={series} cursor={cursor} x={x} y={y} height={height} />
    </svg>
  );
}

interface GridProps {
  readonly x: Scale;
  readonly y: Scale;
  readonly xAxis: Axis;
  readonly yAxis: Axis;
  /** Where the horizontal lines are. */
  readonly up: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly left: number;
}

function Grid({ x, y, xAxis, yAxis, up, width, height, left }: GridProps) {
  // Steps and k are whole numbers: never more intervals than there are of them.
  const most = Math.min(width < 380 ? 4 : 6, xAxis.domain[1] - xAxis.domain[0]);
  const across =
    xAxis.kind === 'linear'
      ? linearTicks(xAxis.domain, most)
      : logTicks(xAxis.domain, xAxis.kind === 'log2' ? 2 : 10, Math.floor((width - left) / 34));
  return (
    <g class="grid">
      {up.map((value) => (
        <g key={value}>
          <line x1={left} x2={width - MARGIN.right} y1={y(value)} y2={y(value)} />
          <text x={left - 8} y={y(value)} dy="0.32em" text-anchor="end">
            {yAxis.format(value)}
          </text>
        </g>
      ))}
      {across.map((value) => (
        <text key={value} x={inside(x(value), xAxis.format(value), width)} y={height - 6} text-anchor="middle">
          {xAxis.format(value)}
        </text>
      ))}
    </g>
  );
}

/** Where a centred label goes so that the right edge does not cut it. */
const inside = (at: number, label: string, width: number): number => Math.min(at, width - 3.6 * label.length);

/** A hairline with a wedge on the axis; the words are in its tooltip and in the summary. */
function MarkLine({ mark, x, height }: { readonly mark: Mark; readonly x: Scale; readonly height: number }) {
  const at = x(mark.x);
  const foot = height - MARGIN.bottom;
  return (
    <g class="mark">
      <title>{mark.label}</title>
      <line x1={at} x2={at} y1={MARGIN.top} y2={foot} />
      <path d={`M${at},${foot - 8}l5,8h-10z`} />
    </g>
  );
}

interface CrosshairProps {
  readonly series: readonly Series[];
  readonly cursor: Signal<number | null>;
  readonly x: Scale;
  readonly y: Scale;
  readonly height: number;
}

function Crosshair({ series, cursor, x, y, height }: CrosshairProps) {
  const at = cursor.value;
  if (at === null || series.length === 0) return null;
  return (
    <g class="crosshair">
      <line x1={x(at)} x2={x(at)} y1={MARGIN.top} y2={height - MARGIN.bottom} />
      {series.map((one) => {
        const point = one.lone ? null : nearest(one.points, at);
        return point && <circle key={one.name} class={`tone-${one.tone}`} cx={x(point.x)} cy={y(point.y)} r="4" />;
      })}
    </g>
  );
}

/** What a screen reader says in place of the picture. */
function summary({ title, series, x, y, empty, marks = [] }: LineChartProps): string {
  if (series.length === 0) return `${title}: ${empty}`;
  const parts = series.map((one) => {
    const first = one.points[0]!;
    const last = one.points.at(-1)!;
    return `${one.name} from ${y.format(first.y)} at ${x.label} ${x.format(first.x)} to ${y.format(last.y)} at ${x.label} ${x.format(last.x)}`;
  });
  return `${title}: ${[...parts, ...marks.map((mark) => mark.label)].join('; ')}`;
}
