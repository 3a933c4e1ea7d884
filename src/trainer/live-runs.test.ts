/** Locks of a worker that was just ended do not make its run look like one of another tab. */

import { expect, test } from 'vitest';
import { grantedRuns, localRuns, lockedRuns } from './live-runs.ts';

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

test('where the browser has locks and refuses them, runs are held within this thread', async () => {
  const refuse = async () => {
    throw new DOMException('The request was denied.', 'SecurityError');
  };
  const live = grantedRuns({ query: refuse, request: refuse } as unknown as LockManager);
  await live.hold('r1', async () => {
    expect(await live.list()).toEqual(['r1']);
    await expect(live.hold('r1', async () => undefined)).rejects.toThrow('expected run r1 to be idle');
  });
  expect(await live.now()).toEqual([]);
});

test('a list that is wanted at once waits for nobody, and knows only locks of its kind', async () => {
  expect(await lockedRuns(locksHeldFor(1)).now()).toEqual(['r1']);
  expect(await lockedRuns(locksHeldFor(1), 'removed').now()).toEqual([]);
});

/** A lock manager as far as it is asked here. */
function lockManager(): LockManager {
  const held: Lock[] = [];
  const request = async (name: string, options: LockOptions, work: (lock: Lock | null) => Promise<unknown>) => {
    const { mode = 'exclusive' } = options;
    if (held.some((other) => other.name === name && (mode === 'exclusive' || other.mode === 'exclusive')))
      return work(null);
    const lock: Lock = { name, mode };
    held.push(lock);
    return work(lock).finally(() => held.splice(held.indexOf(lock), 1));
  };
  return { request } as unknown as LockManager;
}

test.each([
  ['Web Locks', () => lockedRuns(lockManager())],
  ['one thread', () => localRuns()],
])('with %s, what is held is neither held again nor worked on beside', async (_, make) => {
  const runs = make();
  const done: string[] = [];
  await runs.hold('a', async () => {
    await expect(runs.hold('a', async () => 1)).rejects.toThrow('expected run a to be idle');
    await runs.ifIdle('a', async () => void done.push('a'));
    await runs.ifIdle('b', async () => void done.push('b'));
  });
  await runs.ifIdle('a', async () => void done.push('a, later'));
  expect(done).toEqual(['b', 'a, later']);
  expect(await runs.hold('a', async () => 1)).toBe(1);
});

test.each([
  ['Web Locks', () => lockedRuns(lockManager(), 'model')],
  ['one thread', () => localRuns('model')],
])('with %s, what is shared is shared by many and held by nobody until the last lets go', async (_, make) => {
  const models = make();
  const refused = 'models: expected mine to be idle, but a run or a measurement is at work with it';
  await models.share('mine', async () => {
    await models.share('mine', async () => undefined);
    await expect(models.hold('mine', async () => undefined)).rejects.toThrow(refused);
    await models.hold('other', async () => undefined);
  });
  await models.hold('mine', async () => {
    await expect(models.share('mine', async () => undefined)).rejects.toThrow(refused);
  });
});
