/** Which charts of a run there are: every metric of the table, those that belong together in one picture. */

import { METRICS, type MetricName } from '../../core/metrics.ts';
import type { PhaseSeconds } from '../../core/records.ts';
import type { Good, Tone } from '../charts/chart.ts';
import { words } from '../words/index.ts';

/** Where a line takes its values from: the metrics of a step, the seconds it took, or both. */
export type LineSource =
  | { readonly type: 'metric'; readonly metric: MetricName }
  | { readonly type: 'seconds'; readonly phase: Exclude<keyof PhaseSeconds, 'total'> }
  | { readonly type: 'throughput' };

export interface CurveLine {
  readonly source: LineSource;
  /** In the legend. */
  readonly name: string;
  readonly tone: Tone;
  readonly dashed?: boolean;
  /** Set or counted, not measured: smoothing it would make something up. */
  readonly exact?: boolean;
}

export interface CurveChart {
  /** Kept where a person chose it: never renamed. */
  readonly id: string;
  readonly title: string;
  readonly help: string;
  readonly good: Good;
  readonly unit: 'share' | 'reward' | 'number';
  /** What the y axis counts in. */
  readonly measure: string;
  /** The first is drawn of earlier runs too. */
  readonly lines: readonly CurveLine[];
}

export interface CurveGroup {
  readonly id: keyof typeof words.curves.groups;
  readonly charts: readonly CurveChart[];
}

type LineName = keyof typeof words.curves.lines;

interface LineLook {
  readonly tone?: Tone;
  readonly dashed?: boolean;
}

const EXACT: ReadonlySet<MetricName> = new Set([
  ...(['learning_rate', 'kl_coef', 'completions/max_new_tokens'] as const),
  ...(['num_tokens', 'num_gen_batches', 'sampling/staleness'] as const),
]);

const metricLine = (metric: MetricName, name: string, { tone = 'ink', dashed = false }: LineLook = {}): CurveLine => ({
  source: { type: 'metric', metric },
  name,
  tone,
  dashed,
  exact: EXACT.has(metric),
});

const named = (metric: MetricName, name: LineName, look?: LineLook): CurveLine =>
  metricLine(metric, words.curves.lines[name], look);

/** How a metric's own chart looks; its id is the name of the metric. */
function single(metric: MetricName, tone: Tone = 'ink'): CurveChart {
  const { label, help, unit } = words.metrics[metric];
  return {
    id: metric,
    title: unit === 'nats' ? `${label} (nats)` : label,
    help,
    good: METRICS[metric].good,
    unit: unit === '%' ? 'share' : metric === 'reward' ? 'reward' : 'number',
    measure: unit === '%' ? '' : unit,
    lines: [metricLine(metric, label, { tone })],
  };
}

type CombinedName = keyof typeof words.curves.combined;

function combined(id: string, name: CombinedName, lines: readonly CurveLine[]): CurveChart {
  const first = lines[0]!.source;
  const info = first.type === 'metric' ? METRICS[first.metric] : null;
  return {
    ...{ id, lines, ...words.curves.combined[name] },
    good: info?.good ?? (first.type === 'throughput' ? 'up' : 'none'),
    unit: info?.unit === '%' ? 'share' : 'number',
    measure: info === null ? (first.type === 'seconds' ? 's' : '') : info.unit === '%' ? '' : info.unit,
  };
}

const seconds = (phase: 'sample' | 'judge' | 'reference' | 'update', tone: Tone, dashed = false): CurveLine => ({
  ...{ source: { type: 'seconds', phase }, name: words.curves.lines[phase], tone, dashed },
});

const muted = { tone: 'muted' } as const;
const mutedDashes = { tone: 'muted', dashed: true } as const;

/** The large one, which is made of measurements too: its lines are those of training. */
export const PASS_CHART: CurveChart = {
  ...single('train/pass@1', 'muted'),
  id: 'pass@k',
  title: words.curves.combined.pass.title,
  help: words.curves.combined.pass.help,
};

