/** The stores of runs and of pools on real IndexedDB: the behaviour of every store, atomic writes, and a database that outlives its connection. */

import { deleteDB, openDB } from 'idb';
import { afterAll, expect, test } from 'vitest';
import { openPoolStore } from '../../src/store/pools.ts';
import { openRunStore } from '../../src/store/runs.ts';
import { describePoolStore, poolOf } from '../support/pool-store-behaviour.ts';
import { describeRunStore, newRun, noted, stateAfter } from '../support/run-store-behaviour.ts';

const NAMES: string[] = [];
const named = (name: string) => {
  const full = `greenbar-test-${name}`;
  NAMES.push(full);
  return full;
};

// Connections of the stores under test stay open, and deleting would wait for them: it happens when the page closes.
afterAll(() => {
  for (const name of NAMES) void deleteDB(name);
});

describeRunStore('a store on IndexedDB', (name) => openRunStore(named(name)));
describePoolStore('a store of pools on IndexedDB', (name, mostRoom) => openPoolStore(named(name), mostRoom));

test('pools survive reopening', async () => {
  const name = named('pools-reopened');
  await (await openPoolStore(name)).save('a', poolOf('return 1'), new Set());
  expect(await (await openPoolStore(name)).load('a')).toEqual(poolOf('return 1'));
});

test('survives reopening', async () => {
  const name = named('reopened');
  const first = await openRunStore(name);
  await first.begin(newRun('a'));
  await first.append('a', [noted('1')], stateAfter(1));
  const second = await openRunStore(name);
  await second.append('a', [noted('2')], stateAfter(2));
  expect(await second.runs()).toEqual([newRun('a')]);
  const third = await openRunStore(name);
  expect(await third.events('a')).toEqual([noted('1'), noted('2')]);
  expect(await third.state('a')).toEqual(stateAfter(2));
});

test('events and state are written together or not at all', async () => {
  const store = await openRunStore(named('atomic'));
  await store.begin(newRun('a'));
  await store.append('a', [noted('1')], stateAfter(1));
  const uncloneable = { ...stateAfter(2), policy: { ...stateAfter(2).policy, weights: (() => {}) as never } };
  await expect(store.append('a', [noted('2')], uncloneable)).rejects.toThrow();
  expect(await store.events('a')).toEqual([noted('1')]);
  expect(await store.state('a')).toEqual(stateAfter(1));
  await store.append('a', [noted('3')], stateAfter(3));
  expect(await store.events('a')).toEqual([noted('1'), noted('3')]);
});

test('a discarded run leaves nothing in the database', async () => {
  const name = named('empty');
  const store = await openRunStore(name);
  await store.begin(newRun('a'));
  await store.append('a', [noted('1')], stateAfter(1));
  await store.discard('a');
  await store.append('a', [noted('late')], stateAfter(2));
  const db = await openDB(name);
  for (const table of ['runs', 'events', 'states']) expect(await db.count(table), table).toBe(0);
  db.close();
});
