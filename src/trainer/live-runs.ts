/** Which runs are held right now, in whichever tab: one that is on its way must not be taken for an interrupted one. */

export interface LiveRuns {
  /** Does `work` while the run counts as live; refuses when it is live already. */
  hold<T>(id: string, work: () => Promise<T>): Promise<T>;
  /** The same beside others that share it, too: nobody can hold it meanwhile. */
  share<T>(id: string, work: () => Promise<T>): Promise<T>;
  /** The same, but leaves the work undone when it is live already. */
  ifIdle(id: string, work: () => Promise<void>): Promise<void>;
  /** Ids of live runs; those of a worker that was just ended are waited for. */
  list(): Promise<readonly string[]>;
  /** Ids of runs that are live or were a moment ago. */
  now(): Promise<readonly string[]>;
}

/** What is held: a run for work on it, or for a person who may still take its removal back; an imported model. */
export type HeldFor = 'run' | 'removed' | 'model';

/**
 * A worker that was ended keeps its locks until it has wound up, in Chromium for two seconds and more: they are looked at
 * again so often, so many milliseconds apart.
 */
const LOOKS = 40;
const BETWEEN_LOOKS_MS = 200;

/** Web Locks: the browser lets go of them when a tab closes or crashes. */
export function lockedRuns(locks: LockManager, what: HeldFor = 'run'): LiveRuns {
  const prefix = `greenbar-${what}/`;
  const now = async () => {
    const { held = [] } = await locks.query();
    return held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : []));
  };
  const take = async <T>(id: string, mode: LockMode, work: () => Promise<T>): Promise<T> =>
    await locks.request(prefix + id, { mode, ifAvailable: true }, async (lock) => {
      if (lock === null) throw new Error(busy(what, id, 'another tab'));
      return await work();
    });
  return {
    hold: (id, work) => take(id, 'exclusive', work),
    share: (id, work) => take(id, 'shared', work),
    ifIdle: async (id, work) =>
      await locks.request(prefix + id, { ifAvailable: true }, async (lock) => {
        if (lock !== null) await work();
      }),
    async list() {
      for (let looks = 1; ; looks++) {
        const ids = await now();
        if (ids.length === 0 || looks === LOOKS) return ids;
        await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
      }
    },
    now,
  };
}

/**
 * Locks where the browser grants them. One that refuses to store anything has them, too, and refuses each request: then
 * other tabs are not known.
 */
export function grantedRuns(locks: LockManager, what: HeldFor = 'run'): LiveRuns {
  const granted = locks.query().then(
    () => lockedRuns(locks, what),
    () => localRuns(what),
  );
  return {
    hold: async (id, work) => (await granted).hold(id, work),
    share: async (id, work) => (await granted).share(id, work),
    ifIdle: async (id, work) => (await granted).ifIdle(id, work),
    list: async () => (await granted).list(),
    now: async () => (await granted).now(),
  };
}

/** The same within one thread: for tests, and for pages served without a secure context, where there are no locks. */
export function localRuns(what: HeldFor = 'run'): LiveRuns {
  /** How many share each; one that is held alone has none. */
  const live = new Map<string, number>();
  const take = async <T>(id: string, sharers: number, work: () => Promise<T>): Promise<T> => {
    live.set(id, sharers);
    try {
      return await work();
    } finally {
      const left = (live.get(id) ?? 0) - 1;
      if (left > 0) live.set(id, left);
      else live.delete(id);
    }
  };
  const hold: LiveRuns['hold'] = async (id, work) => {
    if (live.has(id)) throw new Error(busy(what, id, 'this tab'));
    return take(id, 0, work);
  };
  const list = async () => [...live.keys()];
  return {
    hold,
    share: async (id, work) => {
      const sharers = live.get(id);
      if (sharers === 0) throw new Error(busy(what, id, 'this tab'));
      return take(id, (sharers ?? 0) + 1, work);
    },
    ifIdle: async (id, work) => (live.has(id) ? undefined : hold(id, work)),
    list,
    now: list,
  };
}

const busy = (what: HeldFor, id: string, where: string): string =>
  what === 'model'
    ? `models: expected ${id} to be idle, but a run or a measurement is at work with it, here or in another tab`
    : `trainer: expected run ${id} to be idle, but ${where} is working on it`;
