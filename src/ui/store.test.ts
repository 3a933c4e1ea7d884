import { describe, expect, test, vi } from 'vitest';
import { fixtureAudit } from '../../test/support/fixture-audit.ts';
import { FixtureClient, type Scenario } from '../../test/support/fixture-client.ts';
import { FIXTURE_REQUEST } from '../../test/support/fixture-measure.ts';
import {
  EPOCHS,
  FIXTURE_CONFIG,
  fixtureEvents,
  fixtureRollouts,
  LECTURE,
  OTHERS,
} from '../../test/support/fixture-run.ts';
import { DEFAULT_CHOICE } from '../core/config-choice.ts';
import type { RolloutRecord } from '../core/records.ts';
import { readAddress } from './shell/address.ts';
import { EMPTY_RUN } from './state.ts';
import { Store } from './store.ts';

const SOURCE = { lecture: async () => LECTURE, auxiliary: async () => OTHERS };
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

async function opened(scenario: Scenario) {
  const client = new FixtureClient(scenario);
  const store = new Store(client);
  await store.open(SOURCE);
  client.begin();
  await settle();
  return { client, store };
}

describe('a run', () => {
  test('is folded as it comes, its newest rollouts are pulled when they are in sight', async () => {
    const { store } = await opened('training');
    expect(store.running.value).toBe(true);
    expect(store.run.value.steps).toHaveLength(22);
    expect(store.rollouts.view.value.step).toBeNull();
    store.rollouts.watch();
    await settle();
    expect(store.rollouts.view.value).toMatchObject({ step: 22, follow: true, error: null });
    expect(store.rollouts.view.value.rollouts).toEqual(fixtureRollouts(22));
  });

  test('has a model to measure once it learned; one that is read from storage, or begins anew, has none', async () => {
    const { client, store } = await opened('training');
    expect(store.trained.value).toEqual(FIXTURE_CONFIG);
    store.set('model', 'small'); // of the next run
    expect(store.trained.value?.model).toBe('base');
    await store.gain.measure(FIXTURE_REQUEST);
    expect(store.gain.outdated.value).toBe(false);
    void client.train(); // begins with the base again
    expect(store.trained.value).toBeNull();
    expect(store.gain.outdated.value).toBe(true);
    const reloaded = new FixtureClient('empty');
    reloaded.finishedRun = async () => ({
      ...{ id: 'r1', config: FIXTURE_CONFIG, events: fixtureEvents(EPOCHS) },
      finished: true,
    });
    const again = new Store(reloaded);
    await again.open(SOURCE);
    expect(again.run.value.steps).toHaveLength(EPOCHS);
    expect(again.trained.value).toBeNull();
  });

  test('a rollout that is looked at stays, until the newest are wanted again', async () => {
    const { client, store } = await opened('training');
    store.rollouts.watch();
    await settle();
    store.rollouts.hold();
    client.send([fixtureEvents(23).findLast((event) => event.type === 'step')!]);
    await settle();
    expect(store.run.value.steps.at(-1)?.step).toBe(23);
    expect(store.rollouts.view.value).toMatchObject({ step: 22, follow: false });
    await store.rollouts.show(5);
    expect(store.rollouts.view.value).toMatchObject({ step: 5, follow: false });
    await store.rollouts.show();
    expect(store.rollouts.view.value).toMatchObject({ step: 23, follow: true });
  });

  test('that moves to another device shows it, and the fault that made it move', async () => {
    const { client, store } = await opened('training');
    const device = { ...(await client.prepare({}, () => undefined)), backend: 'wasm', notes: [] } as const;
    const message = 'webgpu failed: the device was lost; wasm goes on from the last finished step';
    client.send([
      { type: 'infra_error', message, fatal: false },
      { type: 'device', device },
    ]);
    expect(store.device.value).toEqual({ status: 'ready', info: device });
    expect(store.run.value.troubles).toContainEqual({ kind: 'infra_error', message, fatal: false });
    expect(store.run.value.steps).toHaveLength(22);
  });

  test('of several wishes the newest is met', async () => {
    const { client, store } = await opened('training');
    const asked: (number | undefined)[] = [];
    client.rollouts = async (step?: number): Promise<readonly RolloutRecord[]> => {
      asked.push(step);
      await settle();
      return [];
    };
    await Promise.all([store.rollouts.show(3), store.rollouts.show(4), store.rollouts.show(5)]);
    expect(asked).toEqual([3, 5]);
    expect(store.rollouts.view.value.step).toBe(5);
  });

  test('pauses and goes on with one key, and stops', async () => {
    const { store } = await opened('training');
    await store.toggle();
    expect(store.paused.value).toBe(true);
    await store.toggle();
    expect(store.paused.value).toBe(false);
    await store.stop();
    expect(store.running.value).toBe(false);
    expect(store.run.value).toMatchObject({ phase: 'stopped' });
    expect(store.run.value.steps).toHaveLength(22);
  });

  test('begins with a step, and goes on by steps', async () => {
    const { client, store } = await opened('empty');
    const begun: unknown[] = [];
    client.train = async (config = {}, _own, start) => {
      begun.push(config.epochs, start);
      return null;
    };
    await store.advance('part');
    expect(begun).toEqual([50, { advance: 'part' }]);
  });

  test('is taken off the page by a reset, which keeps settings and ends it', async () => {
    const { client, store } = await opened('training');
    store.set('algorithm.beta', 0.1);
    const abandon = client.abandon.bind(client);
    client.abandon = () => settle().then(abandon); // after the part in flight
    const reset = store.reset();
    client.send(fixtureEvents(23)); // what was on its way
    expect(store.run.value).toEqual(EMPTY_RUN);
    expect(store.control.wasReset.value).toBe(22);
    await reset;
    expect(store.running.value).toBe(false);
    expect(store.run.value).toEqual(EMPTY_RUN);
    expect(store.trained.value).toBeNull();
    expect(store.rollouts.view.value.rollouts).toEqual([]);
    expect(store.plan.value.config.algorithm.beta).toBe(0.1);
  });

  test('that is over is taken off the page, too; an empty page says nothing of it', async () => {
    const { store } = await opened('finished');
    await store.reset();
    expect(store.run.value).toEqual(EMPTY_RUN);
    expect(store.control.wasReset.value).toBe(EPOCHS);
    await store.reset();
    expect(store.control.wasReset.value).toBeNull();
  });

  test('begins anew with changed settings, once the one on its way has ended', async () => {
    const { client, store } = await opened('training');
    const order: string[] = [];
    const abandon = client.abandon.bind(client);
    client.abandon = async () => {
      order.push('abandon');
      await abandon();
    };
    client.train = async ({ algorithm } = {}) => {
      order.push(`train with ${algorithm?.beta}`);
      return null;
    };
    store.set('algorithm.beta', 0.1);
    expect(store.pending.value).toContain('algorithm.beta');
    await store.restart();
    expect(order).toEqual(['abandon', 'train with 0.1']);
  });

  test('does not begin where it was stopped while it was made ready', async () => {
    const { client, store } = await opened('empty');
    let trained = 0;
    client.train = async () => {
      trained++;
      return null;
    };
    const begun = store.train();
    await store.stop();
    await begun;
    expect(trained).toBe(0);
    expect(store.running.value).toBe(false);
    await store.train();
    expect(trained).toBe(1);
  });

  test('that breaks keeps what was measured and says why', async () => {
    const { store } = await opened('failed');
    expect(store.failure.value).toBe('The graphics device was lost (driver reset).');
    expect(store.running.value).toBe(false);
    expect(store.run.value.before).not.toBeNull();
    expect(store.run.value.steps).toHaveLength(14);
  });

  test('that ends is finished', async () => {
    const { store } = await opened('finished');
    expect(store.running.value).toBe(false);
    expect(store.run.value).toMatchObject({ phase: 'finished' });
    expect(store.run.value.after?.epoch).toBe(EPOCHS);
  });
});

