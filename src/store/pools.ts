/** Keeps pools of samples by the digest of everything they depend on, so that nothing is sampled and judged twice. */

import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { SamplePool } from '../eval/pool.ts';

export interface PoolStore {
  load(key: string): Promise<SamplePool | null>;
  /** Replaces what was kept under the key, and lets go of those pools that were used longest ago where all need too much room. */
  save(key: string, pool: SamplePool): Promise<void>;
}

/** Characters and draws that all pools together may have: about 100 MB in the browser. */
const MOST_ROOM = 40_000_000;

/** Room that a pool takes: the texts of its programs, about as much again for each verdict, and its draws. */
export function roomOf({ programs, draws }: SamplePool): number {
  return programs.reduce((sum, { code }) => sum + code.length + 100, 0) + draws.length;
}

interface Schema extends DBSchema {
  pools: { key: string; value: SamplePool };
  /** Beside the pools, so that making room reads no pool. */
  uses: { key: string; value: { readonly key: string; readonly room: number; readonly order: number } };
}

/** Opens the database, making it on the first visit. */
export async function openPoolStore(name = 'greenbar-pools', mostRoom = MOST_ROOM): Promise<PoolStore> {
  const db = await openDB<Schema>(name, 1, {
    upgrade(database) {
      database.createObjectStore('pools');
      database.createObjectStore('uses', { keyPath: 'key' });
    },
  });
  return indexedDbStore(db, mostRoom);
}

function indexedDbStore(db: IDBPDatabase<Schema>, mostRoom: number): PoolStore {
  return {
    async load(key) {
      const tx = db.transaction(['pools', 'uses'], 'readwrite');
      const pool = await tx.objectStore('pools').get(key);
      if (pool) await tx.objectStore('uses').put({ key, room: roomOf(pool), order: Date.now() });
      await tx.done;
      return pool ?? null;
    },
    async save(key, pool) {
      const tx = db.transaction(['pools', 'uses'], 'readwrite');
      await tx.objectStore('pools').put(pool, key);
      await tx.objectStore('uses').put({ key, room: roomOf(pool), order: Date.now() });
      for (const old of excess(await tx.objectStore('uses').getAll(), mostRoom, key)) {
        await tx.objectStore('pools').delete(old);
        await tx.objectStore('uses').delete(old);
      }
      await tx.done;
    },
  };
}

/** Keys to let go of, those used longest ago first, until the rest has room enough; never the one that was just saved. */
function excess(uses: readonly Schema['uses']['value'][], mostRoom: number, saved: string): string[] {
  const newestFirst = uses.filter(({ key }) => key !== saved).toSorted((a, b) => b.order - a.order);
  let room = uses.find(({ key }) => key === saved)?.room ?? 0;
  return newestFirst.flatMap((use) => {
    room += use.room;
    return room > mostRoom ? [use.key] : [];
  });
}

/** The same in memory: for tests, and for browsers that refuse storage, where a reload forgets. */
export function memoryPoolStore(mostRoom = MOST_ROOM): PoolStore {
  // In order of use.
  const pools = new Map<string, SamplePool>();
  const touch = (key: string, pool: SamplePool) => {
    pools.delete(key);
    pools.set(key, pool);
  };
  return {
    async load(key) {
      const pool = pools.get(key);
      if (pool) touch(key, pool);
      return pool ?? null;
    },
    async save(key, pool) {
      touch(key, pool);
      const uses = [...pools].map(([name, kept], order) => ({ key: name, room: roomOf(kept), order }));
      for (const old of excess(uses, mostRoom, key)) pools.delete(old);
    },
  };
}
