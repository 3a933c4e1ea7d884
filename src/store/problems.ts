/** Keeps a person's own problems in IndexedDB, apart from the runs: they outlive every one of them. */

import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { OwnChange, OwnProblem, OwnProblems } from '../core/own-problems.ts';

export interface ProblemStore {
  read(): Promise<OwnProblems>;
  /** In one transaction. */
  change(change: OwnChange): Promise<void>;
}

interface Row extends OwnProblem {
  readonly id: string;
}

interface Schema extends DBSchema {
  problems: { key: string; value: Row };
}

/** Opens the database, making it on the first visit. */
export async function openProblemStore(name = 'greenbar-problems'): Promise<ProblemStore> {
  const db = await openDB<Schema>(name, 1, {
    upgrade(database) {
      database.createObjectStore('problems', { keyPath: 'id' });
    },
  });
  return indexedDbStore(db);
}

const inOrder = (rows: readonly OwnProblem[]): OwnProblem[] =>
  rows.map(({ problem, at }) => ({ problem, at })).sort((a, b) => a.at - b.at);

function indexedDbStore(db: IDBPDatabase<Schema>): ProblemStore {
  return {
    read: async () => ({ problems: inOrder(await db.getAll('problems')), kind: 'indexeddb' }),
    async change({ forget, keep }) {
      const tx = db.transaction('problems', 'readwrite');
      await Promise.all([
        ...forget.map((id) => tx.store.delete(id)),
        ...keep.map((own) => tx.store.put({ id: own.problem.id, ...own })),
        tx.done,
      ]);
    },
  };
}

/** The same in memory: for tests, and for browsers that refuse storage, where a reload forgets. */
export function memoryProblemStore(): ProblemStore {
  const rows = new Map<string, OwnProblem>();
  return {
    read: async () => ({ problems: inOrder([...rows.values()]), kind: 'memory' }),
    async change({ forget, keep }) {
      for (const id of forget) rows.delete(id);
      for (const own of keep) rows.set(own.problem.id, own);
    },
  };
}
