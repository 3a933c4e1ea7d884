import { expect, test } from 'vitest';
import { FIXTURE_REQUEST, fixtureMeasure } from '../../../test/support/fixture-measure.ts';
import type { MeasureProgress, MeasureReport, MeasureRequest } from '../../core/measuring.ts';
import { type MeasureClient, MeasureStore } from './measure-store.ts';

const PROGRESS: MeasureProgress = {
  ...{ model: 'Base', set: 'lecture', part: 'samples' },
  ...{ temperature: 1, done: 128, total: 1280 },
};

/** A trainer whose measurement ends when the test says how. */
function heldClient() {
  const asked: string[] = [];
  let onProgress: (progress: MeasureProgress) => void = () => undefined;
  let onNotice: (message: string) => void = () => undefined;
  let end: { resolve(report: MeasureReport | null): void; reject(error: Error): void } | undefined;
  const note = async (what: string) => void asked.push(what);
  const client: MeasureClient = {
    measure: (_: MeasureRequest, tell, notice) => {
      asked.push('measure');
      onProgress = tell;
      onNotice = notice;
      return new Promise((resolve, reject) => (end = { resolve, reject }));
    },
    pause: () => note('pause'),
    resume: () => note('resume'),
    stop: () => note('stop'),
  };
  return {
    asked,
    client,
    tell: (progress: MeasureProgress) => onProgress(progress),
    notice: (message: string) => onNotice(message),
    finish: (report: MeasureReport | null) => end?.resolve(report),
    fail: (message: string) => end?.reject(new Error(message)),
  };
}

test('a measurement is one at a time, tells how far it is, and leaves its report', async () => {
  const { asked, client, tell, finish } = heldClient();
  const store = new MeasureStore(client);
  const measuring = store.measure(FIXTURE_REQUEST);
  expect(store.busy.value).toBe(true);
  await store.measure(FIXTURE_REQUEST); // the one on its way stays the only one
  tell(PROGRESS);
  expect(store.state.value).toMatchObject({ status: 'running', progress: PROGRESS });
  const report = fixtureMeasure();
  finish(report);
  await measuring;
  expect(store.state.value).toEqual({ status: 'none' });
  expect(store.report.value).toBe(report);
  expect(asked).toEqual(['measure']);
});

test('it pauses and goes on', async () => {
  const { asked, client, finish } = heldClient();
  const store = new MeasureStore(client);
  await store.toggle(); // nothing to pause
  const measuring = store.measure(FIXTURE_REQUEST);
  await store.toggle();
  expect(store.state.value).toMatchObject({ paused: true });
  await store.toggle();
  expect(store.state.value).toMatchObject({ paused: false });
  finish(null);
  await measuring;
  expect(asked).toEqual(['measure', 'pause', 'resume']);
});

test('what goes wrong on the way is told, and forgotten when the next one begins', async () => {
  const held = heldClient();
  const store = new MeasureStore(held.client);
  let measuring = store.measure(FIXTURE_REQUEST);
  held.notice('samples could not be kept');
  held.finish(fixtureMeasure());
  await measuring;
  expect(store.notices.value).toEqual(['samples could not be kept']);
  measuring = store.measure(FIXTURE_REQUEST);
  expect(store.notices.value).toEqual([]);
  held.finish(null);
  await measuring;
});

test('an earlier report stays when another measurement is stopped or fails', async () => {
  const held = heldClient();
  const store = new MeasureStore(held.client);
  const report = fixtureMeasure();
  let measuring = store.measure(FIXTURE_REQUEST);
  held.finish(report);
  await measuring;
  measuring = store.measure(FIXTURE_REQUEST);
  expect(store.report.value).toBe(report);
  await store.stop();
  expect(store.state.value).toMatchObject({ status: 'running', stopping: true, paused: false });
  held.finish(null);
  await measuring;
  expect(store.state.value).toEqual({ status: 'stopped' });
  measuring = store.measure(FIXTURE_REQUEST);
  held.fail('measure: expected a trained model, got none yet');
  await measuring;
  expect(store.state.value).toEqual({ status: 'failed', message: 'measure: expected a trained model, got none yet' });
  held.tell(PROGRESS); // a report that was still on its way
  expect(store.state.value).toMatchObject({ status: 'failed' });
  expect(store.report.value).toBe(report);
});

test('when another run begins, the trained model of a report is that of the run before, until it is measured again', async () => {
  const held = heldClient();
  const store = new MeasureStore(held.client);
  const measured = async (report: MeasureReport) => {
    const measuring = store.measure(report.request);
    held.finish(report);
    await measuring;
  };
  store.outdate(); // nothing was measured yet
  expect(store.outdated.value).toBe(false);
  await measured(fixtureMeasure({ ...FIXTURE_REQUEST, models: FIXTURE_REQUEST.models.slice(0, 1) }));
  store.outdate(); // the base stays what it is
  expect(store.outdated.value).toBe(false);
  await measured(fixtureMeasure());
  store.outdate();
  expect(store.outdated.value).toBe(true);
  await measured(fixtureMeasure());
  expect(store.outdated.value).toBe(false);
});

test('stopping is asked for once', async () => {
  const { asked, client, finish } = heldClient();
  const store = new MeasureStore(client);
  const measuring = store.measure(FIXTURE_REQUEST);
  await store.stop();
  await store.stop();
  finish(null);
  await measuring;
  expect(asked).toEqual(['measure', 'stop']);
});
