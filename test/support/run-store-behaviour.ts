/** What every store of runs must do, whatever it is made of. */

import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/core/config.ts';
import type { RunEvent } from '../../src/core/records.ts';
import { FIRST_STATE } from '../../src/rl/state.ts';
import type { RunStore, StoredRun, TrainingState } from '../../src/store/runs.ts';

export const newRun = (id: string, startedAt = 1): StoredRun => ({
  id,
  config: parseConfig({ seed: startedAt }),
  startedAt,
  finished: false,
});

export const noted = (message: string): RunEvent => ({ type: 'notice', message });

/** Training state after `step` steps; its arrays do not begin at the start of their buffers, as views of wasm memory do. */
export function stateAfter(step: number): TrainingState {
  const view = (first: number) => new Float32Array([0, first, Number.NaN, -0, 1e-42]).subarray(1);
  const policy = { weights: view(step), moment1: view(-step), moment2: view(step / 2), step: 2 * step };
  const critic = { weights: view(7 * step), step };
  const ahead = {
    updates: 2 * step,
    sizes: [1],
    completions: [{ ids: [5, 1], logProbs: [-0.5, -0], truncated: false }],
  };
  return { step, policy, critic, loop: { ...FIRST_STATE, step, solveRates: { sum: 0.5 }, ahead } };
}

/** @param open gives an empty store for every name it was not asked before */
export function describeRunStore(title: string, open: (name: string) => Promise<RunStore>): void {
  let stores = 0;
  const fresh = () => open(`behaviour-${stores++}`);

  describe(title, () => {
    test('an empty store knows nothing', async () => {
      const store = await fresh();
      expect(await store.runs()).toEqual([]);
      expect(await store.run('a')).toBeNull();
      expect(await store.events('a')).toEqual([]);
      expect(await store.state('a')).toBeNull();
    });

    test('keeps the configuration, the events in order and the newest state, bit for bit', async () => {
      const store = await fresh();
      const run = newRun('a');
      await store.begin(run);
      await store.append('a', [noted('1'), noted('2')], stateAfter(1));
      await store.append('a', [noted('3')]);
      await store.append('a', [], stateAfter(2));
      expect(await store.run('a')).toEqual(run);
      expect(await store.events('a')).toEqual([noted('1'), noted('2'), noted('3')]);
      expect(await store.state('a')).toEqual(stateAfter(2));
      expect(await store.runs()).toEqual([run]);
    });

    test('many appends that nobody waits for stay in order', async () => {
      const store = await fresh();
      await store.begin(newRun('a'));
      const events = Array.from({ length: 50 }, (_, i) => noted(String(i)));
      await Promise.all(events.map((event) => store.append('a', [event])));
      expect(await store.events('a')).toEqual(events);
    });

    test('two runs do not mix', async () => {
      const store = await fresh();
      await store.begin(newRun('a', 1));
      await store.begin(newRun('b', 2));
      await store.append('a', [noted('a1')], stateAfter(1));
      await store.append('b', [noted('b1')], stateAfter(7));
      await store.append('a', [noted('a2')]);
      expect(await store.events('a')).toEqual([noted('a1'), noted('a2')]);
      expect(await store.events('b')).toEqual([noted('b1')]);
      expect((await store.state('a'))?.step).toBe(1);
      await store.discard('a');
      expect(await store.run('a')).toBeNull();
      expect(await store.events('b')).toEqual([noted('b1')]);
      expect((await store.state('b'))?.step).toBe(7);
    });

    test('a finished run keeps its events, and lets go of its state', async () => {
      const store = await fresh();
      await store.begin(newRun('a'));
      await store.append('a', [noted('1')], stateAfter(1));
      await store.finish('a');
      expect(await store.run('a')).toEqual({ ...newRun('a'), finished: true });
      expect(await store.events('a')).toEqual([noted('1')]);
      expect(await store.state('a')).toBeNull();
      expect(await store.runs()).toEqual([{ ...newRun('a'), finished: true }]);
    });

    test('lists runs, newest first, without discarded ones', async () => {
      const store = await fresh();
      for (const [id, at] of [
        ['old', 1],
        ['newest', 3],
        ['newer', 2],
      ] as const) {
        await store.begin(newRun(id, at));
      }
      const ids = async () => (await store.runs()).map(({ id }) => id);
      expect(await ids()).toEqual(['newest', 'newer', 'old']);
      await store.finish('newest');
      await store.discard('newer');
      expect(await ids()).toEqual(['newest', 'old']);
    });

    test('nothing is kept for a run that was discarded, and it can begin again', async () => {
      const store = await fresh();
      await store.begin(newRun('a'));
      await store.append('a', [noted('1')], stateAfter(1));
      await store.discard('a');
      await store.append('a', [noted('late')], stateAfter(2));
      await store.finish('a');
      expect(await store.run('a')).toBeNull();
      expect(await store.events('a')).toEqual([]);
      expect(await store.state('a')).toBeNull();
      await store.begin(newRun('a'));
      expect(await store.events('a')).toEqual([]);
      expect(await store.state('a')).toBeNull();
    });
  });
}
