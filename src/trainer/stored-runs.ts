/** What a reloaded page finds in the store: the run that was interrupted, and everything that is needed to show one again. */

import type { RunEvent } from '../core/records.ts';
import type { RunStore, StoredRun } from '../store/runs.ts';
import type { RunSnapshot } from './api.ts';
import type { LiveRuns } from './live-runs.ts';

/**
 * The newest run that nobody finished and nobody is working on, to be offered. Whoever has brought a run to its end since
 * was offered it already and chose not to: it stays in the history.
 */
export async function interruptedRun(store: RunStore, liveRuns: LiveRuns): Promise<StoredRun | undefined> {
  const live = await liveRuns.list();
  const newest = (await store.runs()).find(
    ({ id, imported, finished }) => !live.includes(id) && !(imported && finished),
  );
  return newest?.finished === false ? newest : undefined;
}

export async function snapshotOf(store: RunStore, run: StoredRun | undefined): Promise<RunSnapshot | null> {
  if (run === undefined) return null;
  const { id, config, finished, own } = run;
  return { id, config, finished, events: await store.events(id), ...(own && { own }) };
}

/** What was told of a run until a step was over. */
export function upTo(step: number, events: readonly RunEvent[]): RunEvent[] {
  let last = events.findLastIndex((event) => event.type === 'step' && event.record.step <= step);
  // A measurement, or what a step was told with, comes after its record.
  while (last + 1 < events.length && events[last + 1]?.type !== 'step') last++;
  return events.slice(0, last + 1);
}
