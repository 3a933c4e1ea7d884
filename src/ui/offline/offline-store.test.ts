/** Offline use as the page sees it: what the service worker tells, and what the surroundings allow. */

import { expect, test } from 'vitest';
import { obstacle } from './offline.ts';
import { lacksOf } from './offline-lacks.ts';
import { OfflineStore } from './offline-store.ts';

test('a download is followed to its end', () => {
  const offline = new OfflineStore();
  expect(offline.state.value).toEqual({ status: 'waiting' });
  offline.hear({ type: 'offline/progress', done: 5, total: 10 });
  expect(offline.state.value).toEqual({ status: 'downloading', done: 5, total: 10 });
  offline.becomeReady();
  expect(offline.state.value).toEqual({ status: 'ready' });
  // A newer version, downloaded behind the back of the one that works.
  offline.hear({ type: 'offline/progress', done: 1, total: 10 });
  expect(offline.state.value).toEqual({ status: 'ready' });
});

test('a download that fails says why, and can be tried again', () => {
  const offline = new OfflineStore();
  let tries = 0;
  offline.attach({ download: () => tries++, switchOver: () => undefined });
  offline.hear({ type: 'offline/failed', message: 'offline: could not keep /a: no room' });
  offline.fail();
  expect(offline.state.value).toEqual({ status: 'failed', message: 'offline: could not keep /a: no room' });
  offline.download();
  expect(tries).toBe(1);
  expect(offline.state.value).toEqual({ status: 'waiting' });
  // The old reason does not stand for a new one.
  offline.fail();
  expect(offline.state.value).toMatchObject({ message: 'offline: the browser gave the download up' });
});

test('a reason that comes after the browser gave up is told all the same, and late progress is no new download', () => {
  const offline = new OfflineStore();
  offline.fail();
  offline.hear({ type: 'offline/failed', message: 'offline: could not keep /a: no room' });
  expect(offline.state.value).toEqual({ status: 'failed', message: 'offline: could not keep /a: no room' });
  offline.hear({ type: 'offline/progress', done: 9, total: 10 });
  expect(offline.state.value).toMatchObject({ status: 'failed' });
});

test('a new version that fails to come leaves the old one at work', () => {
  const offline = new OfflineStore();
  offline.becomeReady();
  offline.fail();
  expect(offline.state.value).toEqual({ status: 'ready' });
  expect(offline.update.value).toBe('failed');
});

test('nothing is kept on plain http, without service workers, or of a development server', () => {
  const here = { secure: true, serviceWorker: true, saveData: false, built: true };
  expect(obstacle(here)).toBeNull();
  expect(obstacle({ ...here, secure: false, serviceWorker: false })).toBe('insecure');
  expect(obstacle({ ...here, serviceWorker: false })).toBe('unsupported');
  expect(obstacle({ ...here, built: false })).toBe('unbuilt');
});

test('what a browser lacks is named, in order', () => {
  const something = {};
  const all = {
    gpu: something,
    serviceWorker: something,
    locks: something,
    storage: { persist: () => undefined, getDirectory: () => undefined },
    clipboard: something,
    wakeLock: something,
  };
  expect(lacksOf({ navigator: all, indexedDB: something })).toEqual([]);
  expect(lacksOf({ navigator: { ...all, storage: { persist: () => undefined } }, indexedDB: something })).toEqual([
    'files',
  ]);
  expect(lacksOf({ navigator: {} })).toEqual([
    'webgpu',
    'serviceWorker',
    'storage',
    'locks',
    'persist',
    'files',
    'clipboard',
    'wakeLock',
  ]);
});
