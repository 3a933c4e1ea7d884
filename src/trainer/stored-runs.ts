/** What a reloaded page finds in the store: the run that was interrupted, and everything that is needed to show one again. */

import type { RunStore, StoredRun } from '../store/runs.ts';
import type { RunSnapshot } from './api.ts';
import type { LiveRuns } from './live-runs.ts';

/** The newest run that nobody finished and nobody is working on. */
export async function interruptedRun(store: RunStore, liveRuns: LiveRuns): Promise<StoredRun | undefined> {
  const live = await liveRuns.list();
  const runs = await store.runs();
  return runs.find(({ id, finished }) => !finished && !live.includes(id));
}

export async function snapshotOf(store: RunStore, run: StoredRun | undefined): Promise<RunSnapshot | null> {
  if (run === undefined) return null;
  const { id, config, finished, own } = run;
  return { id, config, finished, events: await store.events(id), ...(own && { own }) };
}
