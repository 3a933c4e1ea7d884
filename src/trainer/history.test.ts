/** The history as the page asks for it: nothing that was learned is lost, and nothing goes without a word. */

import { describe, expect, test } from 'vitest';
import {
  reproducible,
  stepRecords,
  TOY_CONFIG,
  TOY_SPEC,
  type ToyWorld,
  toyEnvironment,
  toyModel,
  trainToy,
} from '../../test/support/toy-trainer.ts';
import type { RunConfigInput } from '../core/config.ts';
import type { RunEvent } from '../core/records.ts';
import { memoryRunStore } from '../store/run-memory.ts';
import type { RunStore } from '../store/runs.ts';
import type { Environment } from './environment.ts';
import { localRuns } from './live-runs.ts';
import { TrainerSession } from './session.ts';

const CONFIG: RunConfigInput = { ...TOY_CONFIG, evaluation: { samples: 4, heldOutSamples: 0, everyEpochs: 0 } };
const passes = (code: string) => code.startsWith('a');

/** A model with as many weights as the table has: it can be written as a checkpoint. */
const SPEC = { ...TOY_SPEC, contextLength: 45 };

function environmentOf(world: ToyWorld = {}): Environment {
  const environment = toyEnvironment({ passes, ...world });
  return { ...environment, loadModel: async () => ({ ...toyModel(world), spec: SPEC }) };
}

const sessionOf = (world: ToyWorld = {}) => new TrainerSession(environmentOf(world));
const full = () => new DOMException('the disk is full', 'QuotaExceededError');

/** Crashes in its fifth step. */
async function crash(world: ToyWorld): Promise<void> {
  const onJudge = (step: number) => {
    if (step === 5) throw new Error('the worker died');
  };
  await expect(trainToy(sessionOf({ ...world, onJudge }), CONFIG)).rejects.toThrow('the worker died');
}

describe('the list', () => {
  test('has every run with its summary, newest first: what was begun anew takes nothing away', async () => {
    const store = memoryRunStore();
    await crash({ store });
    const session = sessionOf({ store });
    await trainToy(session, { ...CONFIG, epochs: 3 });
    const [ended, interrupted] = await session.runs();
    expect(ended).toMatchObject({ status: 'ended', steps: 3, checkpoints: [3], imported: false, baseline: false });
    expect(interrupted).toMatchObject({ status: 'interrupted', steps: 4, checkpoints: [4], after: null });
    const { events } = (await session.readRun(ended!.id))!;
    const measured = events.flatMap((event) =>
      event.type === 'evaluation' ? [event.evaluation.sets[0]!.passAt1] : [],
    );
    expect([ended!.before, ended!.after]).toEqual(measured);
    expect(ended!.bytes).toBeGreaterThan(4 * 1296);
    // The newer run came to its end: the older one is offered no more, but can go on.
    expect(await session.unfinishedRun()).toBeNull();
    const summary = await session.resumeRun(interrupted!.id, () => {});
    expect(summary?.epochs).toBe(6);
    expect((await session.runs()).map(({ status }) => status)).toEqual(['ended', 'ended']);
    expect(await session.readRun('gone')).toBeNull();
  });

  test('takes words and a baseline', async () => {
    const session = sessionOf();
    await trainToy(session, { ...CONFIG, epochs: 1 });
    const [{ id } = { id: '' }] = await session.runs();
    await session.labelRun(id, { name: 'one step', note: 'short', baseline: true });
    expect(await session.runs()).toMatchObject([{ id, name: 'one step', note: 'short', baseline: true }]);
    await expect(session.labelRun('gone', { note: '' })).rejects.toThrow('expected the run gone in the history');
  });
});

test('after a reload in mid-training, programs and trained model are those of a run that was never interrupted', async () => {
  const whole = memoryRunStore();
  await trainToy(sessionOf({ store: whole }), CONFIG);
  const store = memoryRunStore();
  await crash({ store });
  const session = sessionOf({ store });
  const [{ id } = { id: '' }] = await session.runs();
  await session.resumeRun(id, () => {});
  const [{ id: wholeId } = { id: '' }] = await whole.runs();
  for (const step of [1, 2, 3, 4, 5, 6]) {
    const programs = await whole.rollouts(wholeId, step);
    expect(programs).toHaveLength(48);
    // Of the session that went on, of the steps before the crash too.
    expect(await session.rollouts(step)).toEqual(programs);
    expect(await session.rolloutsOf(id, step)).toEqual(programs);
  }
  expect(await session.rolloutsOf(id)).toEqual(await whole.rollouts(wholeId, 6));
  expect(await session.rolloutsOf('gone')).toEqual([]);
  expect(await store.checkpoint(id, 6)).toEqual(await whole.checkpoint(wholeId, 6));
  expect((await store.kept(id)).length).toBe((await whole.kept(wholeId)).length);
});

