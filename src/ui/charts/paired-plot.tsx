/** Pairs of rates, one row each: where it was, where it is, and how sure the difference is. */

import { percent } from '../parts/format.ts';
import { cutLabel, labelWidth } from './plot-rows.ts';
import { linearTicks, makeScale } from './scale.ts';

export interface PairedRow {
  readonly id: string;
  readonly base: number;
  readonly other: number;
  /** Ends of the difference's interval. */
  readonly low: number;
  readonly high: number;
}

interface PairedPlotProps {
  readonly rows: readonly PairedRow[];
  readonly label: string;
  readonly width: number;
}

const ROW = 24;
const FOOT = 24;

export const pairedHeight = (rows: number): number => rows * ROW + FOOT;

export function PairedPlot({ rows, label, width }: PairedPlotProps) {
  const left = labelWidth(
    rows.map((row) => row.id),
    width,
  );
  const height = pairedHeight(rows.length);
  const x = makeScale('linear', [0, 1], [left + 8, width - 18]);
  const inside = (value: number) => x(Math.min(1, Math.max(0, value)));
  return (
    <svg role="img" aria-label={label} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      <g class="grid">
        {linearTicks([0, 1], width < 480 ? 2 : 4).map((value) => (
          <g key={value}>
            <line x1={x(value)} x2={x(value)} y1={0} y2={height - FOOT} />
            <text x={x(value)} y={height - 6} text-anchor="middle">
              {percent(value)}
            </text>
          </g>
        ))}
      </g>
      {rows.map((row, index) => {
        const y = index * ROW + ROW / 2;
        return (
          <g key={row.id} class={row.other < row.base ? 'pair is-lower' : 'pair'}>
            <text class="pair-name" x={left} y={y} dy="0.32em" text-anchor="end">
              <title>{row.id}</title>
              {cutLabel(row.id, left)}
            </text>
            <line
              class="pair-interval"
              x1={inside(row.base + row.low)}
              x2={inside(row.base + row.high)}
              y1={y}
              y2={y}
            />
            <line class="pair-move" x1={x(row.base)} x2={x(row.other)} y1={y} y2={y} />
            <circle class="pair-base" cx={x(row.base)} cy={y} r="4.5" />
            <circle class="pair-other" cx={x(row.other)} cy={y} r="4.5" />
          </g>
        );
      })}
    </svg>
  );
}
