import { type Signal, signal } from '@preact/signals';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseConfig, type RunConfig } from '../../core/config.ts';
import type { Recording } from '../../core/recording.ts';
import type { Evaluation, RolloutRecord, RunEvent, StepRecord } from '../../core/records.ts';
import { isRunning } from '../controls/progress.ts';
import { EMPTY_RUN, RECORDED, type RunState, startRun } from '../state.ts';
import { type RecordedSource, ReplayStore, secondsFor } from './replay-store.ts';

const config = parseConfig({ epochs: 4 });

const step = (number: number): RunEvent => ({
  type: 'step',
  record: { step: number, epoch: number, problems: [], seconds: { total: 1 } } as unknown as StepRecord,
});
const evaluation = (when: 'before' | 'after'): RunEvent => ({
  ...{ type: 'evaluation', when, evaluation: { epoch: 0, sets: [] } as Evaluation },
});
const phase = (name: 'evaluating' | 'sampling' | 'finished'): RunEvent => ({
  ...{ type: 'phase', phase: name, detail: '', done: 0, total: 0 },
});

const EVENTS: readonly RunEvent[] = [
  ...[phase('evaluating'), evaluation('before'), phase('sampling')],
  ...[step(1), step(2), step(3), step(4), evaluation('after'), phase('finished')],
];

const RECORDING: Recording = {
  ...{ madeOn: '2026-11-30', browser: 'Chromium', config, events: EVENTS, kept: [1, 3] },
  device: { engine: 'wasm', backend: 'wasm', adapter: '', parameters: 1, tokensPerSecond: 1, notes: [] },
  programs: (at) => [{ problemId: `of step ${at}` } as RolloutRecord],
};

interface Setting {
  readonly store: ReplayStore;
  readonly run: Signal<RunState>;
  readonly trained: Signal<RunConfig | null>;
  readonly running: Signal<boolean>;
  readonly source: RecordedSource;
}

