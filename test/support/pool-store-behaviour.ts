/** What every store of pools must do, whatever it is made of. */

import { describe, expect, test } from 'vitest';
import type { SamplePool } from '../../src/eval/pool.ts';
import { type PoolStore, roomOf } from '../../src/store/pools.ts';

const judged = { outcome: 'passed', public: true, visible: true, correct: true, missingImport: false } as const;

/** A pool whose one program is this text. */
export const poolOf = (code: string, draws = 3): SamplePool => ({
  programs: [{ code, truncated: false, logProb: -1.5, tokens: 4, judged }],
  draws: new Array<number>(draws).fill(0),
});

const NONE: ReadonlySet<string> = new Set();

export function describePoolStore(what: string, open: (name: string, mostRoom?: number) => Promise<PoolStore>): void {
  describe(what, () => {
    test('gives back what was saved, the newest of each key', async () => {
      const store = await open('pools-kept');
      expect(await store.load('a')).toBeNull();
      await store.save('a', poolOf('return 1'), NONE);
      await store.save('b', poolOf('return 2'), NONE);
      await store.save('a', poolOf('return 1', 9), NONE);
      expect(await store.load('a')).toEqual(poolOf('return 1', 9));
      expect(await store.load('b')).toEqual(poolOf('return 2'));
    });

    test('lets go of what was used longest ago, and never of what was just saved', async () => {
      const soon = () => new Promise((resolve) => setTimeout(resolve, 3));
      const store = await open('pools-full', 2 * roomOf(poolOf('x')));
      for (const key of ['a', 'b']) {
        await store.save(key, poolOf('x'), NONE);
        await soon();
      }
      expect(await store.load('a')).not.toBeNull();
      await soon();
      await store.save('c', poolOf('x'), NONE);
      expect(await Promise.all(['a', 'b', 'c'].map(async (key) => (await store.load(key)) !== null))).toEqual([
        true,
        false,
        true,
      ]);
    });

    test('never lets a smaller pool take the place of a larger one', async () => {
      const store = await open('pools-larger');
      await store.save('a', poolOf('return 1', 9), NONE);
      await store.save('a', poolOf('return 1', 8), NONE);
      expect((await store.load('a'))!.draws).toHaveLength(9);
      // As many draws may be judged better by now.
      await store.save('a', poolOf('return 2', 9), NONE);
      expect(await store.load('a')).toEqual(poolOf('return 2', 9));
    });

    test('keeps what is in use, and says so when that leaves no room', async () => {
      const soon = () => new Promise((resolve) => setTimeout(resolve, 3));
      const store = await open('pools-in-use', 2 * roomOf(poolOf('x')));
      for (const key of ['a', 'b']) {
        await store.save(key, poolOf('x'), NONE);
        await soon();
      }
      const kept = async () => Promise.all(['a', 'b', 'c', 'd'].map(async (key) => (await store.load(key)) !== null));
      await store.save('c', poolOf('x'), new Set(['a', 'c']));
      expect(await kept()).toEqual([true, false, true, false]);
      const full = store.save('d', poolOf('x'), new Set(['a', 'c', 'd']));
      await expect(full).rejects.toThrow('pools: expected at most 1 MB, got 1 MB of this measurement');
      await expect(store.save('c', poolOf('x'.repeat(10_000), 9), new Set(['a']))).rejects.toThrow('pools: expected');
      expect(await kept()).toEqual([true, false, true, false]);
      expect(await store.load('c')).toEqual(poolOf('x'));
    });
  });
}
