/** The pass@k chart: a log-x axis from 1 to n, shares from 0 to 1. */

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Series } from '../charts/chart.ts';
import type { ExportedChart } from '../charts/export.ts';
import { LineChart } from '../charts/line-chart.tsx';
import { percent } from '../parts/format.ts';

interface PassCurveProps {
  readonly title: string;
  readonly help: string;
  readonly series: readonly Series[];
  /** Samples per problem: the end of the axis. */
  readonly n: number;
  readonly empty: string;
  /** 320 pixels when absent. */
  readonly height?: number;
  readonly level?: 3 | 4;
  readonly exported?: ExportedChart;
  readonly children?: ComponentChildren;
}

export function PassCurve({ n, height = 320, ...props }: PassCurveProps) {
  const cursor = useSignal<number | null>(null);
  return (
    <LineChart
      {...props}
      x={{ kind: 'log2', domain: [1, n], label: 'k', format: (k) => String(Math.round(k)) }}
      y={{ kind: 'linear', domain: [0, 1], label: 'pass@k', format: (value) => percent(value) }}
      cursor={cursor}
      height={height}
      rest="first"
    />
  );
}