function setting(over: Partial<RecordedSource> = {}, first: RunState = EMPTY_RUN): Setting {
  const run = signal(first);
  const trained = signal<RunConfig | null>(null);
  const running = signal(false);
  const source = { load: async () => RECORDING, fresh: true, still: false, ...over };
  return { store: new ReplayStore({ run, trained, running }), run, trained, running, source };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<void>(() => undefined);
const finish = () => vi.advanceTimersByTimeAsync(60_000);

test('plays at once in a fresh browser, through the same fold, under its own id', async () => {
  const { store, run, source } = setting();
  await store.open(source, never);
  expect(run.value).toEqual({ ...startRun(config, RECORDED) });
  await vi.advanceTimersByTimeAsync(700);
  expect(run.value.phase).toBe('evaluating');
  await finish();
  expect(run.value.steps).toHaveLength(4);
  expect(run.value.after).not.toBeNull();
  expect(store.state.value.status).toBe('ended');
});

test('never counts as a run on its way', async () => {
  const { store, run, source } = setting();
  await store.open(source, never);
  for (let i = 0; i < 20; i++) {
    expect(isRunning(run.value)).toBe(false);
    await vi.advanceTimersByTimeAsync(400);
  }
});

test('waits for an earlier run where there may be one, and leaves it the page', async () => {
  const { store, run, source } = setting({ fresh: false });
  let found: () => void = () => undefined;
  const opened = store.open(source, new Promise<void>((resolve) => (found = resolve)));
  await vi.advanceTimersByTimeAsync(1000);
  expect(run.value).toBe(EMPTY_RUN);
  run.value = startRun(config, 'mine');
  found();
  await opened;
  expect(run.value.id).toBe('mine');
});

test('a run that begins while the recording loads keeps the page', async () => {
  let come: (recording: Recording) => void = () => undefined;
  const load = () => new Promise<Recording>((resolve) => (come = resolve));
  const { store, run, source } = setting({ load });
  const opened = store.open(source, never);
  run.value = startRun(config);
  come(RECORDING);
  await opened;
  expect(run.value.id).toBeNull();
  expect(store.recorded.value).toBe(false);
});

test('a run that begins ends the replay at once and for good', async () => {
  const { store, run, source } = setting();
  await store.open(source, never);
  await vi.advanceTimersByTimeAsync(2500);
  const mine = startRun(config);
  run.value = mine;
  expect(store.state.value.status).toBe('away');
  await finish();
  expect(run.value).toBe(mine);
});

test('stays away while a run is made ready, also when asked for', async () => {
  const { store, run, running, source } = setting();
  running.value = true;
  await store.open(source, never);
  await store.restart();
  expect(run.value).toBe(EMPTY_RUN);
});

test('pauses, goes on where it was, and begins anew from its end', async () => {
  const { store, run, source } = setting();
  await store.open(source, never);
  await vi.advanceTimersByTimeAsync(2900);
  store.pause();
  const reached = run.value.steps.length;
  expect(reached).toBeGreaterThan(0);
  await finish();
  expect(run.value.steps).toHaveLength(reached);
  await store.play();
  await finish();
  expect(run.value.steps).toHaveLength(4);
  await store.play();
  expect(run.value.steps).toHaveLength(0);
  expect(store.state.value.status).toBe('playing');
});

test('skips to the end and seeks any step', async () => {
  const { store, run, source } = setting();
  await store.open(source, never);
  store.seek(2);
  expect(run.value.steps.map((record) => record.step)).toEqual([1, 2]);
  expect(store.state.value.status).toBe('paused');
  store.seek(0);
  expect(run.value.steps).toHaveLength(0);
  expect(run.value.before).not.toBeNull();
  store.seek(4);
  expect(run.value.phase).toBe('finished');
  store.seek(1);
  expect(run.value.after).toBeNull();
  store.skip();
  expect(run.value.after).not.toBeNull();
});

test('who wants no motion sees the end, and the replay when asked for', async () => {
  const { store, run, source } = setting({ still: true });
  await store.open(source, never);
  expect(run.value.phase).toBe('finished');
  expect(vi.getTimerCount()).toBe(0);
  await store.play();
  expect(run.value.steps).toHaveLength(0);
});

test('tells what is wrong with the file, and the page stays as it was', async () => {
  const load = () => Promise.reject(new Error('recorded run: expected JSON'));
  const { store, run, source } = setting({ load });
  await store.open(source, never);
  expect(store.state.value).toEqual({ status: 'failed', message: 'recorded run: expected JSON' });
  expect(run.value).toBe(EMPTY_RUN);
});

test('a model that was trained here is not that of the recording, and comes back with its run', async () => {
  const mine = { ...startRun(config, 'mine'), phase: 'finished' as const };
  const { store, run, trained, source } = setting({ fresh: false }, mine);
  trained.value = config;
  await store.open(source, Promise.resolve());
  expect(store.recorded.value).toBe(false);
  await store.restart();
  expect(store.recorded.value).toBe(true);
  expect(store.covers.value).toBe(true);
  expect(trained.value).toBeNull();
  store.leave(EMPTY_RUN);
  expect(run.value).toBe(mine);
  expect(trained.value).toBe(config);
  await finish();
  expect(run.value).toBe(mine);
});

test('closing it where there was nothing leaves an empty page', async () => {
  const { store, run, source } = setting();
  await store.open(source, never);
  expect(store.covers.value).toBe(false);
  store.leave(EMPTY_RUN);
  expect(run.value).toBe(EMPTY_RUN);
});

test('programs come from the recording: of the nearest earlier step that it has', async () => {
  const { store, source } = setting({ still: true });
  await store.open(source, never);
  expect([1, 2, 3, 4].map((at) => store.keptStep(at))).toEqual([1, 1, 3, 3]);
  expect(await store.rollouts(2)).toEqual([{ problemId: 'of step 1' }]);
  expect(await store.rollouts()).toEqual([{ problemId: 'of step 3' }]);
  expect(store.keptSteps(2)).toEqual([1]);
});

test('fifty steps with their measurements take about half a minute', () => {
  const steps = Array.from({ length: 50 }, (_, i) => step(i + 1));
  const measured = [
    evaluation('before'),
    evaluation('after'),
    ...Array.from({ length: 24 }, () => phase('evaluating')),
  ];
  const seconds = [...steps, ...measured].reduce((sum, event) => sum + secondsFor(event), 0);
  expect(seconds).toBeGreaterThan(18);
  expect(seconds).toBeLessThan(32);
});