test('a long run keeps models in between', async () => {
  const store = memoryRunStore();
  const session = sessionOf({ store });
  await trainToy(session, { ...CONFIG, epochs: 23 });
  expect(await session.runs()).toMatchObject([{ checkpoints: [10, 20, 23] }]);
});

describe('a run that is removed', () => {
  const twoTabs = async () => {
    const world = { store: memoryRunStore(), liveRuns: localRuns(), removedRuns: localRuns() };
    const session = sessionOf(world);
    await trainToy(session, { ...CONFIG, epochs: 1 });
    const [{ id } = { id: '' }] = await session.runs();
    return { world, session, id };
  };
  const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

  test('comes back whole, or is gone once it is forgotten', async () => {
    const { world, session, id } = await twoTabs();
    const before = await session.runs();
    await session.removeRun(id);
    expect([await session.runs(), await session.finishedRun(), await session.readRun(id)]).toEqual([[], null, null]);
    await session.restoreRun(id);
    expect(await session.runs()).toEqual(before);
    await expect(session.restoreRun(id)).rejects.toThrow('expected a run that this tab removed');
    await session.removeRun(id);
    await session.forgetRemoved();
    expect(await world.store.kept()).toEqual([]);
    await expect(session.restoreRun(id)).rejects.toThrow('expected a run that this tab removed');
    await expect(session.removeRun(id)).rejects.toThrow('found none');
  });

  test('is gone at the next start, but not while another tab may take that back', async () => {
    const { world, session, id } = await twoTabs();
    await session.removeRun(id);
    const other = sessionOf(world);
    await settle();
    expect(await other.runs()).toEqual([]);
    await session.restoreRun(id);
    expect(await other.runs()).toMatchObject([{ id, steps: 1, checkpoints: [1] }]);
    await session.removeRun(id);
    // The tab is closed: its holds are gone.
    const later = sessionOf({ ...world, removedRuns: localRuns() });
    await settle();
    expect(await world.store.removed()).toEqual([]);
    expect(await world.store.kept()).toEqual([]);
    expect(await later.runs()).toEqual([]);
  });

  test('is not one that is on its way', async () => {
    const world = { store: memoryRunStore(), liveRuns: localRuns() };
    const elsewhere = sessionOf(world);
    let refused = '';
    let status = '';
    const onJudge = (step: number) => {
      if (step !== 2) return;
      void elsewhere.runs().then(async ([live]) => {
        status = live!.status;
        await elsewhere.removeRun(live!.id).catch((error: Error) => {
          refused = error.message;
        });
      });
    };
    await trainToy(sessionOf({ ...world, onJudge }), CONFIG);
    expect(status).toBe('live');
    expect(refused).toContain('to be idle');
    expect(await elsewhere.runs()).toMatchObject([{ status: 'ended', steps: 6 }]);
  });
});

