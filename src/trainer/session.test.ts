/** The whole trainer without a browser: a table of logits for a model, a rule for a judge, memory for a store. */

import { describe, expect, test } from 'vitest';
import {
  TOY_CONFIG as CONFIG,
  toyEnvironment as environment,
  stepRecords as records,
  reproducible,
  trainToy as run,
  toyPolicy,
} from '../../test/support/toy-trainer.ts';
import { parseConfig, type RunConfig } from '../core/config.ts';
import type { RunEvent } from '../core/records.ts';
import { memoryRunStore } from '../store/run-memory.ts';
import { localRuns } from './live-runs.ts';
import { TrainerSession } from './session.ts';

describe('train', () => {
  test('measures, trains, measures, and tells it in order', async () => {
    const { summary, events } = await run(new TrainerSession(environment()));
    expect(summary?.epochs).toBe(6);
    expect(summary?.before.sets.map(({ set, temperature }) => `${set} ${temperature}`)).toEqual([
      'lecture 1',
      'phrasings 1',
      'compositions 1',
      'lecture 0.8',
      'phrasings 0.8',
      'compositions 0.8',
    ]);
    const order = events.flatMap((event): (string | number)[] =>
      event.type === 'evaluation' ? [event.when] : event.type === 'step' ? [event.record.epoch] : [],
    );
    expect(order).toEqual(['before', 1, 2, 3, 'during', 4, 5, 6, 'after']);
    expect(events).toContainEqual({ type: 'notice', message: 'no GPU here' });
    expect(events.at(-1)).toMatchObject({ type: 'phase', phase: 'finished' });
    expect(summary!.after.sets[0]!.passAt1.value).toBeGreaterThan(summary!.before.sets[0]!.passAt1.value);
  });

  test('the same seed gives the same records, another seed others', async () => {
    const first = records((await run(new TrainerSession(environment()))).events);
    const second = records((await run(new TrainerSession(environment()))).events);
    const other = records((await run(new TrainerSession(environment()), { ...CONFIG, seed: 4 })).events);
    expect(reproducible(second)).toEqual(reproducible(first));
    expect(other[0]!.digest).not.toBe(first[0]!.digest);
  });

  test('a second run in one session starts from the base model again', async () => {
    const session = new TrainerSession(environment());
    const first = records((await run(session)).events);
    const second = records((await run(session)).events);
    expect(reproducible(second)).toEqual(reproducible(first));
  });

  test('tells what is made ready, and every run what it runs on and why', async () => {
    const session = new TrainerSession(
      environment({
        createPolicy: async (_model, _backend, onProgress) => {
          onProgress(2, 3, 'compiling kernels');
          return { policy: toyPolicy('wasm'), notes: ['webgpu was passed over: it is full'] };
        },
      }),
    );
    const prepared: RunEvent[] = [];
    const info = await session.prepare(CONFIG, (batch) => prepared.push(...batch));
    const report = { done: 2, total: 3, detail: 'compiling kernels', loads: 'engine' } as const;
    const phase = { type: 'phase', phase: 'loading', ...report };
    expect(prepared).toContainEqual(phase);
    const { events, summary } = await run(session);
    expect(events).not.toContainEqual(phase);
    expect(events).toContainEqual({ type: 'notice', message: 'webgpu was passed over: it is full' });
    expect(events).toContainEqual({ type: 'device', device: info });
    expect(summary!.device).toEqual(info);
    expect(info).toMatchObject({ backend: 'wasm', notes: ['webgpu was passed over: it is full'] });
  });

  test('gives the rollouts of a step when asked', async () => {
    const session = new TrainerSession(environment());
    await run(session);
    expect(await session.rollouts(2)).toHaveLength(48);
    expect(await session.rollouts()).toEqual(await session.rollouts(6));
    expect(await session.rollouts(99)).toEqual([]);
  });

  test('refuses a second task while one runs, and a bad configuration before anything starts', async () => {
    const session = new TrainerSession(environment());
    const running = run(session);
    await expect(session.train(CONFIG, () => {})).rejects.toThrow('expected to be idle to train');
    await running;
    await expect(session.train({ epochs: -1 }, () => {})).rejects.toThrow('config: epochs');
    await expect(session.train({ ...CONFIG, auxiliaryProblems: 9 }, () => {})).rejects.toThrow(
      'auxiliaryProblems: expected at most 3',
    );
    expect(await session.unfinishedRun()).toBeNull();
    expect((await session.steps()).length).toBe(6);
  });
});

