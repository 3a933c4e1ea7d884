/** How runs lie in the database, and how an older one becomes that of today: what it held stays. */

import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import type { RunEvent } from '../core/records.ts';
import {
  type BaseIdentity,
  freshRun,
  type KeptPiece,
  type StoredCheckpoint,
  type StoredRun,
  type TrainingState,
  withEvents,
} from './runs.ts';

/** Of a checkpoint, with where its weights are, and all of it besides. */
export interface PieceRow extends KeptPiece {
  readonly file?: string;
  readonly spec?: StoredCheckpoint['spec'];
  readonly base?: BaseIdentity | undefined;
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

export type Table = StoreNames<RunSchema>;
type Upgrade = IDBPTransaction<RunSchema, Table[], 'versionchange'>;

export const RUNS_VERSION = 2;
export const TABLES: readonly Table[] = ['runs', 'events', 'states', 'rollouts', 'pieces', 'blobs'];

/** Everything that is new since the version `old`, which is 0 on the first visit. */
export async function upgradeRuns(database: IDBPDatabase<RunSchema>, old: number, tx: Upgrade): Promise<void> {
  if (old < 1) makeFirstTables(database);
  if (old < 2) {
    makeSecondTables(database);
    await bringUpToDate(tx);
  }
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
