/** Both runs in the same charts, with one crosshair for all. */

import { useSignal } from '@preact/signals';
import { LANES } from '../../core/beside.ts';
import type { MetricName } from '../../core/metrics.ts';
import type { Series } from '../charts/chart.ts';
import { LineChart } from '../charts/line-chart.tsx';
import { niceCeiling } from '../charts/scale.ts';
import { decimal, percent } from '../parts/format.ts';
import { evaluationPoints, metricPoints } from '../selectors.ts';
import { words } from '../words/index.ts';
import type { BesideRuns } from './beside-store.ts';

const { beside, metrics } = words;

/** Charts, with a least top for axes that are not shares. */
const CHARTS: readonly { readonly name: MetricName; readonly least?: number }[] = [
  { name: 'train/pass@1' },
  { name: 'reward' },
  { name: 'kl', least: 0.04 },
  { name: 'entropy', least: 0.4 },
  { name: 'frac_reward_zero_std' },
  { name: 'completions/mean_length', least: 20 },
];

const TONES = { a: 'accent', b: 'blue' } as const;

export function BesideCurves({ runs }: { readonly runs: BesideRuns }) {
  const cursor = useSignal<number | null>(null);
  const last = Math.max(...LANES.map((lane) => runs[lane].config?.epochs ?? 1));
  const x = { kind: 'linear', domain: [0, Math.max(1, last)], label: 'step', format: String } as const;
  return (
    <div class="beside-curves">
      {CHARTS.map(({ name, least = 1 }) => {
        const { label, help, unit } = metrics[name];
        const lines: Series[] = LANES.map((lane) => ({
          name: lane.toUpperCase(),
          points: metricPoints(runs[lane].steps, name),
          tone: TONES[lane],
        }));
        const measured: Series[] = LANES.map((lane) => ({
          name: beside.measured(lane.toUpperCase()),
          points: evaluationPoints(runs[lane]),
          tone: TONES[lane],
          dots: true,
          dashed: true,
        }));
        const series = name === 'train/pass@1' ? [...lines, ...measured] : lines;
        const top = Math.max(0, ...lines.flatMap(({ points }) => points.map(({ y }) => y)));
        const share = unit === '%';
        return (
          <LineChart
            key={name}
            title={unit === '' || share ? label : `${label} (${unit})`}
            help={help}
            series={series}
            x={x}
            y={{
              kind: 'linear',
              domain: [0, share || name === 'reward' ? 1 : niceCeiling(top, least)],
              label,
              format: (value) => (share ? percent(value) : decimal(value)),
            }}
            cursor={cursor}
            height={170}
            empty={beside.noValues}
          />
        );
      })}
    </div>
  );
}
