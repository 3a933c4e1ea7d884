/** The stores of runs and of pools on real IndexedDB: the behaviour of every store, atomic writes, and a database that outlives its connection. */

import { deleteDB, openDB } from 'idb';
import { afterAll, expect, test } from 'vitest';
import { openModelLibrary } from '../../src/store/model-library.ts';
import { openPoolStore } from '../../src/store/pools.ts';
import { openProblemStore } from '../../src/store/problems.ts';
import { openRunStore } from '../../src/store/run-database.ts';
import { describeModelLibrary, FACTS, modelFiles } from '../support/model-library-behaviour.ts';
import { describePoolStore, poolOf } from '../support/pool-store-behaviour.ts';
import { describeProblemStore } from '../support/problem-store-behaviour.ts';
import {
  describeRunStore,
  lineOf,
  modelAfter,
  newRun,
  noted,
  stateAfter,
  wholeRun,
} from '../support/run-store-behaviour.ts';

const NAMES: string[] = [];
const named = (name: string) => {
  const full = `greenbar-test-${name}`;
  NAMES.push(full);
  return full;
};

// Connections of the stores under test stay open, and deleting would wait for them: it happens when the page closes.
afterAll(() => {
  for (const name of NAMES) {
    void deleteDB(name);
    void navigator.storage.getDirectory().then((root) => root.removeEntry(name, { recursive: true }).catch(() => {}));
  }
});

describeRunStore('a store on IndexedDB and files', (name) => openRunStore({ name: named(name) }));
describeProblemStore('a store of own problems on IndexedDB', (name) => openProblemStore(named(name)));
describeModelLibrary('a library of imported models in files', (name) => openModelLibrary(named(name)));
describePoolStore('a store of pools on IndexedDB', (name, mostRoom) => openPoolStore(named(name), mostRoom));

test('an imported model survives reopening, and half of one is none', async () => {
  const name = named('models-reopened');
  const library = await openModelLibrary(name);
  expect(library.kind).toBe('files');
  const kept = await library.add('whole', FACTS, modelFiles(), () => {});
  const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(name);
  const half = await (await root.getDirectoryHandle('half', { create: true })).getFileHandle('config.json', {
    create: true,
  });
  const stream = await half.createWritable();
  await stream.write('{}');
  await stream.close();
  const again = await openModelLibrary(name);
  expect(await again.list()).toEqual([kept]);
  expect(await again.strays()).toEqual(['half']);
  await again.remove('half');
  expect(await again.strays()).toEqual([]);
});

test('pools survive reopening', async () => {
  const name = named('pools-reopened');
  await (await openPoolStore(name)).save('a', poolOf('return 1'), new Set());
  expect(await (await openPoolStore(name)).load('a')).toEqual(poolOf('return 1'));
});

test('survives reopening', async () => {
  const name = named('reopened');
  const first = await openRunStore({ name });
  await first.begin(newRun('a'));
  await first.append('a', [noted('1')], stateAfter(1));
  const second = await openRunStore({ name });
  await second.append('a', [noted('2')], stateAfter(2));
  expect(await second.runs()).toMatchObject([newRun('a')]);
  const third = await openRunStore({ name });
  expect(await third.events('a')).toEqual([noted('1'), noted('2')]);
  expect(await third.state('a')).toEqual(stateAfter(2));
});

test('events and state are written together or not at all', async () => {
  const store = await openRunStore({ name: named('atomic') });
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
  const store = await openRunStore({ name });
  await store.begin(newRun('a'));
  await store.append('a', [noted('1')], stateAfter(1), [{ step: 1, rollouts: [] }]);
  await store.keepCheckpoint('a', 1, modelAfter(1));
  await store.discard('a');
  await store.append('a', [noted('late')], stateAfter(2));
  await store.keepCheckpoint('a', 2, modelAfter(2));
  const db = await openDB(name);
  for (const table of db.objectStoreNames) expect(await db.count(table), table).toBe(0);
  db.close();
});

/** As the first version of the page made it. */
async function openFirstVersion(name: string) {
  return openDB(name, 1, {
    upgrade(database) {
      database.createObjectStore('runs', { keyPath: 'id' });
      database.createObjectStore('events', { autoIncrement: true }).createIndex('run', 'run');
      database.createObjectStore('states');
    },
  });
}

async function withFirstVersion(name: string): Promise<void> {
  const db = await openFirstVersion(name);
  const { config } = newRun('old');
  const { events } = wholeRun('old');
  await db.add('runs', { id: 'old', config, startedAt: 3, finished: true });
  await db.add('runs', { id: 'cut', config, startedAt: 4, finished: false });
  for (const event of events) {
    await db.add('events', { run: 'old', event });
    await db.add('events', { run: 'cut', event });
  }
  await db.put('states', stateAfter(2), 'cut');
  db.close();
}

