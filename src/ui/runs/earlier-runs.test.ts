import { effect, signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { EPOCHS, FIXTURE_CONFIG, fixtureEvents } from '../../../test/support/fixture-run.ts';
import type { RunInfo, RunSnapshot } from '../../core/history.ts';
import { EMPTY_RUN, type RunState, stateOf } from '../state.ts';
import { EarlierRuns } from './earlier-runs.ts';

const info = (id: string, more: Partial<RunInfo> = {}): RunInfo => ({
  ...{ id, config: FIXTURE_CONFIG, status: 'ended', startedAt: 0, name: id, note: '', baseline: false },
  ...{ imported: false, steps: EPOCHS, before: null, after: null, checkpoints: [], bytes: 0 },
  ...more,
});

function setUp(list: readonly RunInfo[]) {
  const read: string[] = [];
  const runs = signal<readonly RunInfo[] | null>(list);
  const shown = signal<RunState>({ ...EMPTY_RUN, id: 'shown' });
  const earlier = new EarlierRuns({
    readRun: async (id): Promise<RunSnapshot | null> => {
      read.push(id);
      if (id === 'broken') throw new Error('history: expected a run, got none');
      const steps = runs.value?.find((run) => run.id === id)?.steps ?? 0;
      return { id, config: FIXTURE_CONFIG, events: fixtureEvents(steps), finished: steps === EPOCHS };
    },
    ...{ runs, shown, letters: signal(new Map([['a', 'A']])), ticks: signal(new Map<string, boolean>()) },
  });
  return { earlier, runs, shown, read };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

test('nothing is read until somebody subscribes, and each run once', async () => {
  const { earlier, read } = setUp([info('b'), info('a')]);
  await settle();
  expect(read).toEqual([]);
  const seen: string[][] = [];
  const stop = effect(() => {
    seen.push(earlier.faint.value.map(({ label }) => label));
  });
  await settle();
  expect(read).toEqual(['b', 'a']);
  expect(seen.at(-1)).toEqual(['b', 'A · a']);
  stop();
  const again = effect(() => void earlier.faint.value);
  await settle();
  again();
  expect(read).toEqual(['b', 'a']);
});

test('a run that went on is read again; the one on the page is taken from there', async () => {
  const { earlier, runs, shown, read } = setUp([info('a', { steps: 10, status: 'interrupted' })]);
  const stop = effect(() => void earlier.faint.value);
  await settle();
  expect(earlier.of('a')?.steps).toHaveLength(10);
  runs.value = [info('a', { steps: 20, status: 'interrupted' })];
  await settle();
  expect(earlier.of('a')?.steps).toHaveLength(20);
  expect(earlier.of('a')?.phase).toBe('stopped');
  shown.value = { ...EMPTY_RUN, id: 'a', detail: 'live' };
  expect(earlier.of('a')?.detail).toBe('live');
  expect(earlier.faint.value).toEqual([]);
  expect(read).toEqual(['a', 'a']);
  stop();
});

test('a run that cannot be read is left out and keeps nothing else away', async () => {
  const { earlier } = setUp([info('broken'), info('a')]);
  const stop = effect(() => void earlier.faint.value);
  await settle();
  expect(earlier.faint.value.map(({ id }) => id)).toEqual(['a']);
  stop();
});

test('the baseline is pinned, and let go with its mark', async () => {
  const { earlier, runs } = setUp([info('b'), info('a', { baseline: true })]);
  const stop = effect(() => void earlier.pinned.value);
  await settle();
  expect(earlier.pinned.value).toMatchObject({ id: 'a', label: 'A · a' });
  expect(earlier.pinned.value?.state.after).not.toBeNull();
  runs.value = [info('b'), info('a')];
  expect(earlier.pinned.value).toBeNull();
  stop();
});

test('a snapshot that did not end stands still', () => {
  const snapshot = { id: 'a', config: FIXTURE_CONFIG, events: fixtureEvents(4), finished: false };
  expect(stateOf(snapshot)).toMatchObject({ id: 'a', phase: 'stopped' });
  expect(stateOf({ ...snapshot, events: fixtureEvents(EPOCHS), finished: true }).phase).toBe('finished');
  // A reset ends a run for good without any word of an end in its events.
  expect(stateOf({ ...snapshot, finished: true }).phase).toBe('stopped');
});
