import { describe, expect, test } from 'vitest';
import { parseConfig } from '../core/config.ts';
import type { Evaluation, RunEvent, StepRecord } from '../core/records.ts';
import { alertText } from './shell/alert-words.ts';
import { EMPTY_RUN, reduce, reduceAll, startRun } from './state.ts';

const step = (n: number, reward = 0.5): RunEvent => ({
  type: 'step',
  record: {
    step: n,
    epoch: n,
    updates: 2 * n,
    metrics: { reward },
    outcomes: {},
    problems: [],
    digest: String(n),
    seconds: { sample: 1, judge: 1, reference: 1, update: 1, total: 4 },
  } satisfies StepRecord,
});

const evaluation = (epoch: number): Evaluation => ({ epoch, sets: [] });

describe('reduce', () => {
  test('appends steps in order and leaves the old state alone', () => {
    const one = reduce(EMPTY_RUN, step(1));
    const two = reduce(one, step(2));
    expect(one.steps.map((s) => s.step)).toEqual([1]);
    expect(two.steps.map((s) => s.step)).toEqual([1, 2]);
    expect(EMPTY_RUN.steps).toEqual([]);
  });

  test('a rewound step drops what came after it: a resumed run repeats from its checkpoint', () => {
    const state = reduceAll(EMPTY_RUN, [step(1), step(2), step(3), step(2, 0.9)]);
    expect(state.steps.map((s) => s.step)).toEqual([1, 2]);
    expect(state.steps[1]?.metrics.reward).toBe(0.9);
  });

  test('keeps evaluations apart by when they were made', () => {
    const state = reduceAll(EMPTY_RUN, [
      { type: 'evaluation', when: 'before', evaluation: evaluation(0) },
      { type: 'evaluation', when: 'during', evaluation: evaluation(10) },
      { type: 'evaluation', when: 'during', evaluation: evaluation(20) },
      { type: 'evaluation', when: 'during', evaluation: evaluation(20) },
      { type: 'evaluation', when: 'after', evaluation: evaluation(50) },
    ]);
    expect(state.before?.epoch).toBe(0);
    expect(state.during.map((e) => e.epoch)).toEqual([10, 20]);
    expect(state.after?.epoch).toBe(50);
  });

  test('takes the phase with its words and counts', () => {
    const state = reduce(EMPTY_RUN, { type: 'phase', phase: 'judging', detail: 'epoch 3 of 50', done: 2, total: 50 });
    expect(state).toMatchObject({ phase: 'judging', detail: 'epoch 3 of 50', done: 2, total: 50, measuring: null });
  });

  test('keeps troubles, and does not repeat the same one', () => {
    const lost: RunEvent = { type: 'infra_error', message: 'a worker died', fatal: false };
    const state = reduceAll(EMPTY_RUN, [
      lost,
      lost,
      { type: 'notice', message: 'a worker died' },
      { ...lost, fatal: true },
      lost,
    ]);
    expect(state.troubles.map((t) => [t.kind, t.fatal])).toEqual([
      ['infra_error', false],
      ['infra_error', true],
    ]);
  });

  test('tells each kind of alert once, and forgets it where the run went back behind it', () => {
    const alert = (at: number): RunEvent => ({
      type: 'alert',
      alert: { name: 'dead-groups', step: at, message: `step ${at}: 95 % of the groups got one reward each` },
    });
    const told = reduceAll(EMPTY_RUN, [step(1), step(2), alert(2), step(3), alert(3)]);
    expect(told.alerts.map(({ step: at }) => at)).toEqual([2]);
    expect(told.troubles).toEqual([]);
    expect(reduce(told, step(3)).alerts).toHaveLength(1);
    expect(reduce(told, step(2)).alerts).toEqual([]);
    expect(reduceAll(told, [step(2), alert(2)]).alerts.map(alertText)).toEqual([
      '95 % of the groups got one reward each',
    ]);
  });

  test('a new run forgets the old one', () => {
    expect(startRun(parseConfig({ seed: 7 }))).toMatchObject({ phase: 'loading', steps: [], before: null });
  });
});