describe('a bundle', () => {
  test('carries a run into another browser: the same events, programs and model', async () => {
    const session = sessionOf();
    await trainToy(session, CONFIG);
    const [{ id } = { id: '' }] = await session.runs();
    await session.labelRun(id, { name: 'mine', note: 'look', baseline: true });
    const files = await session.checkpoint();
    const bundle = await session.exportRun(id);
    const there = sessionOf();
    const info = await there.importRun(bundle);
    expect(info).toMatchObject({ id, imported: true, baseline: false, name: 'mine', note: 'look', status: 'ended' });
    expect(await there.runs()).toEqual([info]);
    expect((await there.readRun(id))!.events).toEqual((await session.readRun(id))!.events);
    for (const step of [1, 6]) expect(await there.rolloutsOf(id, step)).toEqual(await session.rolloutsOf(id, step));
    await there.loadRun(id);
    expect(await there.checkpoint()).toEqual(files);
    expect((await there.steps()).length).toBe(6);
    expect(await there.rollouts(3)).toEqual(await session.rollouts(3));
    expect(await (await there.exportRun(id)).bytes()).toEqual(await bundle.bytes());
  });

  test('of an interrupted run goes on elsewhere as it would have here', async () => {
    const whole = await trainToy(sessionOf(), CONFIG);
    const store = memoryRunStore();
    await crash({ store });
    const session = sessionOf({ store });
    const [{ id } = { id: '' }] = await session.runs();
    const there = sessionOf();
    await there.importRun(await session.exportRun(id));
    expect(await there.runs()).toMatchObject([{ status: 'interrupted', steps: 4, checkpoints: [4] }]);
    const events: RunEvent[] = [...(await there.readRun(id))!.events];
    await there.resumeRun(id, (batch) => events.push(...batch));
    expect(reproducible(stepRecords(events))).toEqual(reproducible(stepRecords(whole.events)));
  });

  test('of an interrupted run says so where this page has another model of that name', async () => {
    const store = memoryRunStore();
    await crash({ store });
    const [{ id } = { id: '' }] = await sessionOf({ store }).runs();
    const bundle = await sessionOf({ store }).exportRun(id);
    const there = sessionOf({ weights: () => new Float32Array(7) });
    await there.importRun(bundle);
    await expect(there.resumeRun(id, () => {})).rejects.toThrow(
      "trainer: state of the policy: expected the model's 7 weights, got 1296",
    );
    expect(await there.runs()).toMatchObject([{ status: 'interrupted', steps: 4 }]);
  });

  test('of a run that is here is refused; of one that went on since, it gets another name', async () => {
    const store = memoryRunStore();
    await crash({ store });
    const session = sessionOf({ store });
    const [{ id } = { id: '' }] = await session.runs();
    const early = await session.exportRun(id);
    await expect(session.importRun(early)).rejects.toThrow(`got ${id}, which is there already`);
    await session.resumeRun(id, () => {});
    const info = await session.importRun(early);
    expect(info.id).toMatch(new RegExp(`^${id}-\\w+$`));
    expect((await session.runs()).map(({ status }) => status).sort()).toEqual(['ended', 'interrupted']);
    await session.removeRun(id);
    const again = await session.importRun(early);
    expect(again.id).not.toBe(id);
  });

  test('that is damaged touches nothing', async () => {
    const store = memoryRunStore();
    const session = sessionOf({ store });
    await trainToy(session, { ...CONFIG, epochs: 1 });
    const [before] = await session.runs();
    const bundle = await (await session.exportRun(before!.id)).bytes();
    const damaged = new Blob([bundle.slice(0, bundle.length >> 1)]);
    await expect(session.importRun(damaged)).rejects.toThrow('bundle: expected a zip');
    expect(await session.runs()).toEqual([before]);
  });
});

describe('a model of the history', () => {
  test('becomes the model at hand, also where an interrupted run stands', async () => {
    const store = memoryRunStore();
    await crash({ store });
    const session = sessionOf({ store });
    await trainToy(session, { ...CONFIG, epochs: 2 });
    const [ended, interrupted] = await session.runs();
    const trained = await session.checkpoint();
    await session.loadRun(interrupted!.id);
    const other = await session.checkpoint();
    expect(other).not.toEqual(trained);
    await session.loadRun(ended!.id);
    expect(await session.checkpoint()).toEqual(trained);
    await expect(session.loadRun('gone')).rejects.toThrow('expected the run gone in the history, found none');
    await store.letGo(await store.kept(ended!.id));
    await expect(session.loadRun(ended!.id)).rejects.toThrow('expected a trained model of the run');
  });

  test('of another shape is refused', async () => {
    const store = memoryRunStore();
    const session = sessionOf({ store });
    await trainToy(session, { ...CONFIG, epochs: 1 });
    const [{ id } = { id: '' }] = await session.runs();
    await store.keepCheckpoint(id, 1, { spec: { ...SPEC, layers: 9 }, weights: new Float32Array(3) });
    await expect(session.loadRun(id)).rejects.toThrow("expected layers 1 as the page's model has, got 9");
  });
});