test('whoever hears that a run finished may ask for the next task at once', async () => {
  const slow = localRuns();
  const session = new TrainerSession(
    environment({
      // As a browser does: a lock is let go of some time after its work is done.
      liveRuns: {
        ...slow,
        hold: async (id, work) => {
          const result = await slow.hold(id, work);
          await new Promise((resolve) => setTimeout(resolve, 250));
          return result;
        },
      },
    }),
  );
  const next: Promise<unknown>[] = [];
  await run(session, CONFIG, (event) => {
    if (event.type === 'phase' && event.phase === 'finished') next.push(session.prepare(CONFIG, () => {}));
  });
  expect(next).toHaveLength(1);
  await expect(next[0]).resolves.toMatchObject({ backend: 'cpu' });
});

describe('what is kept', () => {
  test('a finished run can be shown again, with its end', async () => {
    const session = new TrainerSession(environment());
    expect(await session.finishedRun()).toBeNull();
    const { events } = await run(session);
    const shown = await session.finishedRun();
    expect(shown).toMatchObject({ finished: true, config: { epochs: 6 } });
    expect(records(shown!.events)).toEqual(records(events));
    expect(shown!.events.at(-1)).toMatchObject({ type: 'phase', phase: 'finished' });
    expect(await session.unfinishedRun()).toBeNull();
  });

  test('a run that another tab is working on is not taken for an interrupted one', async () => {
    const store = memoryRunStore();
    const liveRuns = localRuns();
    const elsewhere = new TrainerSession(environment({ store, liveRuns }));
    let seen: unknown = 'not asked';
    let refused = '';
    const here = new TrainerSession(
      environment({
        store,
        liveRuns,
        onJudge: (step) => {
          if (step !== 2) return;
          void elsewhere.unfinishedRun().then((snapshot) => {
            seen = snapshot;
          });
          void store.runs().then(async ([live]) => {
            await elsewhere
              .resumeRun(live!.id, () => {})
              .catch((error: Error) => {
                refused = error.message;
              });
          });
        },
      }),
    );
    const { summary } = await run(here);
    expect(seen).toBeNull();
    expect(refused).toContain('to be idle');
    expect(summary!.epochs).toBe(6);
  });

  test('the wall time of a run, a resumed one too, is that of all its parts', async () => {
    const store = memoryRunStore();
    const crashing = new TrainerSession(
      environment({
        store,
        onJudge: (step) => {
          if (step === 5) throw new Error('the worker died');
        },
      }),
    );
    await expect(run(crashing)).rejects.toThrow('the worker died');
    const session = new TrainerSession(environment({ store }));
    const left = (await session.unfinishedRun())!;
    const events: RunEvent[] = [...left.events];
    const { seconds } = (await session.resumeRun(left.id, (batch) => events.push(...batch)))!;
    const { total, evaluate, other, sample, judge, reference, update } = seconds;
    const steps = records(events).reduce((sum, record) => sum + record.seconds.total, 0);
    const measured = events.reduce(
      (sum, event) => sum + (event.type === 'evaluation' ? event.evaluation.seconds! : 0),
      0,
    );
    expect(evaluate).toBeCloseTo(measured, 9);
    expect(sample + judge + reference + update).toBeCloseTo(steps, 9);
    expect(total).toBeCloseTo(steps + measured + other, 9);
    expect(other).toBeGreaterThan(0);
  });

  test('there is no checkpoint before a model is loaded', async () => {
    await expect(new TrainerSession(environment()).checkpoint()).rejects.toThrow(
      'expected a model to have been loaded',
    );
  });
});

