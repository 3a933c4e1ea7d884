/** What every store of runs must do, whatever it is made of. */

import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/core/config.ts';
import type { RunEvent } from '../../src/core/records.ts';
import type { ModelSpec } from '../../src/model/spec.ts';
import { FIRST_STATE } from '../../src/rl/state.ts';
import type { NewRun, RunStore, StoredCheckpoint, StoredRun, TrainingState, WholeRun } from '../../src/store/runs.ts';
import { fixtureEvaluation, fixtureRollouts, fixtureStep } from './fixture-run.ts';

export const newRun = (id: string, startedAt = 1): NewRun => ({
  id,
  config: parseConfig({ seed: startedAt }),
  startedAt,
});

/** The line of such a run, as far as nothing was told of it. */
export const lineOf = (id: string, startedAt = 1): StoredRun => ({
  ...newRun(id, startedAt),
  ...{ finished: false, endedAt: null, removedAt: null, name: '', note: '', baseline: false, imported: false },
  ...{ steps: 0, before: null, after: null, eventBytes: 0, state: null },
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

const step = (number: number): RunEvent => ({ type: 'step', record: fixtureStep(number) });
const SPEC: ModelSpec = {
  ...{ vocabSize: 4, contextLength: 8, width: 2, layers: 1, heads: 1 },
  ...{ activation: 'relu', layerNormEpsilon: 1e-5 },
};
export const modelAfter = (number: number): StoredCheckpoint => ({
  spec: SPEC,
  weights: new Float32Array([9, number, Number.NaN, -0, 1e-42]).subarray(1),
});

/** A run of two steps, whole. */
export const wholeRun = (id: string, finished = true): WholeRun => ({
  run: { ...newRun(id), finished, endedAt: finished ? 5 : null, name: 'theirs', note: '' },
  events: [step(1), step(2)],
  rollouts: [1, 2].map((number) => ({ step: number, rollouts: fixtureRollouts(number).slice(0, 3) })),
  checkpoints: [{ step: 2, ...modelAfter(2) }],
  state: finished ? null : stateAfter(2),
});

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
      await store.begin(newRun('a'));
      await store.append('a', [noted('1'), noted('2')], stateAfter(1));
      await store.append('a', [noted('3')]);
      await store.append('a', [], stateAfter(2));
      const run = await store.run('a');
      expect(run).toMatchObject({ ...newRun('a'), finished: false, steps: 0 });
      expect(run?.state?.step).toBe(2);
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
      await store.finish('a', 7);
      expect(await store.run('a')).toMatchObject({ ...newRun('a'), finished: true, endedAt: 7, state: null });
      expect(await store.events('a')).toEqual([noted('1')]);
      expect(await store.state('a')).toBeNull();
      expect(await store.runs()).toMatchObject([{ ...newRun('a'), finished: true }]);
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
      await store.finish('newest', 7);
      await store.discard('newer');
      expect(await ids()).toEqual(['newest', 'old']);
    });

    test('nothing is kept for a run that was discarded, and it can begin again', async () => {
      const store = await fresh();
      await store.begin(newRun('a'));
      await store.append('a', [noted('1')], stateAfter(1));
      await store.discard('a');
      await store.append('a', [noted('late')], stateAfter(2));
      await store.finish('a', 7);
      expect(await store.run('a')).toBeNull();
      expect(await store.events('a')).toEqual([]);
      expect(await store.state('a')).toBeNull();
      await store.begin(newRun('a'));
      expect(await store.events('a')).toEqual([]);
      expect(await store.state('a')).toBeNull();
    });

    test('no run takes the place of another, not even of a removed one', async () => {
      const store = await fresh();
      await store.begin(newRun('a', 1));
      await store.append('a', [noted('1')]);
      await expect(store.begin(newRun('a', 2))).rejects.toThrow('expected a new run, got a');
      await store.setRemoved('a', 3);
      await expect(store.begin(newRun('a', 2))).rejects.toThrow('expected a new run, got a');
      await expect(store.add(wholeRun('a'))).rejects.toThrow('expected a new run, got a');
      expect(await store.events('a')).toEqual([noted('1')]);
    });

    test('keeps a summary that needs no events', async () => {
      const store = await fresh();
      await store.begin(newRun('a'));
      expect(await store.runs()).toEqual([lineOf('a')]);
      const [before, after] = [fixtureEvaluation(0, 8), fixtureEvaluation(2, 8)];
      await store.append('a', [{ type: 'evaluation', when: 'before', evaluation: before }]);
      await store.append('a', [step(1)], stateAfter(1));
      await store.append('a', [step(2)], stateAfter(2));
      await store.append('a', [{ type: 'evaluation', when: 'after', evaluation: after }]);
      const [line] = await store.runs();
      expect(line).toMatchObject({ steps: 2, before: before.sets[0]!.passAt1, after: after.sets[0]!.passAt1 });
      expect(line!.state).toEqual({ step: 2, bytes: 4 * 4 * 4 });
      expect(line!.eventBytes).toBe((await store.events('a')).reduce((sum, e) => sum + JSON.stringify(e).length, 0));
    });

    test('keeps the programs of each step, without losing a digit', async () => {
      const store = await fresh();
      const [rollout] = fixtureRollouts(1);
      const odd = {
        ...rollout!,
        advantage: Number.NaN,
        logProbs: [-0, Number.NEGATIVE_INFINITY, 0.1 + 0.2],
        code: '\ud800é',
      };
      await store.begin(newRun('a'));
      await store.append('a', [step(1)], stateAfter(1), [{ step: 1, rollouts: [odd] }]);
      await store.append('a', [step(2)], stateAfter(2), [{ step: 2, rollouts: fixtureRollouts(2) }]);
      expect(await store.rollouts('a', 1)).toEqual([odd]);
      expect(await store.rollouts('a', 2)).toEqual(fixtureRollouts(2));
      expect(await store.rollouts('a', 3)).toBeNull();
      expect(await store.rollouts('b', 1)).toBeNull();
      const kept = await store.kept('a');
      expect(kept).toMatchObject([
        { run: 'a', kind: 'rollouts', step: 1 },
        { run: 'a', kind: 'rollouts', step: 2 },
      ]);
      expect(kept[1]!.bytes).toBeGreaterThan(1000);
      expect(kept[1]!.bytes).toBeLessThan(JSON.stringify(fixtureRollouts(2)).length / 3);
    });

    test('keeps trained models bit for bit, the newest of a step', async () => {
      const store = await fresh();
      await store.begin(newRun('a'));
      await store.keepCheckpoint('a', 10, modelAfter(1));
      await store.keepCheckpoint('a', 10, modelAfter(10));
      await store.keepCheckpoint('a', 20, modelAfter(20));
      expect(await store.checkpoint('a', 10)).toEqual(modelAfter(10));
      expect(await store.checkpoint('a', 20)).toEqual(modelAfter(20));
      expect(await store.checkpoint('a', 30)).toBeNull();
      expect((await store.kept()).map(({ step, bytes }) => [step, bytes])).toEqual([
        [10, 16],
        [20, 16],
      ]);
      await store.keepCheckpoint('gone', 1, modelAfter(1));
      expect(await store.kept('gone')).toEqual([]);
      expect(await store.strays()).toEqual([]);
    });

    test('lets go of what it is told to, and of nothing else', async () => {
      const store = await fresh();
      await store.add(wholeRun('a'));
      await store.add(wholeRun('b'));
      const gone = (await store.kept('a')).filter(({ kind, step: of }) => kind === 'checkpoint' || of === 1);
      await store.letGo(gone);
      expect(await store.checkpoint('a', 2)).toBeNull();
      expect(await store.rollouts('a', 1)).toBeNull();
      expect(await store.rollouts('a', 2)).toEqual(wholeRun('a').rollouts[1]!.rollouts);
      expect(await store.kept('a')).toHaveLength(1);
      expect(await store.kept('b')).toHaveLength(3);
      expect(await store.checkpoint('b', 2)).toEqual(modelAfter(2));
      expect(await store.events('a')).toHaveLength(2);
    });

    test("takes a person's words; the baseline is one", async () => {
      const store = await fresh();
      await store.begin(newRun('a', 1));
      await store.begin(newRun('b', 2));
      await store.label('a', { name: 'first', baseline: true });
      await store.label('a', { note: 'slow' });
      expect(await store.run('a')).toMatchObject({ name: 'first', note: 'slow', baseline: true });
      await store.label('b', { baseline: true });
      expect((await store.runs()).map(({ id, baseline }) => [id, baseline])).toEqual([
        ['b', true],
        ['a', false],
      ]);
      await store.label('b', { baseline: false });
      await store.label('gone', { name: 'nobody' });
      expect((await store.runs()).map(({ baseline }) => baseline)).toEqual([false, false]);
    });

    test('a removed run is out of the list, and comes back whole', async () => {
      const store = await fresh();
      await store.add(wholeRun('a'));
      expect(await store.setRemoved('a', 9)).toBe(true);
      expect(await store.setRemoved('gone', 9)).toBe(false);
      expect([await store.runs(), await store.run('a'), await store.removed()]).toEqual([[], null, ['a']]);
      expect(await store.setRemoved('a', null)).toBe(true);
      expect(await store.removed()).toEqual([]);
      expect(await store.run('a')).toMatchObject({ id: 'a', removedAt: null });
      expect(await store.rollouts('a', 2)).toEqual(wholeRun('a').rollouts[1]!.rollouts);
      expect(await store.checkpoint('a', 2)).toEqual(modelAfter(2));
    });

    test.each([true, false])('takes a whole run in (finished: %s)', async (finished) => {
      const store = await fresh();
      const whole = wholeRun('a', finished);
      await store.add(whole);
      expect(await store.run('a')).toMatchObject({ ...whole.run, imported: true, steps: 2 });
      expect(await store.events('a')).toEqual(whole.events);
      expect(await store.rollouts('a', 1)).toEqual(whole.rollouts[0]!.rollouts);
      expect(await store.state('a')).toEqual(whole.state);
      await store.discard('a');
      expect([await store.kept(), await store.runs(), await store.strays()]).toEqual([[], [], []]);
      expect([await store.state('a'), await store.checkpoint('a', 2)]).toEqual([null, null]);
    });
  });
}
