import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../core/config.ts';
import type { Evaluation, SetEvaluation, StepRecord } from '../../core/records.ts';
import { type RunState, startRun } from '../state.ts';
import { CURVE_GROUPS, type CurveChart } from './curve-catalogue.ts';
import {
  axisOf,
  type CurveLook,
  chartSeries,
  isDrawable,
  nearestStep,
  passSeries,
  sourcePoints,
  stepAxis,
  trainingPassPoints,
} from './curve-series.ts';

const record = (step: number, more: Partial<StepRecord> = {}): StepRecord => ({
  ...{ step, epoch: step, updates: step, metrics: {}, outcomes: {}, problems: [], digest: '' },
  seconds: { sample: 1, judge: 2, reference: 0, update: 1, total: 4 },
  ...more,
});

const run = (...steps: readonly StepRecord[]): RunState => ({ ...startRun(parseConfig({})), steps });

const chart = (id: string): CurveChart => {
  const found = CURVE_GROUPS.flatMap(({ charts }) => charts).find((one) => one.id === id);
  if (found === undefined) throw new Error(`test: expected a chart ${id}, found none`);
  return found;
};

const PLAIN: CurveLook = { earlier: [], smoothing: 0, raised: null };

describe('points', () => {
  test('are made once for a list of steps', () => {
    const { steps } = run(record(1, { metrics: { kl: 0.5 } }), record(2));
    const source = { type: 'metric', metric: 'kl' } as const;
    expect(sourcePoints(steps, source)).toEqual([{ x: 1, y: 0.5 }]);
    expect(sourcePoints(steps, source)).toBe(sourcePoints(steps, source));
  });

  test('tokens per second are those of the step, over all that the step took', () => {
    const { steps } = run(record(1, { metrics: { num_tokens: 400 } }), record(2, { metrics: { num_tokens: 1000 } }));
    expect(sourcePoints(steps, { type: 'throughput' })).toEqual([
      { x: 1, y: 100 },
      { x: 2, y: 150 },
    ]);
  });

  test('of a run that is known from its middle only, the first step has no tokens per second', () => {
    const { steps } = run(record(7, { metrics: { num_tokens: 400 } }), record(8, { metrics: { num_tokens: 440 } }));
    expect(sourcePoints(steps, { type: 'throughput' })).toEqual([{ x: 8, y: 10 }]);
  });

  test('training’s pass@8 is unbiased, over groups that are large enough; of 64 tries groups of 8 say nothing', () => {
    const problems = [
      { id: 'a', solved: 1, of: 8 },
      { id: 'b', solved: 0, of: 8 },
      { id: 'c', solved: 7, of: 7 },
    ];
    const { steps } = run(record(1, { problems }));
    expect(trainingPassPoints(steps, 8)).toEqual([{ x: 1, y: 0.5 }]);
    expect(trainingPassPoints(steps, 64)).toEqual([]);
  });
});

describe('lines', () => {
  const clipped = run(record(1, { metrics: { 'clip_ratio/low_mean': 0.1 } }));

  test('only those that the run has', () => {
    expect(chartSeries(chart('clip_ratio'), clipped, PLAIN).map(({ name }) => name)).toEqual(['Low']);
    expect(isDrawable(chart('clip_ratio'), [clipped])).toBe(true);
    expect(isDrawable(chart('critic/vf_loss'), [clipped])).toBe(false);
  });

  test('smoothed, with the raw values behind under the same name', () => {
    const two = run(record(1, { metrics: { kl: 0 } }), record(2, { metrics: { kl: 1 } }));
    const series = chartSeries(chart('kl'), two, { ...PLAIN, smoothing: 0.5 });
    expect(series.map(({ backdrop }) => backdrop)).toEqual(['raw', undefined]);
    expect(series[0]!.points[1]!.y).toBe(1);
    expect(series[1]!.points[1]!.y).toBeCloseTo(2 / 3, 12);
    expect(series[1]!.told).toBe(series[0]!.points);
    const rate = run(record(1, { metrics: { learning_rate: 0.1 } }));
    expect(chartSeries(chart('learning_rate'), rate, { ...PLAIN, smoothing: 0.5 })).toHaveLength(1);
  });

  test('earlier runs lie behind, named, the first line of the chart only, and one comes forward', () => {
    const before = run(record(1, { metrics: { 'clip_ratio/high_mean': 0.2, 'clip_ratio/low_mean': 0.3 } }));
    const earlier = [
      { id: 'r1', label: 'A GRPO', state: before },
      { id: 'r2', label: 'B PPO', state: before },
    ];
    const series = chartSeries(chart('clip_ratio'), clipped, { ...PLAIN, earlier, raised: 'r2' });
    expect(series.map(({ name, backdrop, raised }) => [name, backdrop, raised])).toEqual([
      ['A GRPO', 'earlier', false],
      ['B PPO', 'earlier', true],
      ['Low', undefined, undefined],
    ]);
    expect(series[0]!.points[0]!.y).toBe(0.2);
    expect(new Set(series.slice(0, 2).map(({ tone }) => tone)).size).toBe(2);
  });

  test('pass@k holds training and every measured set; held-out ones are dashed', () => {
    const set = (name: SetEvaluation['set']): SetEvaluation => ({
      ...{ set: name, temperature: 1, n: 64, problems: [], outcomes: {}, visibleAt1: 0.5, missingImports: 0 },
      passAt1: { value: 0.25, low: 0.2, high: 0.3 },
      curve: [{ k: 8, pass: { value: 0.75, low: 0.7, high: 0.8 } }],
    });
    const before: Evaluation = { epoch: 0, sets: [set('lecture'), set('phrasings')] };
    const state = { ...run(record(1, { metrics: { 'train/pass@1': 0.4 } })), before };
    const lines = (k: number) =>
      passSeries(state, k, PLAIN).map(({ name, points, dashed }) => [name, points[0]?.y, dashed ?? false]);
    expect(lines(1)).toEqual([
      ['Training', 0.4, false],
      ['The ten', 0.25, false],
      ['Unseen phrasings', 0.25, true],
    ]);
    expect(lines(8).map(([, y]) => y)).toEqual([undefined, 0.75, 0.75]);
  });
});

describe('axes', () => {
  const of = (id: string, ...values: readonly number[]) =>
    axisOf(chart(id), [{ name: '', tone: 'ink', points: values.map((y, x) => ({ x, y })) }]);

  test('cover the data, with 0 in sight, and tell small shares apart', () => {
    expect(of('loss', -0.013, 0.018).domain).toEqual([-0.02, 0.02]);
    expect(of('frac_reward_zero_std', 0.2, 0.55).domain).toEqual([0, 1]);
    const small = of('clip_ratio', 0.004, 0.011);
    expect(small.domain).toEqual([0, 0.02]);
    expect(small.format(0.005)).toBe('0.5%');
  });
  test('a reward ends at 1 where it stays within, else at its own', () => {
    expect(of('reward', 0.2, 0.9).domain).toEqual([0, 1]);
    expect(of('reward', -0.4, 1.2).domain).toEqual([-0.5, 1.5]);
  });
  test('steps go as far as the plan, or the longest run', () => {
    expect(stepAxis(50, [run(record(3))]).domain).toEqual([0, 50]);
    expect(stepAxis(50, [run(record(80))]).domain).toEqual([0, 80]);
  });
  test('a place between two steps belongs to the nearer one', () => {
    expect(nearestStep([record(2), record(4), record(9)], 5.9)).toBe(4);
    expect(nearestStep([], 5)).toBeNull();
  });
});
