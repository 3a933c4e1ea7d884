/** Grid lines and labels of a chart, and how much room they take. */

import { useMemo } from 'preact/hooks';
import type { Axis } from './chart.ts';
import { useLectureRem } from './lecture-rem.ts';
import { linearTicks, logTicks, type Scale } from './scale.ts';

export interface Margin {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Least room for the labels of the y axis: at least that of “100%”, so that charts side by side line up. */
  readonly left: number;
  /** Width of a character of the labels, generously. */
  readonly character: number;
}

const PLAIN: Margin = { top: 10, right: 12, bottom: 24, left: 40, character: 6.6 };

/** In a lecture the type of the page grows with the window, and the room for labels with it. */
export function useMargin(): Margin {
  const rem = useLectureRem();
  return useMemo(
    () =>
      rem === null ? PLAIN : { top: 0.7 * rem, right: rem, bottom: 2 * rem, left: 3.4 * rem, character: 0.62 * rem },
    [rem],
  );
}

export const leftOf = (labels: readonly string[], { left, character }: Margin): number =>
  Math.max(left, 14 + character * Math.max(...labels.map((label) => label.length)));

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
  readonly margin: Margin;
}

export function Grid({ x, y, xAxis, yAxis, up, width, height, left, margin }: GridProps) {
  // Steps and k are whole numbers: never more intervals than there are of them.
  const most = Math.min(width < 58 * margin.character ? 4 : 6, xAxis.domain[1] - xAxis.domain[0]);
  const across =
    xAxis.kind === 'linear'
      ? linearTicks(xAxis.domain, most)
      : logTicks(xAxis.domain, xAxis.kind === 'log2' ? 2 : 10, Math.floor((width - left) / (5.2 * margin.character)));
  return (
    <g class="grid">
      {up.map((value) => (
        <g key={value}>
          <line x1={left} x2={width - margin.right} y1={y(value)} y2={y(value)} />
          <text x={left - 8} y={y(value)} dy="0.32em" text-anchor="end">
            {yAxis.format(value)}
          </text>
        </g>
      ))}
      {across.map((value) => (
        <text
          key={value}
          x={Math.min(x(value), width - (margin.character / 2 + 0.3) * xAxis.format(value).length)}
          y={height - margin.bottom / 4}
          text-anchor="middle"
        >
          {xAxis.format(value)}
        </text>
      ))}
    </g>
  );
}
