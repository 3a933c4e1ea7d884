/** Engines that die in the middle of things: the run goes on, and on the same engine as if nothing had been. */

import { describe, expect, test } from 'vitest';
import { type MortalCall, mortalPolicy } from '../../test/support/mortal-policy.ts';
import {
  reproducible,
  stepRecords,
  TOY_CONFIG,
  TOY_SPEC,
  toyEnvironment,
  toyPolicy,
  trainToy,
} from '../../test/support/toy-trainer.ts';
import type { RunConfigInput } from '../core/config.ts';
import type { MeasureRequest } from '../core/measuring.ts';
import type { PolicyInfo } from '../core/policy.ts';
import type { RunEvent } from '../core/records.ts';
import { createRng } from '../core/rng.ts';
import { parseCheckpoint } from '../model/checkpoint/gpt2.ts';
import { createPolicy } from '../model/create.ts';
import { parameterCount } from '../model/spec.ts';
import { memoryRunStore } from '../store/run-memory.ts';
import type { Environment, OwnModel } from './environment.ts';
import { TrainerSession } from './session.ts';

type Backend = PolicyInfo['backend'];
type Dies = (call: MortalCall, answered: number) => boolean;

const never: Dies = () => false;

/** Makes tables that die one after the other as `lives` says, then tables that live; `auto` is the GPU. */
function mortals(lives: readonly Dies[], made: Backend[] = []): Environment['createPolicy'] {
  return async (_model, wanted) => {
    const backend = wanted === 'auto' ? 'webgpu' : wanted;
    const policy = mortalPolicy(toyPolicy(backend), lives[made.length] ?? never);
    made.push(backend);
    return { policy, notes: [] };
  };
}

const faults = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === 'infra_error' ? [`${event.fatal ? 'fatal: ' : ''}${event.message}`] : []));
const evaluations = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === 'evaluation' ? [{ when: event.when, sets: event.evaluation.sets }] : []));
/** Of the steps alone, without what they say of their time. */
const told = (events: readonly RunEvent[]) => JSON.stringify(reproducible(stepRecords(events)));

const PLUG = 'the device was lost: somebody pulled the plug';

