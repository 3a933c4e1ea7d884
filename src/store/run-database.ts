/**
 * Keeps runs in IndexedDB: what belongs together is written in one transaction, so that a crash loses no more than the
 * steps that are in flight, the one that is made and the one that is still being written. Trained models are files; the
 * row that names a file is written after it, so that a file that was not written whole is nobody's.
 */

import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb';
import { messageOf } from '../core/errors.ts';
import type { RunEvent } from '../core/records.ts';
import type { ModelSpec } from '../model/spec.ts';
import { type Files, openFiles } from './files.ts';
import { bytesOfFloats, floatsOfBytes } from './floats.ts';
import { packRollouts, unpackRollouts } from './packing.ts';
import {
  freshRun,
  type KeptPiece,
  lineOf,
  newestFirst,
  type RunStore,
  type StoredCheckpoint,
  type StoredRun,
  type TrainingState,
  withEvents,
} from './runs.ts';
import { uniqueName } from './unique.ts';

/** Of a checkpoint, with where its weights are. */
interface PieceRow extends KeptPiece {
  readonly file?: string;
  readonly spec?: ModelSpec;
}

type StepKey = [run: string, step: number];

export interface RunSchema extends DBSchema {
  runs: { key: string; value: StoredRun };
  events: { key: number; value: { readonly run: string; readonly event: RunEvent }; indexes: { run: string } };
  states: { key: string; value: TrainingState };
  rollouts: { key: StepKey; value: Uint8Array<ArrayBuffer> };
  /** What is large, without reading it. */
  pieces: { key: [run: string, kind: KeptPiece['kind'], step: number]; value: PieceRow };
  /** Stands in for files where the browser has none. */
  blobs: { key: string; value: Uint8Array<ArrayBuffer> };
}

type Table = StoreNames<RunSchema>;
type Upgrade = IDBPTransaction<RunSchema, Table[], 'versionchange'>;

export const RUNS_VERSION = 2;
const TABLES: readonly Table[] = ['runs', 'events', 'states', 'rollouts', 'pieces', 'blobs'];

/** An older tab that does not let go of the database is waited for so long. */
const PATIENCE_MS = 4000;

export interface OpenOptions {
  readonly name?: string;
  /** Hears, in a sentence, when the connection ends while the page lives. */
  readonly onTrouble?: (message: string) => void;
  readonly patienceMs?: number;
}

/**
 * Opens the database, making it on the first visit and bringing an older one up to date; what it held stays.
 *
 * @throws Error where the browser refuses storage, or another tab holds on to an older version
 */
export async function openRunStore(options: OpenOptions = {}): Promise<RunStore> {
  const { name = 'greenbar', onTrouble = () => undefined, patienceMs = PATIENCE_MS } = options;
  /** Rejects when it is not worth waiting any longer. */
  const givenUp = Promise.withResolvers<never>();
  const opening = openDB<RunSchema>(name, RUNS_VERSION, {
    async upgrade(database, old, _wanted, tx) {
      try {
        if (old < 1) makeFirstTables(database);
        if (old < 2) {
          makeSecondTables(database);
          await bringUpToDate(tx);
        }
      } catch (error) {
        // Else the new version would be committed half made.
        givenUp.reject(
          new Error(`storage: expected runs of an older version, got what cannot be read (${messageOf(error)})`),
        );
        tx.done.catch(() => undefined);
        tx.abort();
      }
    },
    blocked: () =>
      void setTimeout(() => {
        givenUp.reject(
          new Error('storage: another tab has an older version of this page open; close it, then reload this one'),
        );
      }, patienceMs),
    // Another tab has a newer version of the page: it waits until this one lets go.
    blocking: (_current, _wanted, event) => {
      (event.target as IDBDatabase).close();
      onTrouble(
        'storage: another tab opened a newer version of this page; reload this one, until then it stores nothing',
      );
    },
    terminated: () => onTrouble('storage: the browser closed the database; reload the page to store runs again'),
  });
  givenUp.promise.catch(() => undefined);
  const db = await Promise.race([opening, givenUp.promise]).catch((error: unknown) => {
    // Whenever it does open, nobody is there to use it.
    opening.then((late) => late.close()).catch(() => undefined);
    throw error;
  });
  const files = await openFiles(`${name}-checkpoints`);
  return databaseStore(db, files ?? filesInTable(db), files !== null);
}

function makeFirstTables(database: IDBPDatabase<RunSchema>): void {
  database.createObjectStore('runs', { keyPath: 'id' });
  database.createObjectStore('events', { autoIncrement: true }).createIndex('run', 'run');
  database.createObjectStore('states');
}

