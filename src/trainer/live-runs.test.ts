/** Locks of a worker that was just ended do not make its run look like one of another tab. */

import { expect, test } from 'vitest';
import { lockedRuns } from './live-runs.ts';

/** A lock manager that holds a run's lock for so many questions. */
function locksHeldFor(questions: number): LockManager {
  let asked = 0;
  const query = async () => ({ held: ++asked <= questions ? [{ name: 'greenbar-run/r1' }] : [], pending: [] });
  return { query } as unknown as LockManager;
}

test('a lock that goes away is no live run', async () => {
  expect(await lockedRuns(locksHeldFor(3)).list()).toEqual([]);
});

test('a lock that stays is one', { timeout: 30_000 }, async () => {
  expect(await lockedRuns(locksHeldFor(1000)).list()).toEqual(['r1']);
});
