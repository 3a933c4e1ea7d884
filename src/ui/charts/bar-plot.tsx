/** Shares as horizontal bars with bands, one row each. */

import { percent } from '../parts/format.ts';
import type { Tone } from './chart.ts';
import { cutLabel, labelWidth } from './plot-rows.ts';
import { makeScale } from './scale.ts';

export interface BarRow {
  readonly name: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly tone: Tone;
}

interface BarPlotProps {
  readonly rows: readonly BarRow[];
  readonly label: string;
  readonly width: number;
}

const ROW = 34;

export const barsHeight = (rows: number): number => rows * ROW + 6;

export function BarPlot({ rows, label, width }: BarPlotProps) {
  const left = labelWidth(
    rows.map((row) => row.name),
    width,
  );
  const height = barsHeight(rows.length);
  const x = makeScale('linear', [0, 1], [left + 8, width - 46]);
  return (
    <svg role="img" aria-label={label} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      {rows.map((row, index) => {
        const y = index * ROW + ROW / 2;
        return (
          <g key={row.name} class={`bar-row tone-${row.tone}`}>
            <text class="pair-name" x={left} y={y} dy="0.32em" text-anchor="end">
              <title>{row.name}</title>
              {cutLabel(row.name, left)}
            </text>
            <rect class="bar-room" x={x(0)} y={y - 8} width={x(1) - x(0)} height={16} rx="2" />
            <rect class="bar-value" x={x(0)} y={y - 8} width={x(row.value) - x(0)} height={16} rx="2" />
            <path class="bar-halo" d={whisker(x(row.low), x(row.high), y)} />
            <path class="bar-band" d={whisker(x(row.low), x(row.high), y)} />
            <text class="bar-number" x={width} y={y} dy="0.32em" text-anchor="end">
              {percent(row.value)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

const whisker = (from: number, to: number, y: number): string =>
  `M${from},${y - 4}v8M${from},${y}H${to}M${to},${y - 4}v8`;
