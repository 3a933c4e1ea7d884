/** Two runs at once: each is folded by itself, and what breaks off stays visible. */

import { expect, test } from 'vitest';
import { parseConfig } from '../../core/config.ts';
import type { RunEvent } from '../../core/records.ts';
import { BesideStore, type OnLaneEvents, stepsOfBoth } from './beside-store.ts';

const CONFIGS = { a: parseConfig({ epochs: 2 }), b: parseConfig({ epochs: 2, algorithm: { beta: 0 } }) };

const step = (step: number): RunEvent => ({
  type: 'step',
  record: {
    ...{ step, epoch: step, updates: step, metrics: { reward: 0.5 }, outcomes: {}, problems: [], digest: '' },
    seconds: { sample: 0, judge: 0, reference: 0, update: 0, total: 0 },
  },
});

/** A client whose runs go on as a test says. */
function client() {
  const calls: string[] = [];
  let tell: OnLaneEvents = () => undefined;
  let resolve: () => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<void>((onward, back) => {
    resolve = onward;
    reject = back;
  });
  const call = (name: string) => async () => void calls.push(name);
  return {
    calls,
    resolve: () => resolve(),
    reject: (error: Error) => reject(error),
    tell: ((lane, events) => tell(lane, events)) as OnLaneEvents,
    trainBeside: (_: unknown, onEvents: OnLaneEvents) => {
      tell = onEvents;
      return promise;
    },
    ...{ pause: call('pause'), resume: call('resume'), stop: call('stop') },
  };
}

test('each lane has its own steps, and how far both came is what can be compared', async () => {
  const made = client();
  const store = new BesideStore(made);
  const trained = store.train(CONFIGS);
  made.tell('a', [{ type: 'begin', id: 'run-a' }, step(1)]);
  made.tell('b', [{ type: 'begin', id: 'run-b' }]);
  made.tell('a', [step(2)]);
  made.tell('b', [step(1)]);
  const { a, b } = store.runs.value;
  expect([a.id, a.steps.length, b.id, b.steps.length]).toEqual(['run-a', 2, 'run-b', 1]);
  expect(stepsOfBoth(store.runs.value)).toBe(1);
  expect(b.config).toEqual(CONFIGS.b);
  made.resolve();
  await trained;
  expect([store.status.value.status, store.busy.value]).toEqual(['done', false]);
});

test('a fault is told, and what was there stays', async () => {
  const made = client();
  const store = new BesideStore(made);
  const trained = store.train(CONFIGS);
  made.tell('a', [step(1)]);
  made.reject(new Error('The device was lost.'));
  await trained;
  expect(store.status.value).toEqual({ status: 'failed', message: 'The device was lost.' });
  expect([store.runs.value.a.steps.length, store.runs.value.a.phase]).toEqual([1, 'stopped']);
});

test('pause, resume and stop reach both; a second start is refused while one is on its way', async () => {
  const made = client();
  const store = new BesideStore(made);
  void store.train(CONFIGS);
  made.tell('a', [step(1)]);
  void store.train(CONFIGS);
  expect(store.runs.value.a.steps).toHaveLength(1);
  await store.togglePause();
  expect(store.paused.value).toBe(true);
  await store.togglePause();
  await store.stop();
  expect(made.calls).toEqual(['pause', 'resume', 'stop']);
  expect(store.status.value.status).toBe('stopping');
});
