/** Keeps pools of samples by the digest of everything they depend on, so that nothing is sampled and judged twice. */

import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { SamplePool } from '../eval/pool.ts';

export interface PoolStore {
  load(key: string): Promise<SamplePool | null>;
  /**
   * Keeps the pool, unless one of more draws is kept under the key: pools of one key begin alike, so that the larger, which
   * another tab may have saved, holds the smaller. Where room is wanted, pools that are not in use go, those used longest
   * ago first.
   *
   * @param inUse keys that must stay, whatever is saved
   * @throws Error when these and the new pool need more room than there is; what was kept stays
   */
  save(key: string, pool: SamplePool, inUse: ReadonlySet<string>): Promise<void>;
}

/** Bytes that all pools together may have, where the browser grants it. */
const MOST_ROOM = 1e9;

/** Share of what the browser grants to the page: runs are kept beside the pools. */
const SHARE = 0.5;

/** Bytes of a program beside its text, and of a draw, in a structured clone as V8 writes it. */
const PROGRAM_BYTES = 140;
const DRAW_BYTES = 4;

/** Bytes that a pool takes, about. */
export function roomOf({ programs, draws }: SamplePool): number {
  return programs.reduce((sum, { code }) => sum + code.length + PROGRAM_BYTES, 0) + DRAW_BYTES * draws.length;
}

interface Use {
  readonly key: string;
  readonly room: number;
  readonly draws: number;
  /** When it was loaded or saved last. */
  readonly order: number;
}

interface Schema extends DBSchema {
  pools: { key: string; value: SamplePool };
  /** Beside the pools, so that making room reads no pool. */
  uses: { key: string; value: Use };
}

/** Opens the database, making it on the first visit. */
export async function openPoolStore(name = 'greenbar-pools', mostRoom?: number): Promise<PoolStore> {
  const db = await openDB<Schema>(name, 1, {
    upgrade(database) {
      database.createObjectStore('pools');
      database.createObjectStore('uses', { keyPath: 'key' });
    },
  });
  return indexedDbStore(db, mostRoom ?? (await grantedRoom()));
}

/** Browsers that do not tell what they grant may still refuse, which `save` then throws. */
async function grantedRoom(): Promise<number> {
  const estimate = await navigator.storage?.estimate().catch(() => undefined);
  return Math.min(MOST_ROOM, SHARE * (estimate?.quota ?? Number.POSITIVE_INFINITY));
}

function indexedDbStore(db: IDBPDatabase<Schema>, mostRoom: number): PoolStore {
  return {
    async load(key) {
      const tx = db.transaction(['pools', 'uses'], 'readwrite');
      const pool = await tx.objectStore('pools').get(key);
      if (pool) await tx.objectStore('uses').put(useOf(key, pool, Date.now()));
      await tx.done;
      return pool ?? null;
    },
    async save(key, pool, inUse) {
      // What another tab saves meanwhile waits for this transaction.
      const tx = db.transaction(['pools', 'uses'], 'readwrite');
      const uses = await tx.objectStore('uses').getAll();
      const use = useOf(key, pool, Date.now());
      if (isSmaller(use, uses)) return tx.done;
      await Promise.all([
        ...toDrop(use, uses, mostRoom, inUse).flatMap((old) => [
          tx.objectStore('pools').delete(old),
          tx.objectStore('uses').delete(old),
        ]),
        tx.objectStore('pools').put(pool, key),
        tx.objectStore('uses').put(use),
        tx.done,
      ]);
    },
  };
}

const useOf = (key: string, pool: SamplePool, order: number): Use => {
  return { key, room: roomOf(pool), draws: pool.draws.length, order };
};

const isSmaller = ({ key, draws }: Use, uses: readonly Use[]): boolean =>
  draws < (uses.find((use) => use.key === key)?.draws ?? 0);

/** Keys of pools to let go of before one is saved. */
function toDrop(saved: Use, uses: readonly Use[], mostRoom: number, inUse: ReadonlySet<string>): string[] {
  const others = uses.filter(({ key }) => key !== saved.key);
  let room = others.filter(({ key }) => inUse.has(key)).reduce((sum, use) => sum + use.room, saved.room);
  if (room > mostRoom) {
    const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;
    throw new Error(`pools: expected at most ${megabytes(mostRoom)}, got ${megabytes(room)} of this measurement`);
  }
  const newestFirst = others.filter(({ key }) => !inUse.has(key)).toSorted((a, b) => b.order - a.order);
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
    async save(key, pool, inUse) {
      const uses = [...pools].map(([name, kept], order) => useOf(name, kept, order));
      const use = useOf(key, pool, uses.length);
      if (isSmaller(use, uses)) return;
      for (const old of toDrop(use, uses, mostRoom, inUse)) pools.delete(old);
      touch(key, pool);
    },
  };
}
