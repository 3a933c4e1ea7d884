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

export function describePoolStore(what: string, open: (name: string, mostRoom?: number) => Promise<PoolStore>): void {
  describe(what, () => {
    test('gives back what was saved, the newest of each key', async () => {
      const store = await open('pools-kept');
      expect(await store.load('a')).toBeNull();
      await store.save('a', poolOf('return 1'));
      await store.save('b', poolOf('return 2'));
      await store.save('a', poolOf('return 1', 9));
      expect(await store.load('a')).toEqual(poolOf('return 1', 9));
      expect(await store.load('b')).toEqual(poolOf('return 2'));
    });

    test('lets go of what was used longest ago, and never of what was just saved', async () => {
      const soon = () => new Promise((resolve) => setTimeout(resolve, 3));
      const store = await open('pools-full', 2 * roomOf(poolOf('x')));
      for (const key of ['a', 'b']) {
        await store.save(key, poolOf('x'));
        await soon();
      }
      expect(await store.load('a')).not.toBeNull();
      await soon();
      await store.save('c', poolOf('x'));
      expect(await Promise.all(['a', 'b', 'c'].map(async (key) => (await store.load(key)) !== null))).toEqual([
        true,
        false,
        true,
      ]);
      await soon();
      await store.save('large', poolOf('x'.repeat(10_000)));
      expect(await store.load('large')).not.toBeNull();
      expect(await store.load('a')).toBeNull();
    });
  });
}