test('a run does not begin, and the one on the page stays, while the machine is measured', async () => {
  const { client, store } = await opened('finished');
  const report = await client.benchmark(() => undefined);
  let finish = (): void => {};
  client.benchmark = () => new Promise((resolve) => (finish = () => resolve(report)));
  const measured = store.machine.measure();
  expect(store.occupied.value).toBe(true);
  await store.toggle();
  await store.train();
  expect(store.running.value).toBe(false);
  expect(store.run.value.steps).toHaveLength(EPOCHS);
  finish();
  await measured;
  expect(store.machine.state.value).toEqual({ status: 'done', report });
  expect(store.occupied.value).toBe(false);
});

describe('an interrupted run', () => {
  test('is shown and can be discarded', async () => {
    const { store } = await opened('unfinished');
    expect(store.unfinished.value?.config).toEqual(FIXTURE_CONFIG);
    expect(store.run.value).toMatchObject({ phase: 'stopped' });
    expect(store.run.value.steps).toHaveLength(23);
    await store.discardUnfinished();
    expect(store.unfinished.value).toBeNull();
    expect(store.run.value.steps).toHaveLength(0);
  });

  test('takes the form with it when it goes on, unless somebody chose something', async () => {
    const untouched = await opened('unfinished');
    void untouched.store.continueUnfinished();
    expect(untouched.store.plan.value.config).toEqual(FIXTURE_CONFIG);
    const chosen = await opened('unfinished');
    chosen.store.set('seed', 77);
    void chosen.store.continueUnfinished();
    expect(chosen.store.plan.value.config.seed).toBe(77);
  });
});

