/** Whatever a run learns with, it goes on after a crash, or the death of an engine, as if nothing had been. */

import { describe, expect, test } from 'vitest';
import { type MortalCall, mortalPolicy } from '../../test/support/mortal-policy.ts';
import {
  reproducible,
  stepRecords,
  TOY_CONFIG,
  toyEnvironment,
  toyPolicy,
  trainToy,
} from '../../test/support/toy-trainer.ts';
import type { RunConfigInput } from '../core/config.ts';
import type { RunEvent } from '../core/records.ts';
import { memoryRunStore } from '../store/run-memory.ts';
import type { RunStore } from '../store/runs.ts';
import type { Environment } from './environment.ts';
import { TrainerSession } from './session.ts';

const WAYS: readonly [string, RunConfigInput][] = [
  ['GRPO', {}],
  ['PPO with a value head', { algorithm: { advantage: 'gae', dropZeroVariance: false, innerEpochs: 2 } }],
  ['an outcome critic', { algorithm: { advantage: 'outcome-critic', dropZeroVariance: false } }],
  ['sampling ahead', { rollout: { pipelined: true } }],
  ['a reference that follows', { algorithm: { syncReferenceEvery: 2, beta: 0.5 } }],
  ['an adaptive KL', { algorithm: { klTarget: 0.01, klHorizon: 20, beta: 0.5 } }],
  ['a schedule of step sizes', { optimizer: { schedule: 'cosine', warmup: 2, learningRate: 0.1 } }],
  ['group sizes by solve rate', { rollout: { hardGroupSize: 24 } }],
  ['dynamic sampling', { rollout: { dynamicRounds: 2 } }],
  ['two attempts', { rollout: { turns: 2 } }],
  [
    'many of them',
    {
      algorithm: {
        advantage: 'gae',
        dropZeroVariance: false,
        syncReferenceEvery: 3,
        klTarget: 0.01,
        klHorizon: 20,
        correction: 'token-truncate',
      },
      optimizer: { schedule: 'linear', warmup: 1, learningRate: 0.1 },
      rollout: { pipelined: true, hardGroupSize: 24 },
    },
  ],
];

const configOf = (changes: RunConfigInput): RunConfigInput => ({
  ...TOY_CONFIG,
  evaluation: { samples: 4, heldOutSamples: 0, everyEpochs: 0 },
  ...changes,
});

/** Enough of its words are right that every way has something to learn from. */
const passes = (code: string) => code.startsWith('a');

const told = (events: readonly RunEvent[]) => reproducible(stepRecords(events));
const alertsOf = (events: readonly RunEvent[]) => events.filter(({ type }) => type === 'alert');

/** Programs of every step and the trained models of the only run. */
async function keptIn(store: RunStore) {
  const [run] = await store.runs();
  const pieces = await store.kept(run!.id);
  return Promise.all(
    pieces
      .toSorted((a, b) => a.kind.localeCompare(b.kind) || a.step - b.step)
      .map(async ({ kind, step }) => [kind, step, await store[kind](run!.id, step)]),
  );
}

async function wholeRun(config: RunConfigInput) {
  const store = memoryRunStore();
  const session = new TrainerSession(toyEnvironment({ store, passes }));
  const { events, summary } = await trainToy(session, config);
  const rollouts = await session.rollouts();
  return { events, summary: summary!, files: await session.checkpoint(), rollouts, kept: await keptIn(store) };
}

/** Crashes once programs were judged so often, and goes on in another session, on what `reopen` makes of the store. */
async function interruptedRun(config: RunConfigInput, judged: number, reopen = (store: RunStore) => store) {
  const store = memoryRunStore();
  const crash = (times: number) => {
    if (times === judged) throw new Error('the worker died');
  };
  const crashing = new TrainerSession(toyEnvironment({ store, passes, onJudge: crash }));
  await expect(trainToy(crashing, config)).rejects.toThrow('the worker died');
  const session = new TrainerSession(toyEnvironment({ store: reopen(store), passes }));
  const left = (await session.unfinishedRun())!;
  const events: RunEvent[] = [...left.events];
  const summary = (await session.resumeRun(left.id, (batch) => events.push(...batch)))!;
  return {
    stepsBefore: stepRecords(left.events).length,
    events,
    summary,
    files: await session.checkpoint(),
    rollouts: await session.rollouts(),
    kept: await keptIn(store),
  };
}

