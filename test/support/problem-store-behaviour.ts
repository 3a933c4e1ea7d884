/** What every store of own problems does. */

import { describe, expect, test } from 'vitest';
import type { OwnProblem } from '../../src/core/own-problems.ts';
import type { PyValue } from '../../src/core/value.ts';
import type { ProblemStore } from '../../src/store/problems.ts';

/** Values that plain JSON would lose. */
const VALUES: readonly PyValue[] = [
  { type: 'int', value: 2n ** 80n },
  { type: 'float', value: -0 },
  { type: 'float', value: Number.NaN },
  { type: 'str', value: '\ud800' },
  { type: 'bytes', value: Uint8Array.of(0, 255) },
  { type: 'tuple', items: [{ type: 'set', items: [{ type: 'none' }] }] },
];

export function ownProblem(id: string, at: number): OwnProblem {
  const test = { args: VALUES, expected: { type: 'int', value: BigInt(at) } } as const;
  const tests = { public: [test], reward: [test], hidden: [] };
  return { problem: { id, text: `task ${id}`, entryPoint: 'solution', tests, compare: 'python' }, at };
}

export function describeProblemStore(what: string, open: (name: string) => Promise<ProblemStore>): void {
  describe(what, () => {
    test('keeps problems with every value, in the order in which they came', async () => {
      const store = await open('own-order');
      await store.change({ forget: [], keep: [ownProblem('b', 2), ownProblem('a', 1)] });
      expect((await store.read()).problems).toStrictEqual([ownProblem('a', 1), ownProblem('b', 2)]);
    });

    test('a problem that got another id takes the place of the old one', async () => {
      const store = await open('own-renamed');
      await store.change({ forget: [], keep: [ownProblem('a', 1), ownProblem('b', 2)] });
      await store.change({ forget: ['a'], keep: [ownProblem('c', 1)] });
      expect((await store.read()).problems.map(({ problem }) => problem.id)).toEqual(['c', 'b']);
    });

    test('forgetting what is not there changes nothing', async () => {
      const store = await open('own-forgotten');
      await store.change({ forget: ['x'], keep: [ownProblem('a', 1)] });
      await store.change({ forget: ['a', 'x'], keep: [] });
      expect((await store.read()).problems).toEqual([]);
    });
  });
}
