/** Which runs are on their way right now, in whichever tab: a live run must not be taken for an interrupted one. */

export interface LiveRuns {
  /** Does `work` while the run counts as live; refuses when it is live already. */
  hold<T>(id: string, work: () => Promise<T>): Promise<T>;
  /** Ids of live runs. */
  list(): Promise<readonly string[]>;
}

const PREFIX = 'greenbar-run/';
/**
 * A worker that was ended keeps its locks until it has wound up, in Chromium for two seconds and more: they are looked at
 * again so often, so many milliseconds apart.
 */
const LOOKS = 40;
const BETWEEN_LOOKS_MS = 200;

/** Web Locks: the browser lets go of them when a tab closes or crashes. */
export function lockedRuns(locks: LockManager): LiveRuns {
  return {
    hold: async (id, work) =>
      await locks.request(PREFIX + id, { ifAvailable: true }, async (lock) => {
        if (lock === null) throw new Error(`trainer: expected run ${id} to be idle, but another tab is working on it`);
        return await work();
      }),
    async list() {
      for (let looks = 1; ; looks++) {
        const { held = [] } = await locks.query();
        const ids = held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));
        if (ids.length === 0 || looks === LOOKS) return ids;
        await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
      }
    },
  };
}

/** The same within one thread: for tests, and for pages served without a secure context, where there are no locks. */
export function localRuns(): LiveRuns {
  const live = new Set<string>();
  return {
    async hold(id, work) {
      if (live.has(id)) throw new Error(`trainer: expected run ${id} to be idle, but it is being worked on`);
      live.add(id);
      try {
        return await work();
      } finally {
        live.delete(id);
      }
    },
    list: async () => [...live],
  };
}