describe('storage that is full', () => {
  /** Refuses as long as `isFull` says so. */
  const limited = (store: RunStore, isFull: () => boolean | Promise<boolean>): RunStore => ({
    ...store,
    append: async (...args) => {
      if (await isFull()) throw full();
      return store.append(...args);
    },
  });
  const told = (events: readonly RunEvent[], type: 'notice' | 'infra_error') =>
    events.flatMap((event) => (event.type === type && event.message.startsWith('storage:') ? [event.message] : []));

  test('lets go of the oldest models in between, tells it, and goes on', async () => {
    const store = memoryRunStore();
    await trainToy(sessionOf({ store }), { ...CONFIG, epochs: 12 });
    const old = (await store.runs())[0]!.id;
    // Full until the model of step 10 is gone.
    const isFull = async () => (await store.kept(old)).some(({ kind, step }) => kind === 'checkpoint' && step === 10);
    const { events, summary } = await trainToy(sessionOf({ store: limited(store, isFull) }), { ...CONFIG, epochs: 2 });
    expect(summary?.epochs).toBe(2);
    expect(told(events, 'notice')).toEqual([expect.stringContaining(`let go of `)]);
    expect(told(events, 'infra_error')).toEqual([]);
    const [run] = await store.runs();
    expect(stepRecords(await store.events(run!.id))).toHaveLength(2);
    expect(await store.checkpoint(old, 12)).not.toBeNull();
  });

  test('that stays full ends no run: it is told once, and written down when there is room again', async () => {
    const store = memoryRunStore();
    let steps = 0;
    const world = { store: limited(store, () => steps >= 2 && steps < 5), onJudge: () => void steps++ };
    const { events, summary } = await trainToy(sessionOf(world), CONFIG);
    expect(summary?.epochs).toBe(6);
    expect(told(events, 'infra_error')).toEqual([
      'storage: the disk is full; training goes on, but a reload would go back to step 1 until there is room again',
    ]);
    expect(told(events, 'notice').at(-1)).toBe('storage: this run is stored again');
    const [run] = await store.runs();
    expect(run).toMatchObject({ finished: true, steps: 6 });
    expect(stepRecords(await store.events(run!.id))).toEqual(stepRecords(events));
    // Those of the first step were let go of, to make room.
    for (const step of [2, 3, 6]) expect(await store.rollouts(run!.id, step)).toHaveLength(48);
    expect((await store.kept(run!.id)).some(({ kind, step }) => kind === 'checkpoint' && step === 6)).toBe(true);
  });

  test('keeps to its share of what the browser grants, and lets runs of other tabs be', async () => {
    const store = memoryRunStore();
    const liveRuns = localRuns();
    await trainToy(sessionOf({ store }), { ...CONFIG, epochs: 12 });
    await trainToy(sessionOf({ store }), { ...CONFIG, epochs: 12, seed: 4 });
    const [other, mine] = await store.runs();
    const keptOf = async (id: string) => (await store.kept(id)).length;
    const all = await keptOf(other!.id);
    let during = -1;
    const storageEstimate = async () => ({ used: 0, quota: 1000, persisted: false });
    const { events } = await liveRuns.hold(other!.id, async () => {
      const trained = await trainToy(sessionOf({ store, liveRuns, storageEstimate }), { ...CONFIG, epochs: 1 });
      during = await keptOf(other!.id);
      return trained;
    });
    expect(during).toBe(all);
    // Its last model is one of the newest five.
    expect(await keptOf(mine!.id)).toBe(1);
    expect(told(events, 'notice')[0]).toMatch(
      /^storage: to make room, let go of 1 trained model and 12 steps of programs/,
    );
  });

  test('that refuses a run from the start is told, and the run goes on', async () => {
    const begin = async () => {
      throw full();
    };
    const { events, summary } = await trainToy(sessionOf({ store: { ...memoryRunStore(), begin } }), {
      ...CONFIG,
      epochs: 1,
    });
    expect(summary?.epochs).toBe(1);
    expect(told(events, 'infra_error')).toEqual([
      'storage: the disk is full; training goes on, but this run is not kept',
    ]);
  });
});

test('says what storage there is, and what ails it', async () => {
  const environment = environmentOf();
  const opened = new TrainerSession({
    ...environment,
    openStore: async (onTrouble) => {
      onTrouble('storage: it is not what it was');
      return memoryRunStore();
    },
    storageEstimate: async () => ({ used: 5, quota: 9, persisted: true }),
  });
  await opened.runs();
  expect(await opened.storage()).toEqual({
    ...{ kind: 'memory', files: false, used: 5, quota: 9, persisted: true },
    trouble: 'storage: it is not what it was',
  });
  expect(await sessionOf().storage()).toMatchObject({ used: null, quota: null, persisted: false, trouble: null });
});