describe('pause and stop', () => {
  test('a paused run waits, and goes on as if nothing had been', async () => {
    const whole = records((await run(new TrainerSession(environment()))).events);
    let whilePaused: number | undefined;
    const session: TrainerSession = new TrainerSession(
      environment({
        onJudge: (step) => {
          if (step !== 2) return;
          void session.pause();
          setTimeout(async () => {
            whilePaused = (await session.steps()).length;
            await session.resume();
          }, 50);
        },
      }),
    );
    const paused = await run(session);
    // The step in flight stops before its update.
    expect(whilePaused).toBe(1);
    expect(reproducible(records(paused.events))).toEqual(reproducible(whole));
  });

  test('a stopped run keeps what was learned and is measured', async () => {
    const session: TrainerSession = new TrainerSession(
      environment({
        onJudge: (step) => {
          if (step === 3) void session.stop();
        },
      }),
    );
    const { summary } = await run(session);
    expect(summary!.epochs).toBe(2);
    expect(summary!.after.epoch).toBe(2);
  });
});

test('a sandbox worker that died and was replaced is told as a fault of ours that ends nothing', async () => {
  let tell: (message: string) => void = () => {};
  const session = new TrainerSession(
    environment({
      onConnect: (give) => {
        tell = give;
      },
      onJudge: (step) => {
        if (step === 1) tell('the worker died');
      },
    }),
  );
  await session.connect(new MessageChannel().port1, 'http://localhost/');
  tell('nobody is there to hear this');
  const { summary, events } = await run(session);
  expect(events.filter((event) => event.type === 'infra_error')).toEqual([
    { type: 'infra_error', message: 'the worker died', fatal: false },
  ]);
  expect(summary?.epochs).toBe(6);
});

describe('a crash', () => {
  test('loses at most the step in flight: the resumed run equals the uninterrupted one', async () => {
    const whole = await run(new TrainerSession(environment()));
    const store = memoryRunStore();
    const crashing = new TrainerSession(
      environment({
        store,
        onJudge: (step) => {
          if (step === 5) throw new Error('the worker died');
        },
      }),
    );
    await expect(run(crashing)).rejects.toThrow('the worker died');

    const after = new TrainerSession(environment({ store }));
    const left = await after.unfinishedRun();
    expect(records(left!.events).map(({ step }) => step)).toEqual([1, 2, 3, 4]);
    const events: RunEvent[] = [];
    const summary = await after.resumeRun(left!.id, (batch) => events.push(...batch));
    expect(reproducible([...records(left!.events), ...records(events)])).toEqual(reproducible(records(whole.events)));
    expect(summary!.after.sets).toEqual(whole.summary!.after.sets);
    expect(summary!.before.sets).toEqual(whole.summary!.before.sets);
    expect(await after.unfinishedRun()).toBeNull();
  });

  test('in an older version goes on with the defaults of settings that it did not know', async () => {
    const store = memoryRunStore();
    const { freshTests: _, ...older } = parseConfig(CONFIG);
    await store.begin({ id: 'old', config: older as RunConfig, startedAt: 0 });
    const events: RunEvent[] = [];
    const summary = await new TrainerSession(environment({ store })).resumeRun('old', (batch) => events.push(...batch));
    expect(summary!.config.freshTests).toBe(0);
    expect(
      events.filter(({ type }) => type === 'notice').some((event) => JSON.stringify(event).includes('fresh')),
    ).toBe(false);
  });

  test('is forgotten once a person starts anew', async () => {
    const store = memoryRunStore();
    let broken = true;
    const session = new TrainerSession(
      environment({
        store,
        onJudge: () => {
          if (broken) throw new Error('the worker died');
        },
      }),
    );
    await expect(run(session)).rejects.toThrow('the worker died');
    broken = false;
    await run(session);
    expect(await session.unfinishedRun()).toBeNull();
  });

  test('is told, and a discarded run is gone', async () => {
    const store = memoryRunStore();
    const session = new TrainerSession(
      environment({
        store,
        onJudge: () => {
          throw new Error('the worker died');
        },
      }),
    );
    const events: RunEvent[] = [];
    await expect(session.train(CONFIG, (batch) => events.push(...batch))).rejects.toThrow('the worker died');
    expect(events.at(-1)).toEqual({ type: 'infra_error', message: 'the worker died', fatal: true });
    const left = await session.unfinishedRun();
    await session.removeRun(left!.id);
    expect(await session.unfinishedRun()).toBeNull();
    await expect(session.resumeRun(left!.id, () => {})).rejects.toThrow('expected the run');
  });
});
