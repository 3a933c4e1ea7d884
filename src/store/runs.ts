/**
 * Keeps runs in IndexedDB: events as they happen and the newest training state, written together, so that a crash loses no
 * more than the steps that are in flight: the one that is made and the one that is still being written.
 */

import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { RunConfig } from '../core/config.ts';
import type { PolicyState } from '../core/policy.ts';
import type { RunEvent } from '../core/records.ts';
import type { LoopState } from '../rl/state.ts';

export interface StoredRun {
  readonly id: string;
  readonly config: RunConfig;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly finished: boolean;
}

/** Where training stands after a step: enough to go on exactly. */
export interface TrainingState {
  /** Steps done. */
  readonly step: number;
  /** Without a reference, that is the run's base model. */
  readonly policy: PolicyState;
  /** Where the run has one. */
  readonly critic?: PolicyState;
  /** Absent in what an older version stored. */
  readonly loop?: LoopState;
}

export interface RunStore {
  begin(run: StoredRun): Promise<void>;
  /** Appends events and, when given, replaces the training state, in one transaction; does nothing for a discarded run. */
  append(id: string, events: readonly RunEvent[], state?: TrainingState): Promise<void>;
  /** Keeps the run's events and lets go of its training state. */
  finish(id: string): Promise<void>;
  /** All runs that were not discarded, newest first. */
  runs(): Promise<StoredRun[]>;
  run(id: string): Promise<StoredRun | null>;
  events(id: string): Promise<RunEvent[]>;
  state(id: string): Promise<TrainingState | null>;
  discard(id: string): Promise<void>;
}

interface Schema extends DBSchema {
  runs: { key: string; value: StoredRun };
  events: { key: number; value: { readonly run: string; readonly event: RunEvent }; indexes: { run: string } };
  states: { key: string; value: TrainingState };
}

/** Opens the database, making it on the first visit. */
export async function openRunStore(name = 'greenbar'): Promise<RunStore> {
  const db = await openDB<Schema>(name, 1, {
    upgrade(database) {
      database.createObjectStore('runs', { keyPath: 'id' });
      database.createObjectStore('events', { autoIncrement: true }).createIndex('run', 'run');
      database.createObjectStore('states');
    },
  });
  return indexedDbStore(db);
}

const newestFirst = (runs: readonly StoredRun[]) => [...runs].sort((a, b) => b.startedAt - a.startedAt);

function indexedDbStore(db: IDBPDatabase<Schema>): RunStore {
  return {
    async begin(run) {
      await db.put('runs', run);
    },
    async append(id, events, state) {
      const tx = db.transaction(['runs', 'events', 'states'], 'readwrite');
      try {
        if ((await tx.objectStore('runs').getKey(id)) !== undefined) {
          for (const event of events) await tx.objectStore('events').add({ run: id, event });
          if (state) await tx.objectStore('states').put(state, id);
        }
      } catch (error) {
        // What cannot be cloned throws before it becomes a request, and the rest would be committed.
        tx.abort();
        await tx.done.catch(() => undefined);
        throw error;
      }
      await tx.done;
    },
    async finish(id) {
      const tx = db.transaction(['runs', 'states'], 'readwrite');
      const run = await tx.objectStore('runs').get(id);
      if (run) await tx.objectStore('runs').put({ ...run, finished: true });
      await tx.objectStore('states').delete(id);
      await tx.done;
    },
    runs: async () => newestFirst(await db.getAll('runs')),
    run: async (id) => (await db.get('runs', id)) ?? null,
    events: async (id) => (await db.getAllFromIndex('events', 'run', id)).map((row) => row.event),
    state: async (id) => (await db.get('states', id)) ?? null,
    async discard(id) {
      const tx = db.transaction(['runs', 'events', 'states'], 'readwrite');
      await tx.objectStore('runs').delete(id);
      await tx.objectStore('states').delete(id);
      for (const key of await tx.objectStore('events').index('run').getAllKeys(id)) {
        await tx.objectStore('events').delete(key);
      }
      await tx.done;
    },
  };
}

/** The same in memory: for tests, and for browsers that refuse storage (a private window), where a reload forgets. */
export function memoryRunStore(): RunStore {
  const runs = new Map<string, StoredRun>();
  const log = new Map<string, RunEvent[]>();
  const states = new Map<string, TrainingState>();
  return {
    async begin(run) {
      runs.set(run.id, run);
      log.set(run.id, []);
    },
    async append(id, events, state) {
      if (!runs.has(id)) return;
      log.get(id)!.push(...events);
      if (state) states.set(id, state);
    },
    async finish(id) {
      const run = runs.get(id);
      if (run) runs.set(id, { ...run, finished: true });
      states.delete(id);
    },
    runs: async () => newestFirst([...runs.values()]),
    run: async (id) => runs.get(id) ?? null,
    events: async (id) => [...(log.get(id) ?? [])],
    state: async (id) => states.get(id) ?? null,
    async discard(id) {
      runs.delete(id);
      log.delete(id);
      states.delete(id);
    },
  };
}