const PLACED: readonly CurveGroup[] = [
  {
    id: 'progress',
    charts: [PASS_CHART, single('reward', 'accent'), single('reward/overfit'), single('reward/hack_rate')],
  },
  {
    id: 'signal',
    charts: [
      combined('frac_reward_zero_std', 'dead', [
        named('frac_reward_zero_std', 'observed'),
        named('frac_reward_zero_std/predicted', 'predicted', mutedDashes),
      ]),
      single('reward_std'),
      single('entropy'),
      single('completions/unique_ratio'),
      single('num_gen_batches'),
      single('group_size/mean'),
      single('num_turns/mean'),
    ],
  },
  {
    id: 'update',
    charts: [
      single('kl'),
      combined('clip_ratio', 'clipped', [
        named('clip_ratio/high_mean', 'high', { tone: 'blue' }),
        named('clip_ratio/low_mean', 'low', { tone: 'amber' }),
        named('actor/pg_clipfrac_lower', 'dual', mutedDashes),
      ]),
      single('clip_ratio/region_mean'),
      single('grad_norm'),
      single('actor/ppo_kl'),
      combined('loss', 'loss', [named('loss', 'whole'), named('policy_loss', 'policy', mutedDashes)]),
      single('kl_coef'),
      single('learning_rate'),
    ],
  },
  {
    id: 'length',
    charts: [
      combined('completions/mean_length', 'length', [
        named('completions/mean_length', 'mean'),
        named('completions/max_length', 'longest', muted),
        named('completions/min_length', 'shortest', muted),
        named('completions/max_new_tokens', 'limit', { tone: 'amber', dashed: true }),
      ]),
      single('completions/clipped_ratio'),
      single('completions/mean_terminated_length'),
    ],
  },
  {
    id: 'speed',
    charts: [
      combined('step_seconds', 'time', [
        seconds('sample', 'blue'),
        seconds('judge', 'amber'),
        seconds('reference', 'muted', true),
        seconds('update', 'ink'),
      ]),
      combined('tokens_per_second', 'throughput', [
        { source: { type: 'throughput' }, name: words.curves.lines.throughput, tone: 'ink' },
      ]),
      single('num_tokens'),
    ],
  },
  {
    id: 'critic',
    charts: [
      single('critic/vf_loss'),
      single('critic/vf_explained_var'),
      combined('critic/returns/mean', 'values', [
        named('critic/returns/mean', 'return'),
        named('critic/values/mean', 'value', mutedDashes),
      ]),
      single('critic/vf_clipfrac'),
      single('critic/outcome_loss'),
      single('critic/outcome_accuracy'),
    ],
  },
  {
    id: 'sampler',
    charts: [
      single('sampling/staleness'),
      combined('sampling/importance_sampling_ratio', 'ratio', [
        named('sampling/importance_sampling_ratio/mean', 'mean'),
        named('sampling/importance_sampling_ratio/max', 'most', muted),
        named('sampling/importance_sampling_ratio/min', 'least', mutedDashes),
      ]),
      single('sampling/sampling_logp_difference/mean'),
      single('sampling/sampling_logp_difference/max'),
    ],
  },
];

/** Drawn as measurements in the large chart. */
const MEASURED: readonly MetricName[] = ['eval/pass@1'];

const placed = new Set<MetricName>([
  ...MEASURED,
  ...PLACED.flatMap(({ charts }) =>
    charts.flatMap(({ lines }) => lines.flatMap(({ source }) => (source.type === 'metric' ? [source.metric] : []))),
  ),
]);

/** Whatever the table has besides, the parts of the reward above all: a metric that is new there has its chart unasked. */
const PAID: CurveGroup = {
  id: 'paid',
  charts: (Object.keys(METRICS) as MetricName[]).filter((name) => !placed.has(name)).map((name) => single(name)),
};

export const CURVE_GROUPS: readonly CurveGroup[] = [PLACED[0]!, PAID, ...PLACED.slice(1)];

const CHARTS: readonly CurveChart[] = CURVE_GROUPS.flatMap(({ charts }) => charts);

/** The charts that stand beside the large one. */
export const FIRST_CHARTS: readonly string[] = ['reward', 'frac_reward_zero_std', 'kl', 'entropy'];

/** What is shown before a person chooses. */
export const INITIAL_CHARTS: readonly string[] = [
  ...['pass@k', ...FIRST_CHARTS],
  ...['clip_ratio', 'completions/mean_length', 'completions/clipped_ratio', 'completions/unique_ratio'],
  ...['grad_norm', 'tokens_per_second', 'step_seconds', 'critic/vf_loss', 'critic/vf_explained_var'],
];

/** In a room there is time for these. */
export const LECTURE_CHARTS: readonly string[] = ['pass@k', 'reward', 'kl'];

/** Those of `ids` in the order of the page: first the few beside the large one, then group by group. */
export function chartsOf(ids: ReadonlySet<string>): CurveChart[] {
  const first = FIRST_CHARTS.flatMap((id) => CHARTS.filter((chart) => chart.id === id));
  const rest = CHARTS.filter(({ id }) => !FIRST_CHARTS.includes(id));
  return [...first, ...rest].filter(({ id }) => ids.has(id));
}

export const isChart = (id: string): boolean => CHARTS.some((chart) => chart.id === id);
