/** Live curves of the run, with one crosshair for all. */

import { useSignal } from '@preact/signals';
import { METRICS, type MetricName } from '../../core/metrics.ts';
import { ALERT_WORDS } from '../alert-words.ts';
import { LineChart } from '../charts/line-chart.tsx';
import { niceCeiling } from '../charts/scale.ts';
import { decimal, percent } from '../format.ts';
import { evaluationPoints, metricPoints } from '../selectors.ts';
import type { Store } from '../store.ts';
import { Diagnostics } from './diagnostics.tsx';
import { Section } from './section.tsx';

const EMPTY = 'No values yet';
const percentAxis = { kind: 'linear', domain: [0, 1], label: 'share', format: (v: number) => percent(v) } as const;

/** Charts beside the large one: metric, digits, and a least top for axes that are not shares. */
const SMALL: readonly { readonly name: MetricName; readonly least?: number }[] = [
  { name: 'reward' },
  { name: 'frac_reward_zero_std' },
  { name: 'kl', least: 0.04 },
  { name: 'entropy', least: 0.4 },
];

export function Curves({ store }: { readonly store: Store }) {
  const cursor = useSignal<number | null>(null);
  const state = store.run.value;
  const epochs = state.config?.epochs ?? store.plan.value.config.epochs;
  const last = state.steps.at(-1)?.step ?? 0;
  const x = { kind: 'linear', domain: [0, Math.max(epochs, last, 1)], label: 'step', format: String } as const;
  const marks = state.alerts.map(({ name, step }) => ({
    x: step,
    label: `Alert at step ${step}: ${ALERT_WORDS[name]}`,
  }));
  return (
    <Section
      id="curves"
      title="While it learns"
      intro="Each step writes a batch of programs, runs them, and moves the weights once or twice. Point at a curve to read all of them at that step."
    >
      <div class="curves">
        <div class="curve-large">
          <LineChart
            title="pass@1"
            help="Share of programs that pass. Training: all programs of the step, auxiliary problems too, on visible tests. Measured: fresh programs for the ten, on all tests, with a 95% band."
            series={[
              { name: 'Training', points: metricPoints(state.steps, 'train/pass@1'), tone: 'muted' },
              { name: 'Measured', points: evaluationPoints(state), tone: 'accent', dots: true },
            ]}
            x={x}
            y={percentAxis}
            cursor={cursor}
            height={452}
            empty={EMPTY}
            marks={marks}
          />
        </div>
        {SMALL.map(({ name, least }) => {
          const points = metricPoints(state.steps, name);
          const { label, help, unit } = METRICS[name];
          const top = Math.max(0, ...points.map((point) => point.y));
          const share = unit === '%' || name === 'reward';
          const y = share
            ? percentAxis
            : ({
                kind: 'linear',
                domain: [0, niceCeiling(top, least ?? 1)],
                label: unit,
                format: (v: number) => decimal(v),
              } as const);
          return (
            <div key={name} class="curve-small">
              <LineChart
                title={unit === 'nats' ? `${label} (nats)` : label}
                help={help}
                series={[{ name: label, points, tone: name === 'reward' ? 'accent' : 'ink' }]}
                x={x}
                y={name === 'reward' ? { ...percentAxis, format: (v) => decimal(v) } : y}
                cursor={cursor}
                height={150}
                empty={EMPTY}
                marks={marks}
              />
            </div>
          );
        })}
      </div>
      {marks.length > 0 && (
        <p class="marks-note">
          <svg class="glyph mark" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M8 3l6 10H2z" />
          </svg>
          marks a step that raised an alert: {marks.map(({ label }) => label.replace('Alert at ', '')).join('; ')}.
        </p>
      )}
      <Diagnostics steps={state.steps} x={x} cursor={cursor} marks={marks} />
    </Section>
  );
}