test('problems that fail to load are told, and so is a device that fails', async () => {
  const client = new FixtureClient('empty');
  client.prepare = async () => {
    throw new Error('model: no such file');
  };
  const store = new Store(client);
  const missing = async () => {
    throw new Error('problems: status 404');
  };
  await store.open({ lecture: missing, auxiliary: missing });
  expect(store.problems.value).toEqual({ status: 'failed', message: 'problems: status 404' });
  expect(store.device.value).toEqual({ status: 'failed', message: 'model: no such file' });
});

test('another device is loaded before a run on it, and a run does not begin where that fails', async () => {
  const { client, store } = await opened('empty');
  const asked: unknown[] = [];
  const device = await client.prepare({}, () => undefined);
  client.train = async () => {
    asked.push('train');
    return null;
  };
  client.prepare = async (config) => {
    asked.push((config as { backend: string }).backend);
    if (asked.length === 1) throw new Error('webgpu: no adapter');
    return device;
  };
  store.set('backend', 'webgpu');
  await store.train();
  expect(asked).toEqual(['webgpu']);
  expect(store.running.value).toBe(false);
  expect(store.device.value).toEqual({ status: 'failed', message: 'webgpu: no adapter' });
  await store.train();
  expect(asked).toEqual(['webgpu', 'webgpu', 'train']);
});

test('a device chosen while another is still being loaded waits for it', async () => {
  const client = new FixtureClient('empty');
  const device = await client.prepare({}, () => undefined);
  let loading = 0;
  client.prepare = async () => {
    if (++loading > 1) throw new Error('trainer: expected to be idle');
    await settle();
    loading--;
    return device;
  };
  let trained = 0;
  client.train = async () => {
    trained++;
    return null;
  };
  const store = new Store(client);
  const opening = store.open(SOURCE);
  store.set('backend', 'wasm');
  await Promise.all([store.train(), opening]);
  expect(store.device.value).toMatchObject({ status: 'ready' });
  expect(trained).toBe(1);
});

test('a run that broke is offered again, and what it said stays', async () => {
  const { client, store } = await opened('failed');
  const snapshot = await new FixtureClient('unfinished').unfinishedRun();
  client.unfinishedRun = async () => snapshot;
  client.begin();
  await settle();
  await settle();
  expect(store.failure.value).toBe('The graphics device was lost (driver reset).');
  expect(store.unfinished.value).toEqual(snapshot);
  expect(store.run.value.steps).toHaveLength(14);
  expect(store.run.value.troubles).not.toEqual([]);
});

