/** The history of runs: what the store keeps of them, and what a person may do with it. */

import type { RunHistory, RunInfo, RunSnapshot, StorageReport } from '../core/history.ts';
import type { RunStore, StoredRun } from '../store/runs.ts';
import type { LiveRuns } from './live-runs.ts';
import { snapshotOf } from './stored-runs.ts';

/** `persist` is asked for by the page: a worker may not. */
export type KeptHistory = Omit<RunHistory, 'persist'>;

const later = async (): Promise<never> => {
  throw new Error('history: expected a newer store of runs');
};

export function historyIn(opening: Promise<RunStore>, liveRuns: LiveRuns): KeptHistory {
  const infoOf = (live: readonly string[], run: StoredRun): RunInfo => ({
    ...{ id: run.id, config: run.config, startedAt: run.startedAt },
    status: run.finished ? 'ended' : live.includes(run.id) ? 'live' : 'interrupted',
    ...{ name: '', note: '', baseline: false, imported: false, steps: 0, before: null, after: null },
    ...{ checkpoints: [], bytes: 0 },
  });
  return {
    async runs() {
      const [store, live] = [await opening, await liveRuns.list()];
      return (await store.runs()).map((run) => infoOf(live, run));
    },
    async readRun(id): Promise<RunSnapshot | null> {
      const store = await opening;
      return snapshotOf(store, (await store.run(id)) ?? undefined);
    },
    removeRun: async (id) => (await opening).discard(id),
    async storage(): Promise<StorageReport> {
      return { kind: 'indexeddb', files: false, used: null, quota: null, persisted: false };
    },
    rolloutsOf: async () => [],
    labelRun: later,
    restoreRun: later,
    forgetRemoved: async () => {},
    exportRun: later,
    importRun: later,
    loadRun: later,
  };
}
