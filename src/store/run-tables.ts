/**
 * Keeps runs in IndexedDB: what belongs together is written in one transaction, so that a crash loses no more than the
 * steps that are in flight, the one that is made and the one that is still being written. Trained models are files; the
 * row that names a file is written after it, so that a file that was not written whole is nobody's.
 */

import type { IDBPDatabase, IDBPTransaction } from 'idb';
import type { RunEvent } from '../core/records.ts';
import type { Files } from './files.ts';
import { bytesOfFloats, floatsOfBytes } from './floats.ts';
import { packRollouts, unpackRollouts } from './packing.ts';
import { type PieceRow, type RunSchema, TABLES, type Table } from './run-schema.ts';
import {
  checkpointOf,
  freshRun,
  lineOf,
  newestFirst,
  type RunStore,
  type StepRollouts,
  type StoredCheckpoint,
  withEvents,
} from './runs.ts';
import { uniqueName } from './unique.ts';

/** @param areFiles whether they lie in the private file system */
export function databaseStore(db: IDBPDatabase<RunSchema>, files: Files, areFiles: boolean): RunStore {
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
      for (const { step, weights, ...rest } of checkpoints) {
        const file = `${id}.${step}.${uniqueName()}`;
        await files.write(file, bytesOfFloats(weights));
        rows.push({ run: id, kind: 'checkpoint', step, bytes: weights.byteLength, file, ...rest });
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
      return checkpointOf(row.spec, floatsOfBytes(bytes), row.base);
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

const packAll = (rollouts: readonly StepRollouts[]): Promise<PackedRollouts[]> =>
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