test('what the first version kept is there after the upgrade, with a summary, and goes on', async () => {
  const name = named('upgraded');
  await withFirstVersion(name);
  const store = await openRunStore({ name });
  const { events } = wholeRun('old');
  const runs = await store.runs();
  expect(runs.map(({ id, steps, finished, removedAt }) => [id, steps, finished, removedAt])).toEqual([
    ['cut', 2, false, null],
    ['old', 2, true, null],
  ]);
  expect(runs[0]).toEqual({
    ...lineOf('cut', 4),
    config: runs[0]!.config,
    steps: 2,
    eventBytes: runs[0]!.eventBytes,
    state: runs[0]!.state,
  });
  expect(runs[0]!.state).toEqual({ step: 2, bytes: 64 });
  expect(await store.events('old')).toEqual(events);
  expect(await store.state('cut')).toEqual(stateAfter(2));
  await store.append('cut', [noted('more')], stateAfter(3), [{ step: 3, rollouts: [] }]);
  await store.label('old', { note: 'still here' });
  expect(await store.events('cut')).toEqual([...events, noted('more')]);
  expect(await store.rollouts('cut', 3)).toEqual([]);
});

test('an older tab that holds on to the database is named, and nothing of it is lost', async () => {
  const name = named('blocked');
  await withFirstVersion(name);
  const older = await openFirstVersion(name);
  await expect(openRunStore({ name, patienceMs: 50 })).rejects.toThrow(
    'another tab has an older version of this page open',
  );
  older.close();
  const store = await openRunStore({ name });
  expect((await store.runs()).map(({ id }) => id)).toEqual(['cut', 'old']);
});

test('a tab lets go of the database when another one has a newer version, and says so', async () => {
  const name = named('newer');
  const told: string[] = [];
  const store = await openRunStore({ name, onTrouble: (message) => told.push(message) });
  await store.begin(newRun('a'));
  const newer = await openDB(name, 99);
  expect(await newer.count('runs')).toBe(1);
  expect(told).toEqual([expect.stringContaining('another tab opened a newer version of this page; reload')]);
  await expect(store.append('a', [noted('1')])).rejects.toThrow();
  newer.close();
});

test('an upgrade that fails leaves the first version as it was', async () => {
  const name = named('failing');
  await withFirstVersion(name);
  const db = await openFirstVersion(name);
  await db.add('events', { run: 'old', event: null });
  db.close();
  await expect(openRunStore({ name })).rejects.toThrow('storage: expected runs of an older version');
  const again = await openFirstVersion(name);
  expect(await again.count('runs')).toBe(2);
  again.close();
});

test('trained models are files; those that nothing names are found and swept, others are not', async () => {
  const name = named('files');
  const store = await openRunStore({ name });
  expect(store.files).toBe(true);
  await store.add(wholeRun('a'));
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(`${name}-checkpoints`);
  const files = async () => {
    const names: string[] = [];
    for await (const file of (folder as unknown as { keys(): AsyncIterable<string> }).keys()) names.push(file);
    return names.sort();
  };
  const kept = await files();
  expect(kept).toEqual([expect.stringMatching(/^a\.2\./)]);
  // As a crash leaves it: written, and not named yet.
  const half = await folder.getFileHandle('a.4.half', { create: true });
  expect((await half.getFile()).size).toBe(0);
  await folder.getFileHandle('b.1.half', { create: true });
  expect((await store.strays()).sort()).toEqual(['a', 'b']);
  await store.sweep('a');
  expect(await files()).toEqual([...kept, 'b.1.half']);
  expect(await store.checkpoint('a', 2)).toEqual(modelAfter(2));
  await store.sweep('b');
  // One whose file lost its end is told, and not taken for a model.
  const cut = await folder.getFileHandle(kept[0]!);
  const writable = await cut.createWritable();
  await writable.truncate(7);
  await writable.close();
  await expect(store.checkpoint('a', 2)).rejects.toThrow('storage: model of step 2: expected 16 bytes, got 7');
  await store.discard('a');
  expect(await files()).toEqual([]);
});

test('an import that fails on its way leaves neither rows nor files', async () => {
  const name = named('import');
  const store = await openRunStore({ name });
  const whole = wholeRun('a', false);
  const uncloneable = { ...whole, state: { ...stateAfter(2), step: (() => {}) as never } };
  await expect(store.add(uncloneable)).rejects.toThrow();
  expect([await store.runs(), await store.kept(), await store.events('a'), await store.strays()]).toEqual([
    [],
    [],
    [],
    [],
  ]);
  await store.add(whole);
  expect(await store.checkpoint('a', 2)).toEqual(modelAfter(2));
});
