/** When growing pools are written: not all the time, at a pause, and at the end; and what a store that refuses leads to. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { poolOf } from '../../../test/support/pool-store-behaviour.ts';
import { memoryPoolStore } from '../../store/pools.ts';
import { PoolSaver } from './pool-saver.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function recorded(slow = 0) {
  const store = memoryPoolStore();
  const saved: string[] = [];
  const saver = new PoolSaver({
    store: {
      ...store,
      save: async (key, pool) => {
        if (slow > 0) await new Promise((resolve) => setTimeout(resolve, slow));
        saved.push(`${key} ${pool.draws.length}`);
      },
    },
    keys: ['a', 'b'],
    inUse: new Set(),
    onNotice: () => {},
  });
  return { saver, saved };
}

test('at most every three seconds, as the pool is then, and what is left at the end', async () => {
  const { saver, saved } = recorded();
  for (let draws = 1; draws <= 8; draws++) {
    await vi.advanceTimersByTimeAsync(1000);
    saver.grown(0, () => poolOf('x', draws));
  }
  await vi.advanceTimersByTimeAsync(0);
  expect(saved).toEqual(['a 4', 'a 8']);
  saver.grown(1, () => poolOf('x', 2));
  expect(saved).toHaveLength(2);
  await saver.finish();
  expect(saved).toEqual(['a 4', 'a 8', 'b 2']);
});

test('a store that is slow is asked less often', async () => {
  const { saver, saved } = recorded(2000);
  for (let draws = 1; draws <= 30; draws++) {
    await vi.advanceTimersByTimeAsync(1000);
    saver.grown(0, () => poolOf('x', draws));
  }
  // Written from 4 s to 6 s, then not before 26 s.
  expect(saved).toEqual(['a 4', 'a 27']);
});

test('a pause writes everything, and what is judged during it, too', async () => {
  const { saver, saved } = recorded();
  saver.grown(0, () => poolOf('x', 5));
  let resume: (goOn: boolean) => void = () => {};
  const passed = saver.through(new Promise<boolean>((resolve) => (resume = resolve)));
  await vi.advanceTimersByTimeAsync(400);
  expect(saved).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(saved).toEqual(['a 5']);
  saver.grown(1, () => poolOf('x', 6));
  await vi.advanceTimersByTimeAsync(0);
  expect(saved).toEqual(['a 5', 'b 6']);
  resume(false);
  expect(await passed).toBe(false);
  saver.grown(0, () => poolOf('x', 7));
  await vi.advanceTimersByTimeAsync(1000);
  expect(saved).toEqual(['a 5', 'b 6']);
});

test('an answer at once writes nothing', async () => {
  const { saver, saved } = recorded();
  saver.grown(0, () => poolOf('x'));
  expect(await saver.through(true)).toBe(true);
  await vi.advanceTimersByTimeAsync(2000);
  expect(saved).toEqual([]);
});