function makeSecondTables(database: IDBPDatabase<RunSchema>): void {
  database.createObjectStore('rollouts');
  database.createObjectStore('pieces', { keyPath: ['run', 'kind', 'step'] });
  database.createObjectStore('blobs');
}

/** Runs of version 1 had no summary and no words. */
async function bringUpToDate(tx: Upgrade): Promise<void> {
  for (const { id, config, startedAt, finished } of await tx.objectStore('runs').getAll()) {
    const rows = await tx.objectStore('events').index('run').getAll(id);
    const state = await tx.objectStore('states').get(id);
    const events = rows.map(({ event }) => event);
    await tx.objectStore('runs').put({ ...withEvents(freshRun({ id, config, startedAt }), events, state), finished });
  }
}

function databaseStore(db: IDBPDatabase<RunSchema>, files: Files, areFiles: boolean): RunStore {
  type Writing = IDBPTransaction<RunSchema, Table[], 'readwrite'>;

  /** All of `work` or nothing. It may wait for nothing but the transaction's own requests. */
  async function write<T>(work: (tx: Writing) => Promise<T>): Promise<T> {
    const tx = db.transaction([...TABLES], 'readwrite');
    try {
      const result = await work(tx);
      await tx.done;
      return result;
    } catch (error) {
      // What cannot be cloned throws before it becomes a request, and the rest would be committed.
      if (tx.error === null) abort(tx);
      await tx.done.catch(() => undefined);
      throw tx.error ?? error;
    }
  }

  async function addEvents(tx: Writing, id: string, events: readonly RunEvent[]): Promise<void> {
    for (const event of events) await tx.objectStore('events').add({ run: id, event });
  }

  async function addRollouts(tx: Writing, id: string, packed: readonly PackedRollouts[]): Promise<void> {
    for (const { step, bytes } of packed) {
      await tx.objectStore('rollouts').put(bytes, [id, step]);
      await tx.objectStore('pieces').put({ run: id, kind: 'rollouts', step, bytes: bytes.length });
    }
  }

  /** Writes the files first; whatever happens then, only files that a row names stay. */
  async function withFiles<T>(
    id: string,
    checkpoints: readonly (StoredCheckpoint & { readonly step: number })[],
    work: (rows: readonly PieceRow[]) => Promise<T>,
  ): Promise<T> {
    const rows: PieceRow[] = [];
    try {
      for (const { step, spec, weights } of checkpoints) {
        const file = `${id}.${step}.${uniqueName()}`;
        await files.write(file, bytesOfFloats(weights));
        rows.push({ run: id, kind: 'checkpoint', step, bytes: weights.byteLength, file, spec });
      }
      return await work(rows);
    } catch (error) {
      await removeFiles(rows);
      throw error;
    }
  }

  async function removeFiles(rows: readonly (PieceRow | undefined)[]): Promise<void> {
    for (const row of rows) if (row?.file !== undefined) await files.remove(row.file);
  }

  const piecesOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id], [id, []]);

  return {
    kind: 'indexeddb',
    files: areFiles,
    async begin(run) {
      await write(async (tx) => {
        if ((await tx.objectStore('runs').getKey(run.id)) !== undefined) throw taken(run.id);
        await tx.objectStore('runs').put(freshRun(run));
      });
    },
    async append(id, events, state, rollouts = []) {
      const packed = await packAll(rollouts);
      await write(async (tx) => {
        const run = await tx.objectStore('runs').get(id);
        if (run === undefined) return;
        await addEvents(tx, id, events);
        await addRollouts(tx, id, packed);
        if (state) await tx.objectStore('states').put(state, id);
        await tx.objectStore('runs').put(withEvents(run, events, state));
      });
    },
    async keepCheckpoint(id, step, checkpoint) {
      const obsolete = await withFiles(id, [{ step, ...checkpoint }], async (rows) =>
        write(async (tx) => {
          if ((await tx.objectStore('runs').getKey(id)) === undefined) return rows[0];
          const old = await tx.objectStore('pieces').get([id, 'checkpoint', step]);
          for (const row of rows) await tx.objectStore('pieces').put(row);
          return old;
        }),
      );
      await removeFiles([obsolete]);
    },
    async finish(id, endedAt) {
      await write(async (tx) => {
        const run = await tx.objectStore('runs').get(id);
        if (run) await tx.objectStore('runs').put({ ...run, finished: true, endedAt, state: null });
        await tx.objectStore('states').delete(id);
      });
    },
    async label(id, label) {
      await write(async (tx) => {
        const table = tx.objectStore('runs');
        const run = await table.get(id);
        if (run === undefined) return;
        for (const other of label.baseline === true ? await table.getAll() : []) {
          if (other.baseline) await table.put({ ...other, baseline: false });
        }
        await table.put({ ...run, ...label });
      });
    },
    setRemoved: (id, removedAt) =>
      write(async (tx) => {
        const run = await tx.objectStore('runs').get(id);
        if (run) await tx.objectStore('runs').put({ ...run, removedAt });
        return run !== undefined;
      }),
    runs: async () => newestFirst((await db.getAll('runs')).filter(({ removedAt }) => removedAt === null)),
    async run(id) {
      const run = await db.get('runs', id);
      return run === undefined || run.removedAt !== null ? null : run;
    },
    removed: async () => (await db.getAll('runs')).filter(({ removedAt }) => removedAt !== null).map(({ id }) => id),
    events: async (id) => (await db.getAllFromIndex('events', 'run', id)).map((row) => row.event),
    state: async (id) => (await db.get('states', id)) ?? null,
    async rollouts(id, step) {
      const packed = await db.get('rollouts', [id, step]);
      return packed === undefined ? null : unpackRollouts(packed);
    },
    async checkpoint(id, step) {
      const row = await db.get('pieces', [id, 'checkpoint', step]);
      if (row?.file === undefined || row.spec === undefined) return null;
      const bytes = await files.read(row.file);
      if (bytes?.length !== row.bytes) {
        throw new Error(
          `storage: model of step ${step}: expected ${row.bytes} bytes, got ${bytes?.length ?? 'no file'}`,
        );
      }
      return { spec: row.spec, weights: floatsOfBytes(bytes) };
    },
    async kept(id) {
      const rows = await db.getAll('pieces', id === undefined ? undefined : piecesOf(id));
      return rows.map(({ run, kind, step, bytes }) => ({ run, kind, step, bytes }));
    },
    async letGo(pieces) {
      const rows = await write(async (tx) => {
        const gone: (PieceRow | undefined)[] = [];
        for (const { run, kind, step } of pieces) {
          gone.push(await tx.objectStore('pieces').get([run, kind, step]));
          await tx.objectStore('pieces').delete([run, kind, step]);
          if (kind === 'rollouts') await tx.objectStore('rollouts').delete([run, step]);
        }
        return gone;
      });
      await removeFiles(rows);
    },
    async add(whole) {
      const { id } = whole.run;
      const packed = await packAll(whole.rollouts);
      await withFiles(id, whole.checkpoints, (rows) =>
        write(async (tx) => {
          if ((await tx.objectStore('runs').getKey(id)) !== undefined) throw taken(id);
          await addEvents(tx, id, whole.events);
          await addRollouts(tx, id, packed);
          if (whole.state) await tx.objectStore('states').put(whole.state, id);
          for (const row of rows) await tx.objectStore('pieces').put(row);
          await tx.objectStore('runs').put(lineOf(whole));
        }),
      );
    },
    async discard(id) {
      const rows = await write(async (tx) => {
        const gone = await tx.objectStore('pieces').getAll(piecesOf(id));
        await tx.objectStore('runs').delete(id);
        await tx.objectStore('states').delete(id);
        await tx.objectStore('pieces').delete(piecesOf(id));
        await tx.objectStore('rollouts').delete(piecesOf(id));
        for (const key of await tx.objectStore('events').index('run').getAllKeys(id)) {
          await tx.objectStore('events').delete(key);
        }
        return gone;
      });
      await removeFiles(rows);
    },
    async strays() {
      const named = new Set((await db.getAll('pieces')).map(({ file }) => file));
      const strays = (await files.list()).filter((file) => !named.has(file));
      return [...new Set(strays.map(runOfFile))];
    },
    async sweep(id) {
      const named = new Set((await db.getAll('pieces', piecesOf(id))).map(({ file }) => file));
      for (const file of await files.list()) {
        if (runOfFile(file) === id && !named.has(file)) await files.remove(file);
      }
    },
  };
}

interface PackedRollouts {
  readonly step: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const packAll = (rollouts: Parameters<RunStore['append']>[3] & {}): Promise<PackedRollouts[]> =>
  Promise.all(rollouts.map(async ({ step, rollouts }) => ({ step, bytes: await packRollouts(rollouts) })));

const runOfFile = (file: string): string => file.slice(0, file.indexOf('.'));

const taken = (id: string) => new Error(`storage: expected a new run, got ${id}, which is kept already`);

function abort(tx: { abort(): void }): void {
  try {
    tx.abort();
  } catch {
    // It is over already: a request that failed has ended it.
  }
}

/** Rows in the place of files. */
function filesInTable(db: IDBPDatabase<RunSchema>): Files {
  return {
    write: async (name, bytes) => void (await db.put('blobs', bytes, name)),
    read: async (name) => (await db.get('blobs', name)) ?? null,
    remove: (name) => db.delete('blobs', name),
    list: () => db.getAllKeys('blobs'),
  };
}
