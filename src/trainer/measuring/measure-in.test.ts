/** Measurements as the page asks for them: what is measured, what is left alone, what is kept, and what is refused. */

import { describe, expect, test, vi } from 'vitest';
import { letterProblem } from '../../../test/support/letters.ts';
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

test('problems of a person’s own are a set of their own, alone or beside the others', async () => {
  const own = [9, 10].map((id) => letterProblem(id));
  const session = new TrainerSession(toyEnvironment());
  const alone = await session.measure({ ...REQUEST, sets: [], temperatures: [1], own }, nothing);
  expect(alone!.models[0]!.sets.map(({ set, problems }) => [set, problems.map(({ id }) => id)])).toEqual([
    ['own', own.map(({ id }) => id)],
  ]);
  const beside = await session.measure({ ...REQUEST, sets: ['lecture'], temperatures: [1], own }, nothing);
  expect(beside!.models[0]!.sets.map(({ set }) => set)).toEqual(['lecture', 'own']);
  await expect(session.measure({ ...REQUEST, sets: [] }, nothing)).rejects.toThrow(
    'measure: sets: expected at least one',
  );
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

  test('nothing is kept for another build of the sandbox', async () => {
    const pools = memoryPoolStore();
    await new TrainerSession(toyEnvironment({ pools })).measure(REQUEST, nothing);
    const other = await new TrainerSession(toyEnvironment({ pools, judgeVersion: 'other' })).measure(REQUEST, nothing);
    expect(other!.cost.kept).toBe(0);
  });

  test('tests that the model wrote are kept, too, and a stop in between loses none', async () => {
    const agreement = { solutions: 30, testSamples: 10, testsPerSample: 5, temperature: 0.8 };
    const request = { ...REQUEST, agreement };
    const whole = await new TrainerSession(toyEnvironment()).measure(request, nothing);
    const pools = memoryPoolStore();
    const session = new TrainerSession(toyEnvironment({ pools }));
    const stopped = await session.measure(
      request,
      ({ part, set }) => void (set === 'phrasings' && part === 'agreement' && session.stop()),
    );
    expect(stopped).toBeNull();
    const rest = await new TrainerSession(toyEnvironment({ pools })).measure(request, nothing);
    expect(rest!.cost).toMatchObject({ tests: 0, keptTests: 2 * 2 * 10 });
    expect(rest!.models).toEqual(whole!.models);
  });

  test('what does not fit is told once, and measured all the same', async () => {
    const notices: string[] = [];
    const session = new TrainerSession(toyEnvironment({ pools: memoryPoolStore(2000) }));
    const report = await session.measure(REQUEST, nothing, (events) => {
      for (const event of events) if (event.type === 'infra_error') notices.push(event.message);
    });
    expect(report!.cost.sampled).toBe(2 * 2 * 2 * 40 + 2 * 2);
    expect(notices).toEqual([
      'samples could not be kept (pools: expected at most 1 MB, got 1 MB of this measurement): another measurement will draw them again',
    ]);
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

describe('choosing among many samples', () => {
  const search = { samples: 60, temperature: 1, submissions: 3, probes: 4 };
  const agreement = { solutions: 30, testSamples: 10, testsPerSample: 5, temperature: 0.8 };

  test('a search, an agreement and one choice in every way are reported for every set', async () => {
    const report = await new TrainerSession(toyEnvironment()).measure({ ...REQUEST, search, agreement }, nothing);
    const [model] = report!.models;
    expect(model!.searches.map(({ set }) => set)).toEqual(['lecture', 'phrasings']);
    expect(model!.searches[0]!.total.sampled).toBe(2 * 60);
    expect(model!.agreements.map(({ set }) => set)).toEqual(['lecture', 'phrasings']);
    expect(model!.agreements[0]!.problems.map(({ solutions }) => solutions)).toEqual([30, 30]);
    const [selection] = model!.selections;
    expect(selection).toMatchObject({ set: 'lecture', temperature: 0.8, samples: 30 });
    // No model here has a critic.
    expect(selection!.selections.map(({ name }) => name)).toEqual([
      'random',
      'likelihood',
      'public-tests',
      'largest-cluster',
      'agreement-product',
      'agreement-sqrt',
      'oracle',
    ]);
    // Two problems a set, two sets; what cannot be read as a test leaves no cell.
    expect(report!.cost).toMatchObject({ tests: 2 * 2 * 10, keptTests: 0 });
    expect(report!.cost.cells).toBe(model!.agreements.reduce((sum, { cells }) => sum + cells, 0));
    // The pool of temperature 1 serves the curve and the search; that of 0.8 the agreement alone.
    expect(report!.cost.sampled).toBe(2 * 2 * (40 + 60 + 30 + 1));
  });

  test('the curve is the same whether a search looks at more samples or not', async () => {
    const plain = await new TrainerSession(toyEnvironment()).measure(REQUEST, nothing);
    const searched = await new TrainerSession(toyEnvironment()).measure({ ...REQUEST, search }, nothing);
    expect(searched!.models[0]!.sets).toEqual(plain!.models[0]!.sets);
    expect(searched!.models[0]!.selections[0]).toMatchObject({ temperature: 1, samples: 60 });
  });

  test('where nothing can be probed, a search is refused, and the other choices are made', async () => {
    const { probe: _probe, ...environment } = toyEnvironment();
    const session = new TrainerSession(environment);
    await expect(session.measure({ ...REQUEST, search }, nothing)).rejects.toThrow('a sandbox that can probe programs');
    const report = await session.measure({ ...REQUEST, agreement }, nothing);
    expect(report!.models[0]!.selections[0]!.selections.map(({ name }) => name)).not.toContain('largest-cluster');
  });

  test('a critic that a run has trained is asked, too', async () => {
    const session = new TrainerSession(toyEnvironment());
    await trainToy(session, {
      ...TOY_CONFIG,
      epochs: 2,
      algorithm: { advantage: 'outcome-critic', dropZeroVariance: false },
    });
    const report = await session.measure({ ...REQUEST, models: [TRAINED], agreement }, nothing);
    expect(report!.models[0]!.selections[0]!.selections.map(({ name }) => name)).toContain('critic');
  });
});

describe('what it cost', () => {
  test('those that were cut off are told apart, drawn now or kept: they are never run', async () => {
    const pools = memoryPoolStore();
    // Two tokens hold a letter and the end, or two letters without one.
    const request = { ...REQUEST, maxNewTokens: 2 };
    const { cost } = (await new TrainerSession(toyEnvironment({ pools })).measure(request, nothing))!;
    expect(cost.cutOff).toBeGreaterThan(0);
    expect(cost.cutOff).toBeLessThan(cost.sampled);
    const again = (await new TrainerSession(toyEnvironment({ pools })).measure(request, nothing))!.cost;
    expect(again).toMatchObject({ kept: cost.sampled, cutOff: cost.cutOff, judged: 0 });
  });

  test('probed programs are counted, once for all models', async () => {
    let asked = 0;
    const environment = toyEnvironment({ passes: () => true });
    const probe: typeof environment.probe = async (jobs, settings) => {
      asked += jobs.length;
      return environment.probe!(jobs, settings);
    };
    const search = { samples: 60, temperature: 1, submissions: 3, probes: 4 };
    const models = [BASE, { ...BASE, label: 'Again' }];
    const report = await new TrainerSession({ ...environment, probe }).measure({ ...REQUEST, models, search }, nothing);
    expect(asked).toBeGreaterThan(0);
    expect(report!.cost.probed).toBe(asked);
  });

  test('a pause is no time of it', async () => {
    let clock = 0;
    const spy = vi.spyOn(performance, 'now').mockImplementation(() => clock);
    const session = new TrainerSession(toyEnvironment());
    let told = 0;
    const report = await session.measure(REQUEST, () => {
      clock += 1000;
      if (++told !== 3) return;
      void session.pause();
      setTimeout(() => {
        clock += 3_600_000;
        void session.resume();
      }, 20);
    });
    spy.mockRestore();
    expect(report!.cost.seconds).toBe(told);
  });
});

test('two models are compared on every set, the first as what the other is held against', async () => {
  const session = new TrainerSession(toyEnvironment());
  await trainToy(session);
  const report = await session.measure({ ...REQUEST, models: [BASE, TRAINED] }, nothing);
  expect(report!.comparisons.map(({ set, base, other, gain }) => [set, base, other, gain])).toEqual([
    ['lecture', 'Base', 'Trained', expect.any(String)],
    ['phrasings', 'Base', 'Trained', expect.any(String)],
  ]);
  expect(report!.comparisons[0]!.same[0]!.difference.value).toBeGreaterThan(0);
});

test('a request that is not one is refused by the name of its field', async () => {
  const session = new TrainerSession(toyEnvironment());
  await expect(session.measure({ ...REQUEST, samples: 0 }, nothing)).rejects.toThrow('measure: samples: ');
});