describe('a table whose engine dies', () => {
  // The warm-up samples twice, the first measurement nine times: three sets in batches, sampled, greedy and cooler.
  test.each<[string, Dies]>([
    ['in the first measurement', (call, answered) => call === 'sample' && answered === 4],
    ['while a step is sampled', (call, answered) => call === 'sample' && answered === 12],
    ['between two updates of a step', (call, answered) => call === 'update' && answered === 3],
    ['in an update that was made', (call, answered) => call === 'update' && answered === 2],
    ['while the reference is asked', (call, answered) => call === 'score' && answered === 4],
    ['when a step is to be saved', (call, answered) => call === 'save' && answered === 1],
    ['in a measurement in between', (call, answered) => call === 'sample' && answered === 14],
  ])('%s: records, measurements and weights are those of a run that went well', async (_, dies) => {
    const well = new TrainerSession(toyEnvironment({ createPolicy: mortals([]) }));
    const wanted = await trainToy(well);
    const made: Backend[] = [];
    const session = new TrainerSession(toyEnvironment({ createPolicy: mortals([dies], made) }));
    const got = await trainToy(session);
    expect(made).toEqual(['webgpu', 'webgpu']);
    expect(faults(got.events)).toEqual([
      `webgpu failed: ${PLUG}; webgpu, started anew, goes on from the last finished step`,
    ]);
    expect(told(got.events)).toBe(told(wanted.events));
    expect(evaluations(got.events)).toEqual(evaluations(wanted.events));
    expect(await session.checkpoint()).toEqual(await well.checkpoint());
    expect(await session.rollouts(3)).toEqual(await well.rollouts(3));
    expect(await session.unfinishedRun()).toBeNull();
  });

  test('twice in one step: the next engine goes on, and the page and the summary name it', async () => {
    const made: Backend[] = [];
    const atOnce: Dies = (call, answered) => call === 'update' && answered === 0;
    const session = new TrainerSession(toyEnvironment({ createPolicy: mortals([atOnce, atOnce], made) }));
    const { summary, events } = await trainToy(session);
    expect(made).toEqual(['webgpu', 'webgpu', 'wasm']);
    expect(summary!.device.backend).toBe('wasm');
    expect(events.findLast((event) => event.type === 'device')).toMatchObject({ device: { backend: 'wasm' } });
    expect(stepRecords(events).map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6]);
    // The next task meets the living.
    await session.sample({ model: 'base', backend: 'auto', text: '1', n: 2, seed: 0, ...SAMPLING });
    expect(made).toHaveLength(3);
  });

  test('everywhere: the run is told to have failed, is kept, and goes on later', async () => {
    const store = memoryRunStore();
    const fails: Dies = (call, answered) => call === 'save' && answered === 1;
    const cannotStart: Environment['createPolicy'] = async (model, wanted, onProgress) => {
      if (wanted !== 'auto') throw new Error(`${wanted} is full`);
      return mortals([fails])(model, wanted, onProgress);
    };
    const session = new TrainerSession(toyEnvironment({ store, createPolicy: cannotStart }));
    const events: RunEvent[] = [];
    await expect(session.train(TOY_CONFIG, (batch) => events.push(...batch))).rejects.toThrow('no engine is left');
    expect(faults(events)).toEqual([
      `fatal: webgpu failed: ${PLUG}; webgpu did not start: webgpu is full; wasm did not start: wasm is full; cpu did not start: cpu is full; no engine is left`,
    ]);
    expect(stepRecords(events).map(({ step }) => step)).toEqual([1]);
    const later = new TrainerSession(toyEnvironment({ store }));
    const left = (await later.unfinishedRun())!;
    const rest: RunEvent[] = [];
    await later.resumeRun(left.id, (batch) => rest.push(...batch));
    const whole = await trainToy(new TrainerSession(toyEnvironment()));
    expect(told([...left.events, ...rest])).toBe(told(whole.events));
  });
});

const SAMPLING = { temperature: 1, topP: 1, topK: 0, maxNewTokens: 4 };

describe('a task whose engine dies', () => {
  const request = { model: 'base', backend: 'auto', text: '1', n: 3, seed: 0, ...SAMPLING } as const;
  /** After the two samples of the warm-up. */
  const first: Dies = (call, answered) => call === 'sample' && answered === 2;

  test('is done again with another one', async () => {
    const made: Backend[] = [];
    const wanted = await new TrainerSession(toyEnvironment()).sample(request);
    const session = new TrainerSession(toyEnvironment({ createPolicy: mortals([first], made) }));
    expect(await session.sample(request)).toEqual(wanted);
    expect(made).toEqual(['webgpu', 'webgpu']);
    const measurement: MeasureRequest = {
      models: [{ label: 'Base', source: { type: 'bundled', name: 'base' } }],
      backend: 'auto',
      sets: ['lecture'],
      temperatures: [1],
      samples: 8,
      maxNewTokens: 4,
      seed: 0,
    };
    const healthy = await new TrainerSession(toyEnvironment()).measure(measurement, () => {});
    const again = new TrainerSession(toyEnvironment({ createPolicy: mortals([first]) }));
    const events: RunEvent[] = [];
    const measured = await again.measure(
      measurement,
      () => {},
      (batch) => void events.push(...batch),
    );
    expect(measured!.models).toEqual(healthy!.models);
    expect(faults(events)).toHaveLength(1);
  });

  test('is given up when that one dies too; the next task gets a new one', async () => {
    const made: Backend[] = [];
    const session = new TrainerSession(toyEnvironment({ createPolicy: mortals([first, first], made) }));
    await expect(session.sample(request)).rejects.toThrow('somebody pulled the plug');
    expect(await session.sample(request)).toHaveLength(3);
    expect(made).toEqual(['webgpu', 'webgpu', 'webgpu']);
  });
});

