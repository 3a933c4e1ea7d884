/** Curves and outcomes for paper: small, black on white, told apart without colour. */

import { METRICS, type MetricName } from '../../core/metrics.ts';
import type { StepRecord } from '../../core/records.ts';
import { bandPath, linePath, type Point } from '../charts/path.ts';
import { makeScale, niceCeiling } from '../charts/scale.ts';
import { decimal, percent } from '../parts/format.ts';
import { OUTCOME_LOOKS } from '../parts/outcomes.tsx';
import { evaluationPoints, metricPoints } from '../selectors.ts';
import type { RunState } from '../state.ts';
import { words } from '../words/index.ts';
import { outcomeShares } from './run-report.ts';

const text = words.report;
const WIDTH = 200;
const HEIGHT = 78;
const PLOT = { left: 26, right: WIDTH - 4, top: 6, bottom: HEIGHT - 12 };

const SMALL: readonly MetricName[] = ['reward', 'frac_reward_zero_std', 'kl', 'entropy', 'completions/mean_length'];

interface Curve {
  readonly title: string;
  readonly points: readonly Point[];
  /** Measured now and then: drawn with dots, and with their band. */
  readonly measured?: readonly Point[];
  readonly top: number;
  readonly format: (value: number) => string;
}

export function ReportCurves({ state }: { readonly state: RunState }) {
  const last = Math.max(1, state.steps.at(-1)?.step ?? 0);
  const curves: readonly Curve[] = [
    {
      title: 'pass@1',
      points: metricPoints(state.steps, 'train/pass@1'),
      measured: evaluationPoints(state),
      top: 1,
      format: (value) => percent(value),
    },
    ...SMALL.map((name) => curveOf(state.steps, name)).filter(({ points }) => points.length > 0),
  ];
  return (
    <div class="report-curves">
      {curves.map((curve) => (
        <SmallCurve key={curve.title} curve={curve} last={last} />
      ))}
    </div>
  );
}

function curveOf(steps: readonly StepRecord[], name: MetricName): Curve {
  const { label, unit } = METRICS[name];
  const points = metricPoints(steps, name);
  const highest = Math.max(0, ...points.map(({ y }) => y).filter(Number.isFinite));
  return {
    title: unit === '' || unit === '%' ? label : `${label} (${unit})`,
    points,
    top: unit === '%' ? 1 : niceCeiling(highest, 0.05),
    format: unit === '%' ? (value) => percent(value) : (value) => decimal(value, unit === 'tokens' ? 0 : 2),
  };
}

interface SmallCurveProps {
  readonly curve: Curve;
  /** The last step. */
  readonly last: number;
}

function SmallCurve({ curve: { title, points, measured = [], top, format }, last }: SmallCurveProps) {
  const x = makeScale('linear', [0, last], [PLOT.left, PLOT.right]);
  const lowest = Math.min(0, ...points.map(({ y }) => y).filter(Number.isFinite));
  const y = makeScale('linear', [lowest, top], [PLOT.bottom, PLOT.top]);
  const end = (measured.length > 0 ? measured : points).at(-1);
  return (
    <figure>
      <figcaption>
        {title} <b>{end && format(end.y)}</b>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${title}: ${end ? format(end.y) : text.noValues}`}
      >
        {[lowest, top].map((value) => (
          <g key={value}>
            <line class="report-grid" x1={PLOT.left} x2={PLOT.right} y1={y(value)} y2={y(value)} />
            <text x={PLOT.left - 3} y={y(value)} dy="0.32em" text-anchor="end">
              {format(value)}
            </text>
          </g>
        ))}
        {[0, last].map((value) => (
          <text key={value} x={x(value)} y={HEIGHT - 2} text-anchor={value === 0 ? 'start' : 'end'}>
            {value === 0 ? '0' : text.step(value)}
          </text>
        ))}
        <path class="report-band" d={bandPath(measured, x, y)} />
        <path class={measured.length > 0 ? 'report-faint' : 'report-line'} d={linePath(points, x, y)} />
        <path class="report-line" d={linePath(measured, x, y)} />
        {measured.map((point) => (
          <circle key={point.x} cx={x(point.x)} cy={y(point.y)} r="1.8" />
        ))}
      </svg>
    </figure>
  );
}

/** First and last step: what became of their programs. */
export function ReportOutcomes({ steps }: { readonly steps: readonly StepRecord[] }) {
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return <p>{text.noSteps}</p>;
  return (
    <div class="report-outcomes">
      {(first === last ? [first] : [first, last]).map((record) => (
        <Outcomes key={record.step} record={record} />
      ))}
    </div>
  );
}

function Outcomes({ record }: { readonly record: StepRecord }) {
  const shares = outcomeShares(record);
  return (
    <div class="report-mix">
      <span>{text.ofStep(record.step)}</span>
      <div class="report-mix-bar" aria-hidden="true">
        {shares.map(({ outcome, share }) => (
          <i key={outcome} class={`report-${OUTCOME_LOOKS[outcome].tone}`} style={{ width: `${share * 100}%` }} />
        ))}
      </div>
      <p>
        {shares.map(({ outcome, share }, at) => (
          <span key={outcome}>
            {at > 0 && ', '}
            <i class={`report-swatch report-${OUTCOME_LOOKS[outcome].tone}`} aria-hidden="true" />
            {OUTCOME_LOOKS[outcome].label} {percent(share)}
          </span>
        ))}
      </p>
    </div>
  );
}
