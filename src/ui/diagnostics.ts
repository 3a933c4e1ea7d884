/** Which charts stand under "Diagnostics": every metric that a run has, those that belong together in one picture. */

import { METRICS, type MetricName } from '../core/metrics.ts';
import type { StepRecord } from '../core/records.ts';
import type { Axis, Series } from './charts/chart.ts';
import { niceCeiling, niceDomain } from './charts/scale.ts';
import { figure, percent } from './format.ts';
import { metricPoints } from './selectors.ts';

interface Line {
  readonly metric: MetricName;
  /** In the legend; the metric's own label when absent. */
  readonly name?: string;
  readonly tone?: Series['tone'];
  readonly dashed?: boolean;
}

interface Chart {
  readonly title?: string;
  readonly help?: string;
  readonly lines: readonly Line[];
}

interface Group {
  readonly title: string;
  readonly charts: readonly Chart[];
}

const single = (...metrics: readonly MetricName[]): Chart[] => metrics.map((metric) => ({ lines: [{ metric }] }));

const GROUPS: readonly Group[] = [
  {
    title: 'Is there something to learn from?',
    charts: [
      {
        title: 'Dead groups',
        help: 'Groups whose rewards are all equal, as observed, and as the solve rates before the step predict of a reward that only tells solved from not solved: mean of pᴳ + (1 − p)ᴳ. They teach nothing where advantages compare within groups.',
        lines: [
          { metric: 'frac_reward_zero_std', name: 'Observed' },
          { metric: 'frac_reward_zero_std/predicted', name: 'Predicted', tone: 'muted', dashed: true },
        ],
      },
      ...single('reward_std', 'completions/unique_ratio', 'num_gen_batches', 'group_size/mean', 'num_turns/mean'),
    ],
  },
  {
    title: 'The update',
    charts: [
      {
        title: 'Loss',
        help: 'No progress signal: advantages are relative, so it stays near 0 while the model learns. Look for jumps only.',
        lines: [
          { metric: 'loss', name: 'Whole' },
          { metric: 'policy_loss', name: 'Policy alone', tone: 'muted', dashed: true },
        ],
      },
      {
        title: 'Clipped tokens',
        help: 'Share of the trained tokens that the bounds of the ratio stopped: falling (low), rising (high), dual clip.',
        lines: [
          { metric: 'clip_ratio/high_mean', name: 'High', tone: 'accent' },
          { metric: 'clip_ratio/low_mean', name: 'Low' },
          { metric: 'actor/pg_clipfrac_lower', name: 'Dual', tone: 'muted', dashed: true },
        ],
      },
      ...single('clip_ratio/region_mean', 'actor/ppo_kl', 'kl_coef', 'grad_norm', 'learning_rate'),
    ],
  },
  {
    title: 'Value head and critic',
    charts: [
      ...single('critic/vf_loss', 'critic/vf_explained_var'),
      {
        title: 'Values and returns',
        help: 'What the value head expects of a token, and what came: means over the tokens trained on.',
        lines: [
          { metric: 'critic/returns/mean', name: 'Return' },
          { metric: 'critic/values/mean', name: 'Value', tone: 'muted', dashed: true },
        ],
      },
      ...single('critic/vf_clipfrac', 'critic/outcome_loss', 'critic/outcome_accuracy'),
    ],
  },
  {
    title: 'Length',
    charts: [
      {
        title: 'Length (tokens)',
        help: 'Mean, shortest and longest completion, and the limit of the step, which context lengthening moves.',
        lines: [
          { metric: 'completions/mean_length', name: 'Mean' },
          { metric: 'completions/max_length', name: 'Longest', tone: 'muted' },
          { metric: 'completions/min_length', name: 'Shortest', tone: 'muted' },
          { metric: 'completions/max_new_tokens', name: 'Limit', tone: 'accent', dashed: true },
        ],
      },
      ...single('completions/mean_terminated_length', 'completions/clipped_ratio', 'num_tokens'),
    ],
  },
  {
    title: 'Sampler against trainer',
    charts: [
      ...single('sampling/staleness'),
      {
        title: 'Trainer over sampler',
        help: 'Probability of a token under the trainer over that under the sampler, in the first update of the step; where the loss corrects for their difference, the weights by which it does.',
        lines: [
          { metric: 'sampling/importance_sampling_ratio/mean', name: 'Mean' },
          { metric: 'sampling/importance_sampling_ratio/max', name: 'Most', tone: 'muted' },
          { metric: 'sampling/importance_sampling_ratio/min', name: 'Least', tone: 'muted', dashed: true },
        ],
      },
      ...single('sampling/sampling_logp_difference/mean', 'sampling/sampling_logp_difference/max'),
    ],
  },
];

/** In the large charts above, and nowhere else. */
const ELSEWHERE: ReadonlySet<MetricName> = new Set(['reward', 'train/pass@1', 'eval/pass@1', 'kl', 'entropy']);

const placed = new Set(
  GROUPS.flatMap(({ charts }) => charts.flatMap(({ lines }) => lines.map(({ metric }) => metric))),
);

/** Whatever the table has besides, the parts of the reward above all: a metric that is new there is drawn unasked. */
const REST: Group = {
  title: 'What the reward pays for',
  charts: single(...(Object.keys(METRICS) as MetricName[]).filter((name) => !placed.has(name) && !ELSEWHERE.has(name))),
};

export interface DiagnosticChart {
  readonly title: string;
  readonly help: string;
  readonly series: readonly Series[];
  readonly y: Axis;
}

export interface DiagnosticGroup {
  readonly title: string;
  readonly charts: readonly DiagnosticChart[];
}

/** Only charts and lines that have a point, and only groups with a chart. */
export function diagnosticGroups(steps: readonly StepRecord[]): DiagnosticGroup[] {
  const groups = [GROUPS[0]!, REST, ...GROUPS.slice(1)];
  return groups
    .map(({ title, charts }) => ({ title, charts: charts.flatMap((chart) => drawn(chart, steps)) }))
    .filter(({ charts }) => charts.length > 0);
}

function drawn({ title, help, lines }: Chart, steps: readonly StepRecord[]): DiagnosticChart[] {
  const series = lines.flatMap(({ metric, name, tone = 'ink', dashed = false }): Series[] => {
    const points = metricPoints(steps, metric);
    return points.length === 0 ? [] : [{ name: name ?? METRICS[metric].label, points, tone, dashed }];
  });
  if (series.length === 0) return [];
  const { label, help: said, unit } = METRICS[lines[0]!.metric];
  const named = unit === 'nats' ? `${label} (nats)` : label;
  return [{ title: title ?? named, help: help ?? said, series, y: axisOf(lines[0]!.metric, series) }];
}

/** From the data, with 0 in sight; shares end at 1 where they come near it. */
export function axisOf(metric: MetricName, series: readonly Series[]): Axis {
  const { unit } = METRICS[metric];
  const values = series.flatMap(({ points }) => points.map(({ y }) => y));
  const top = Math.max(0, ...values);
  if (unit === '%') {
    const end = top > 0.4 ? 1 : niceCeiling(top, 0.02);
    return { kind: 'linear', domain: [0, end], label: 'share', format: (v) => percent(v, end < 0.1 ? 1 : 0) };
  }
  return { kind: 'linear', domain: niceDomain(Math.min(0, ...values), top), label: unit, format: figure };
}
