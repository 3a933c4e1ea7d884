/** Opens the database of runs, next to other tabs that may have an older or a newer version of the page. */

import { type IDBPDatabase, openDB } from 'idb';
import { messageOf } from '../core/errors.ts';
import { type Files, openFiles } from './files.ts';
import { RUNS_VERSION, type RunSchema, upgradeRuns } from './run-schema.ts';
import { databaseStore } from './run-tables.ts';
import type { RunStore } from './runs.ts';

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
        await upgradeRuns(database, old, tx);
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
    throw error instanceof DOMException ? new Error(`storage: the browser refuses it (${error.message})`) : error;
  });
  const files = await openFiles(`${name}-checkpoints`);
  return databaseStore(db, files ?? filesInTable(db), files !== null);
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