/** Ends one of the first engines, counted in the order in which they are made, in its fifth update. */
async function mortalRun(config: RunConfigInput, victim: number) {
  let made = 0;
  let deaths = 0;
  const dies = (call: MortalCall, answered: number) => {
    const now = call === 'update' && answered === 4;
    if (now) deaths++;
    return now;
  };
  const createPolicy: Environment['createPolicy'] = async ({ spec }) => {
    const policy = toyPolicy('cpu', spec);
    return { policy: made++ === victim ? mortalPolicy(policy, dies) : policy, notes: [] };
  };
  const session = new TrainerSession(toyEnvironment({ createPolicy, passes }));
  const { events } = await trainToy(session, config);
  return { events, files: await session.checkpoint(), deaths };
}

describe.each(WAYS)('%s', (_, changes) => {
  const config = configOf(changes);

  test('a resumed run equals the one that was never interrupted', async () => {
    const whole = await wholeRun(config);
    expect(told(whole.events)).toHaveLength(6);
    expect(stepRecords(whole.events).at(-1)!.updates).toBeGreaterThanOrEqual(6);
    const resumed = await interruptedRun(config, 5);
    expect(resumed.stepsBefore).toBeGreaterThan(0);
    expect(told(resumed.events)).toEqual(told(whole.events));
    expect(alertsOf(resumed.events)).toEqual(alertsOf(whole.events));
    expect(resumed.rollouts).toEqual(whole.rollouts);
    expect(resumed.files).toEqual(whole.files);
    expect(whole.kept).toHaveLength(6 + 1);
    expect(resumed.kept).toEqual(whole.kept);
    expect(resumed.summary.tokens).toBe(whole.summary.tokens);
    expect(resumed.summary.after.sets).toEqual(whole.summary.after.sets);
  });

  test('the death of an engine in the middle of a step changes nothing', async () => {
    const whole = await wholeRun(config);
    const { events, files, deaths } = await mortalRun(config, 0);
    expect(deaths).toBe(1);
    expect(told(events)).toEqual(told(whole.events));
    expect(alertsOf(events)).toEqual(alertsOf(whole.events));
    expect(files).toEqual(whole.files);
  });
});

test('nor does the death of a critic', async () => {
  const config = configOf({ algorithm: { advantage: 'outcome-critic', dropZeroVariance: false } });
  const whole = await wholeRun(config);
  const { events, files, deaths } = await mortalRun(config, 1);
  expect(deaths).toBe(1);
  expect(told(events)).toEqual(told(whole.events));
  expect(files).toEqual(whole.files);
});

test('a run that an older version interrupted, which stored weights alone, learns on as it would have', async () => {
  const config = configOf({});
  const forgetful = (store: RunStore): RunStore => ({
    ...store,
    state: async (id) => {
      const { loop: _, ...older } = (await store.state(id))!;
      return older;
    },
  });
  const whole = await wholeRun(config);
  const resumed = await interruptedRun(config, 5, forgetful);
  const learned = (events: readonly RunEvent[]) => stepRecords(events).map(({ digest, updates }) => [digest, updates]);
  expect(learned(resumed.events)).toEqual(learned(whole.events));
  expect(resumed.files).toEqual(whole.files);
  expect(resumed.summary.tokens).toBe(whole.summary.tokens);
});

test('repeats the newest step under its own configuration to the last bit, and older ones from the weights of now', async () => {
  const session = new TrainerSession(toyEnvironment({ passes }));
  const config = configOf({});
  await expect(session.compare({ a: config, b: config })).rejects.toThrow(
    'trainer: expected a run to compare losses on, got none yet',
  );
  await trainToy(session, { ...config, epochs: 3 });
  const files = await session.checkpoint();
  const [newest] = (await session.steps()).slice(-1);
  const same = await session.compare({ a: config, b: { ...config, algorithm: { beta: 0 } } });
  expect(same.a.gradNorm).toBeCloseTo(newest!.metrics.grad_norm!, 12);
  expect(same.apart).toBeGreaterThan(0);
  expect(same.turns.every(({ rollout }) => rollout < 10_000)).toBe(true);
  const older = await session.compare({ step: 1, a: config, b: config });
  expect(older.apart).toBe(0);
  const ratios = older.turns.flatMap(({ a }) => a!.updates[0]!.ratios);
  expect(ratios.some((ratio) => Math.abs(ratio - 1) > 1e-4)).toBe(true);
  await expect(session.compare({ step: 9, a: config, b: config })).rejects.toThrow(
    'trainer: expected a step whose programs are kept (1 to 3), got 9',
  );
  expect(await session.checkpoint()).toEqual(files);
});
