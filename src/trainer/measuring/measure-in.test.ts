/** Measurements as the page asks for them: what is measured, what is left alone, what is kept, and what is refused. */

import { describe, expect, test } from 'vitest';
import { TOY_CONFIG, toyEnvironment, toyPolicy, trainToy } from '../../../test/support/toy-trainer.ts';
import type { MeasureProgress, MeasureRequest } from '../../core/measuring.ts';
import { memoryPoolStore } from '../../store/pools.ts';
import { TrainerSession } from '../session.ts';

const BASE = { label: 'Base', source: { type: 'bundled', name: 'base' } } as const;
const TRAINED = { label: 'Trained', source: { type: 'trained' } } as const;

const REQUEST: MeasureRequest = {
  models: [BASE],
  backend: 'auto',
  sets: ['lecture', 'phrasings'],
  temperatures: [0.5, 1],
  samples: 40,
  maxNewTokens: 5,
  seed: 0,
};

const nothing = () => {};

test('every set at every temperature, with the greedy program beside each', async () => {
  const seen: MeasureProgress[] = [];
  const report = await new TrainerSession(toyEnvironment()).measure(REQUEST, (progress) => void seen.push(progress));
  const [model] = report!.models;
  expect(model!.sets.map(({ set, temperature, n }) => `${set} ${temperature} ${n}`)).toEqual([
    'lecture 0.5 40',
    'lecture 1 40',
    'phrasings 0.5 40',
    'phrasings 1 40',
  ]);
  for (const { greedy, problems } of model!.sets) {
    expect(greedy).toBe(model!.sets[0]!.greedy);
    expect(problems).toHaveLength(2);
  }
  expect(report!.comparisons).toEqual([]);
  expect(report!.cost).toMatchObject({ sampled: 2 * 2 * 2 * 40 + 2 * 2, kept: 0 });
  expect(report!.cost.judged).toBeLessThan(report!.cost.sampled);
  expect(seen.at(-1)).toMatchObject({ model: 'Base', set: 'phrasings', done: 80, total: 80 });
});

describe('beside training', () => {
  test('the model at hand stays as it is, and the base is measured as it came', async () => {
    const session = new TrainerSession(toyEnvironment());
    const { summary } = await trainToy(session);
    const before = await session.checkpoint();
    const report = await session.measure({ ...REQUEST, models: [BASE, TRAINED] }, nothing);
    expect(await session.checkpoint()).toEqual(before);
    const [base, trained] = report!.models;
    expect(trained!.digest).not.toBe(base!.digest);
    const fresh = await new TrainerSession(toyEnvironment()).measure(REQUEST, nothing);
    expect(base).toEqual(fresh!.models[0]);
    // The trained toy solves more: what is measured here is what the run saw.
    expect(trained!.sets[1]!.passAt1.value).toBeGreaterThan(base!.sets[1]!.passAt1.value);
    expect(summary!.after.sets[0]!.passAt1.value).toBeGreaterThan(summary!.before.sets[0]!.passAt1.value);
  });

  test('a run after a measurement is the run without one', async () => {
    const plain = (await trainToy(new TrainerSession(toyEnvironment()))).events;
    const session = new TrainerSession(toyEnvironment());
    await session.measure(REQUEST, nothing);
    const after = (await trainToy(session)).events;
    const digests = (events: typeof plain) =>
      events.flatMap((event) => (event.type === 'step' ? [event.record.digest, event.record.metrics.loss] : []));
    expect(digests(after)).toEqual(digests(plain));
    expect(digests(after)).toHaveLength(2 * TOY_CONFIG.epochs!);
  });

  test('a trained model that is not there is refused before anything is sampled', async () => {
    let made = 0;
    const session = new TrainerSession(
      toyEnvironment({
        createPolicy: async () => {
          made++;
          return { policy: toyPolicy(), notes: [] };
        },
      }),
    );
    await expect(session.measure({ ...REQUEST, models: [BASE, TRAINED] }, nothing)).rejects.toThrow(
      'measure: expected a trained model at hand, got none: train first',
    );
    expect(made).toBe(0);
  });
});

describe('what is kept', () => {
  test('the same measurement is not sampled again, in this session or another', async () => {
    const pools = memoryPoolStore();
    const first = await new TrainerSession(toyEnvironment({ pools })).measure(REQUEST, nothing);
    const second = await new TrainerSession(toyEnvironment({ pools })).measure(REQUEST, nothing);
    expect(second!.models).toEqual(first!.models);
    expect(second!.cost).toMatchObject({ sampled: 0, kept: first!.cost.sampled, judged: 0 });
  });

  test('a stopped measurement gives nothing, and goes on where it was', async () => {
    const pools = memoryPoolStore();
    const session = new TrainerSession(toyEnvironment({ pools }));
    const stopped = await session.measure(REQUEST, ({ set }) => void (set === 'phrasings' && session.stop()));
    expect(stopped).toBeNull();
    const rest = await session.measure(REQUEST, nothing);
    expect(rest!.cost.kept).toBe(2 * 2 * 40 + 2);
    expect(rest!.models).toEqual((await new TrainerSession(toyEnvironment()).measure(REQUEST, nothing))!.models);
  });
});

test('a request that is not one is refused by the name of its field', async () => {
  const session = new TrainerSession(toyEnvironment());
  await expect(session.measure({ ...REQUEST, samples: 0 }, nothing)).rejects.toThrow('measure: samples: ');
});
