/** A funnel: what is left after each station, as widths on a logarithmic scale, so that ten of a million can be seen. */

import type { Tone } from './chart.ts';

export interface Station {
  readonly name: string;
  readonly count: number;
  /** What the count is a share of, in words: "9.3% of samples". */
  readonly share: string;
  readonly tone: Tone;
}

interface FunnelPlotProps {
  readonly stations: readonly Station[];
  readonly label: string;
  readonly width: number;
}

const [ROW, NECK] = [30, 16];

export const funnelHeight = (stations: number): number => stations * ROW + (stations - 1) * NECK + 4;

export function FunnelPlot({ stations, label, width }: FunnelPlotProps) {
  const side = width < 520 ? 102 : 150;
  const height = funnelHeight(stations.length);
  const middle = side + (width - 2 * side) / 2;
  const widest = Math.log1p(Math.max(1, ...stations.map(({ count }) => count)));
  const halves = stations.map(({ count }) => ((width - 2 * side) / 2) * (Math.log1p(count) / widest));
  return (
    <svg role="img" aria-label={label} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      {stations.map((station, index) => {
        const half = halves[index]!;
        const next = halves[index + 1];
        const y = index * (ROW + NECK);
        return (
          <g key={station.name} class={`station tone-${station.tone}`}>
            {next !== undefined && (
              <path
                class="station-neck"
                d={`M${middle - half},${y + ROW}H${middle + half}L${middle + next},${y + ROW + NECK}H${middle - next}Z`}
              />
            )}
            <rect class="station-bar" x={middle - half} y={y} width={2 * half} height={ROW} />
            <text class="station-name" x={0} y={y + ROW / 2} dy="0.32em">
              {station.name}
            </text>
            <text class="station-count" x={width} y={y + ROW / 2 - 2} text-anchor="end">
              {station.count.toLocaleString('en-GB')}
            </text>
            <text class="station-share" x={width} y={y + ROW / 2 + 12} text-anchor="end">
              {station.share}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