test('an engine that dies before its first task steps down, and the page hears which one runs', async () => {
  const made: Backend[] = [];
  const atOnce: Dies = (call) => call === 'sample';
  const session = new TrainerSession(toyEnvironment({ createPolicy: mortals([atOnce, atOnce], made) }));
  const { summary, events } = await trainToy(session);
  expect(made).toEqual(['webgpu', 'webgpu', 'wasm']);
  expect(faults(events)).toEqual([`webgpu failed: ${PLUG}; webgpu did not start: ${PLUG}; wasm begins`]);
  expect(summary!.device.backend).toBe('wasm');
  expect(summary!.device.tokensPerSecond).toBeGreaterThan(0);
});

test('a checkpoint that meets the death that a run meets is saved, and the run goes on', async () => {
  const made: Backend[] = [];
  let saved: Promise<unknown> | undefined;
  const first: Dies = (call, answered) => {
    if (call !== 'update' || answered !== 2) return false;
    // Before the update is answered, so that both are met by the death.
    saved ??= session.checkpoint();
    return true;
  };
  const session: TrainerSession = new TrainerSession(toyEnvironment({ createPolicy: mortals([first], made) }));
  const { events } = await trainToy(session);
  expect(await saved).toBeDefined();
  expect(made).toEqual(['webgpu', 'webgpu']);
  expect(faults(events)).toHaveLength(1);
  const well = await trainToy(new TrainerSession(toyEnvironment({ createPolicy: mortals([]) })));
  expect(told(events)).toBe(told(well.events));
});

const inItsSecondUpdate: Dies = (call, answered) => call === 'update' && answered === 1;
const inItsSecondSave: Dies = (call, answered) => call === 'save' && answered === 1;

test.each<[string, NonNullable<RunConfigInput['algorithm']>, readonly Dies[]]>([
  ['', {}, [inItsSecondUpdate, inItsSecondSave]],
  [' with a value head', { advantage: 'gae', dropZeroVariance: false }, [inItsSecondUpdate, inItsSecondSave]],
  // The policy of the first pair, the critic of the second.
  [
    ' with a critic',
    { advantage: 'outcome-critic', dropZeroVariance: false },
    [inItsSecondUpdate, never, never, inItsSecondSave],
  ],
])(
  'a real model%s whose engine dies writes the same records, byte for byte',
  async (_, algorithm, lives) => {
    const rng = createRng('init', 5);
    const weights = Float32Array.from({ length: parameterCount(TOY_SPEC) }, () => 0.4 * rng.normal());
    const config = {
      ...TOY_CONFIG,
      algorithm,
      epochs: 3,
      evaluation: { samples: 4, heldOutSamples: 0, everyEpochs: 2, samplesDuring: 4 },
    };
    const passes = (code: string) => code.startsWith('a');
    const onCpu = (mortals: readonly Dies[]) => {
      let made = 0;
      const create: Environment['createPolicy'] = async (model) => {
        const { spec, weights } = model as OwnModel;
        const { policy, notes } = await createPolicy({ wanted: 'cpu', spec, weights });
        return { policy: mortalPolicy(policy, mortals[made++] ?? never), notes };
      };
      return new TrainerSession(toyEnvironment({ createPolicy: create, weights: () => weights, passes }));
    };
    const steady = onCpu([]);
    const well = await trainToy(steady, config);
    const interrupted = await trainToy(onCpu(lives), config);
    expect(faults(interrupted.events)).toHaveLength(2);
    expect(told(interrupted.events)).toBe(told(well.events));
    expect(evaluations(interrupted.events)).toEqual(evaluations(well.events));
    expect(stepRecords(well.events).at(-1)!.updates).toBeGreaterThan(2);
    // What is saved is the language model alone.
    const files = await steady.checkpoint();
    const { spec } = parseCheckpoint(
      JSON.parse(new TextDecoder().decode(files['config.json'])),
      files['model.safetensors']!,
    );
    expect(spec).toEqual(TOY_SPEC);
  },
  60_000,
);
