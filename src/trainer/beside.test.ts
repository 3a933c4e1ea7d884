/** Two runs in turn: each is the run that it would be alone, and what happens to one does not reach the other. */

import { describe, expect, test } from 'vitest';
import {
  toyEnvironment as environment,
  stepRecords as records,
  reproducible,
  TOY_CONFIG,
  toyPolicy,
  trainToy,
} from '../../test/support/toy-trainer.ts';
import { LANES, type Lane, measuresAlike } from '../core/beside.ts';
import { parseConfig, type RunConfigInput } from '../core/config.ts';
import type { RunEvent } from '../core/records.ts';
import { memoryRunStore } from '../store/run-memory.ts';
import type { Environment } from './environment.ts';
import { TrainerSession } from './session.ts';

const CONFIGS = { a: TOY_CONFIG, b: { ...TOY_CONFIG, algorithm: { beta: 0.4 } } };

/** What both told, in the order of telling, with whose it was. */
async function beside(session: TrainerSession, configs: Readonly<Record<Lane, RunConfigInput>> = CONFIGS) {
  const told: { readonly lane: Lane; readonly event: RunEvent }[] = [];
  await session.trainBeside(configs, (lane, events) => told.push(...events.map((event) => ({ lane, event }))));
  const of = (lane: Lane) => told.filter((one) => one.lane === lane).map(({ event }) => event);
  return { told, a: of('a'), b: of('b') };
}

test('each is the run that it would be alone', async () => {
  const { a, b } = await beside(new TrainerSession(environment()));
  const alone = {
    a: await trainToy(new TrainerSession(environment()), CONFIGS.a),
    b: await trainToy(new TrainerSession(environment()), CONFIGS.b),
  };
  expect(reproducible(records(a))).toEqual(reproducible(records(alone.a.events)));
  expect(reproducible(records(b))).toEqual(reproducible(records(alone.b.events)));
  expect(records(b)[5]!.metrics.kl).not.toBe(records(a)[5]!.metrics.kl);
  const after = (events: readonly RunEvent[]) =>
    events.flatMap((event) => (event.type === 'evaluation' ? [{ when: event.when, sets: event.evaluation.sets }] : []));
  expect(after(b)).toEqual(after(alone.b.events));
});

test('a step of one, a step of the other', async () => {
  const order: string[] = [];
  const lanes = [...LANES];
  const createPolicy: Environment['createPolicy'] = async () => {
    const lane = lanes.shift()!;
    const policy = toyPolicy();
    const save = policy.save.bind(policy);
    // Weights are saved once a step.
    policy.save = async () => {
      order.push(lane);
      return save();
    };
    return { policy, notes: [] };
  };
  await beside(new TrainerSession(environment({ createPolicy })));
  expect(order.join('')).toBe('ab'.repeat(6));
});

test('both stand in the history, as ended', async () => {
  const store = memoryRunStore();
  const session = new TrainerSession(environment({ store }));
  const { a, b } = await beside(session);
  const ids = [a, b].map((events) => events.find((event) => event.type === 'begin')!.id);
  const runs = await session.runs();
  expect(runs.map(({ id, status, steps }) => [id, status, steps]).toSorted()).toEqual(
    ids.map((id) => [id, 'ended', 6]).toSorted(),
  );
});

describe('the first measurement', () => {
  test('is made once where both would measure the same, and belongs to both', async () => {
    const { a, b } = await beside(new TrainerSession(environment()));
    const first = (events: readonly RunEvent[]) =>
      events.flatMap((event) => (event.type === 'evaluation' && event.when === 'before' ? [event.evaluation] : []));
    expect(first(b)[0]!.sets).toEqual(first(a)[0]!.sets);
    expect([first(a).length, first(b).length, first(b)[0]!.seconds]).toEqual([1, 1, undefined]);
  });

  test('is made by each where it depends on what differs', () => {
    const base = parseConfig({});
    expect(measuresAlike(base, parseConfig({ algorithm: { beta: 0 }, groupSize: 2 }))).toBe(true);
    expect(measuresAlike(base, parseConfig({ seed: 1 }))).toBe(false);
    expect(measuresAlike(base, parseConfig({ sampling: { maxNewTokens: 24 } }))).toBe(false);
    expect(measuresAlike(base, parseConfig({ model: 'small' }))).toBe(false);
  });
});

test('a stop ends both after the part in flight, and both are measured', async () => {
  const told: Record<Lane, RunEvent[]> = { a: [], b: [] };
  const session: TrainerSession = new TrainerSession(
    environment({
      // In the second step of b, while a waits for its third turn.
      onJudge: (step) => {
        if (step === 4) void session.stop();
      },
    }),
  );
  await session.trainBeside(CONFIGS, (lane, events) => void told[lane].push(...events));
  expect(LANES.map((lane) => records(told[lane]).length)).toEqual([2, 1]);
  for (const lane of LANES) {
    const after = told[lane].flatMap((event) =>
      event.type === 'evaluation' && event.when === 'after' ? [event.evaluation.epoch] : [],
    );
    expect(after).toEqual([records(told[lane]).length]);
  }
});

test('where one breaks off, the other comes to its end before that is told', async () => {
  const store = memoryRunStore();
  let judged = 0;
  const session = new TrainerSession(
    environment({
      store,
      onJudge: (step) => {
        judged = step;
        if (step === 3) throw new Error('the sandbox is gone');
      },
    }),
  );
  const told: Record<Lane, RunEvent[]> = { a: [], b: [] };
  await expect(session.trainBeside(CONFIGS, (lane, events) => void told[lane].push(...events))).rejects.toThrow(
    'the sandbox is gone',
  );
  expect(judged).toBeGreaterThan(3);
  expect(LANES.map((lane) => records(told[lane]).length).toSorted()).toEqual([1, 6]);
  // The trainer is free again.
  await session.prepare(TOY_CONFIG, () => undefined);
});

test('a configuration that cannot be drawn is refused before anything is stored', async () => {
  const store = memoryRunStore();
  const session = new TrainerSession(environment({ store }));
  const wanted = beside(session, { a: TOY_CONFIG, b: { ...TOY_CONFIG, lectureProblems: 9 } });
  await expect(wanted).rejects.toThrow('config: lectureProblems: expected at most');
  expect(await session.runs()).toEqual([]);
});
