import { describe, expect, test } from 'vitest';
import { METRICS, type MetricName } from '../core/metrics.ts';
import type { Metrics, StepRecord } from '../core/records.ts';
import { axisOf, diagnosticGroups } from './diagnostics.ts';

const steps = (...all: readonly Metrics[]): StepRecord[] =>
  all.map((metrics, i) => ({
    step: i + 1,
    epoch: i + 1,
    updates: 0,
    metrics,
    outcomes: {},
    problems: [],
    digest: '',
    seconds: { sample: 0, judge: 0, reference: 0, update: 0, total: 0 },
  }));

const charts = (records: readonly StepRecord[]) => diagnosticGroups(records).flatMap((group) => group.charts);

describe('diagnostics', () => {
  test('every metric of the table has its line once, but for those of the large charts', () => {
    const names = Object.keys(METRICS) as MetricName[];
    const everything = Object.fromEntries(names.map((name, i) => [name, i + 1])) as Metrics;
    const drawn = charts(steps(everything)).flatMap(({ series }) =>
      series.map(({ points }) => names[points[0]!.y - 1]!),
    );
    // The observed dead groups are also large, there without the prediction.
    const large: readonly MetricName[] = ['reward', 'train/pass@1', 'eval/pass@1', 'kl', 'entropy'];
    expect(drawn.toSorted()).toEqual(names.filter((name) => !large.includes(name)).toSorted());
  });

  test('nothing is drawn that the run does not have', () => {
    expect(diagnosticGroups([])).toEqual([]);
    const some = charts(steps({ loss: 0.01 }, { loss: -0.01, 'critic/vf_loss': 0.2 }));
    expect(some.map(({ title, series }) => [title, series.map(({ points }) => points.length)])).toEqual([
      ['Loss', [2]],
      ['Value loss', [1]],
    ]);
    expect(some[0]!.help).toMatch(/^No progress signal/);
  });

  test('observed and predicted dead groups share one picture', () => {
    const [chart] = charts(steps({ frac_reward_zero_std: 0.4, 'frac_reward_zero_std/predicted': 0.5 }));
    expect(chart!.series.map(({ name, dashed }) => [name, dashed])).toEqual([
      ['Observed', false],
      ['Predicted', true],
    ]);
  });

  test('axes cover the data, with 0 in sight, and tell small shares apart', () => {
    const axis = (metric: MetricName, ...values: number[]) =>
      axisOf(metric, [{ name: '', tone: 'ink', points: values.map((y, x) => ({ x, y })) }]);
    expect(axis('loss', -0.013, 0.018).domain).toEqual([-0.02, 0.02]);
    expect(axis('frac_reward_zero_std', 0.2, 0.55).domain).toEqual([0, 1]);
    const small = axis('clip_ratio/low_mean', 0.004, 0.011);
    expect(small.domain).toEqual([0, 0.02]);
    expect(small.format(0.005)).toBe('0.5%');
  });
});