test('a run that broke is looked for until the browser has let go of the worker that died', async () => {
  vi.useFakeTimers();
  try {
    const client = new FixtureClient('failed');
    const snapshot = await new FixtureClient('unfinished').unfinishedRun();
    const store = new Store(client);
    await store.open(SOURCE);
    let looks = 0;
    client.unfinishedRun = async () => (++looks < 5 ? null : snapshot);
    client.begin();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(store.unfinished.value).toBeNull();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(store.unfinished.value).toEqual(snapshot);
    expect(looks).toBe(5);
  } finally {
    vi.useRealTimers();
  }
});

describe('the choice', () => {
  test('is what a run gets: exercise, then algorithm, then what was set', async () => {
    const { client, store } = await opened('empty');
    const asked: unknown[] = [];
    client.train = async (config) => {
      asked.push(config);
      return null;
    };
    store.choice.value = { preset: 'lecture', algorithm: 'dapo', settings: {} };
    store.set('seed', 7);
    store.set('harness', 'weak-exit');
    await store.train();
    expect(asked).toMatchObject([
      { lectureProblems: 4, reward: 'binary', seed: 7, harness: 'weak-exit', algorithm: { clipHigh: 0.28 } },
    ]);
  });

  test('whose settings do not go together starts nothing', async () => {
    const { client, store } = await opened('empty');
    let trained = 0;
    client.train = async () => {
      trained++;
      return null;
    };
    store.set('rollout.hardGroupSize', 4);
    expect(store.plan.value.conflict).toContain('rollout.hardGroupSize: expected 0 or at least groupSize');
    await store.train();
    expect([trained, store.running.value]).toEqual([0, false]);
    store.unset('rollout.hardGroupSize');
    await store.train();
    expect(trained).toBe(1);
  });

  test('changes while a run is on its way, and says what waits', async () => {
    const { client, store } = await opened('training');
    expect(store.pending.value).toEqual([]);
    store.set('algorithm.beta', 0);
    store.set('seed', 3);
    expect(store.pending.value).toEqual(['seed', 'algorithm.beta']);
    await client.stop();
    expect(store.pending.value).toEqual([]);
  });

  test('comes from the address, whose complaint lasts until a run begins', async () => {
    const client = new FixtureClient('training');
    const store = new Store(client, readAddress('?v=1&use=nothing'));
    expect(store.choice.value).toEqual(DEFAULT_CHOICE);
    expect(store.complaint.value).toMatch(
      /^use: expected one of grpo, .*got "nothing"\. All settings are the defaults\.$/,
    );
    client.begin();
    expect(store.complaint.value).toBeNull();
  });
});

test('a run that finished before the page was opened is shown again', async () => {
  const client = new FixtureClient('training');
  client.finishedRun = async () => ({
    id: 'r0',
    config: FIXTURE_CONFIG,
    events: [...fixtureEvents(50), { type: 'phase', phase: 'finished', detail: '', done: 50, total: 50 }],
    finished: true,
  });
  const store = new Store(client);
  await store.open(SOURCE);
  expect(store.run.value.phase).toBe('finished');
  expect(store.run.value.steps).toHaveLength(50);
  expect(store.running.value).toBe(false);
  expect(store.unfinished.value).toBeNull();
  client.begin(); // a new run takes its place
  await settle();
  expect(store.run.value.steps).toHaveLength(22);
});

test('an audit reports its progress, then what it found, or why it could not', async () => {
  const client = new FixtureClient('empty');
  const store = new Store(client);
  const seen: unknown[] = [];
  store.audit.state.subscribe((state) => seen.push(state));
  client.audit = async ({ reward, harness }, onProgress) => {
    onProgress(30, 60);
    return fixtureAudit(reward, harness);
  };
  await store.audit.audit({ reward: 'binary', harness: 'weak-equality' });
  expect(seen.slice(0, 3)).toEqual([
    { status: 'none' },
    { status: 'running', done: 0, total: 0 },
    { status: 'running', done: 30, total: 60 },
  ]);
  expect(store.audit.state.value).toMatchObject({ status: 'done', report: { harness: 'weak-equality', sound: true } });
  client.audit = async () => {
    throw new Error('the sandbox is gone');
  };
  await store.audit.audit({ reward: 'binary', harness: 'sealed' });
  expect(store.audit.state.value).toEqual({ status: 'failed', message: 'the sandbox is gone' });
});
