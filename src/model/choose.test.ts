/** The choice of an engine, with engines of known speed on a clock of their own, and on real ones: nothing may stay changed. */

import { describe, expect, it } from 'vitest';
import { TabularPolicy } from '../../test/support/tabular-policy.ts';
import { EngineError } from '../core/errors.ts';
import type { Policy, PolicyState } from '../core/policy.ts';
import type { Backend, Device } from './backend.ts';
import { type Engines, fastestOf, type MakePolicy, startFastest } from './choose.ts';
import { createPolicy } from './create.ts';
import { measureStep } from './measure-step.ts';
import { type ModelSpec, parameterCount } from './spec.ts';

const SPEC: ModelSpec = {
  vocabSize: 9,
  contextLength: 12,
  width: 8,
  layers: 1,
  heads: 2,
  activation: 'gelu_new',
  layerNormEpsilon: 1e-5,
};

const device = (backend: Backend, adapter = `a ${backend}`): Device => ({ backend, adapter });
const ALL = [device('webgpu', 'acme gen-1'), device('wasm'), device('cpu')];

/** Milliseconds that a round takes, or what goes wrong. */
interface Fake {
  readonly costs?: number;
  /** Of the first round, with what is compiled then. */
  readonly warmUp?: number;
  readonly failsToStart?: Error;
  readonly failsToRun?: Error;
  /** Samples it answers, the warm-up included, before it fails to run; none when absent. */
  readonly answers?: number;
}

/** Engines of known speed, what was made of them and let go again, and the clock that they move. */
function fakes(speeds: Readonly<Record<Backend, Fake>>) {
  const clock = { now: 0 };
  const log: string[] = [];
  const make =
    (backend: Backend): MakePolicy =>
    async ({ adapter, weights }) => {
      const { costs = 0, warmUp = 0, failsToStart, failsToRun, answers = 0 } = speeds[backend];
      if (failsToStart !== undefined) throw failsToStart;
      log.push(`${backend} made`);
      const table = new TabularPolicy({ prompts: 9, vocabulary: 9, positions: 1, endOfText: 1 });
      await table.load({ weights, step: 0, reference: weights });
      const policy: Policy = Object.assign(table, {
        info: { engine: 'tfjs', backend, adapter, parameters: weights.length } as const,
        [Symbol.asyncDispose]: async () => void log.push(`${backend} let go`),
      });
      const sample = table.sample.bind(table);
      policy.sample = async (...args) => {
        if (failsToRun !== undefined && table.calls.sample >= answers) throw failsToRun;
        clock.now += costs + (table.calls.sample === 0 ? warmUp : 0);
        return sample(...args);
      };
      return policy;
    };
  const engines: Engines = { webgpu: make('webgpu'), wasm: make('wasm'), cpu: make('cpu') };
  const weights = Float32Array.from({ length: 9 ** 3 }, (_, i) => Math.sin(i));
  const start = (devices: readonly Device[] = ALL, onProgress?: (done: number, of: number, what: string) => void) =>
    startFastest(devices, engines, { spec: SPEC, weights, ...(onProgress && { onProgress }) }, () => clock.now);
  return { start, log, weights, engines };
}

describe('startFastest', () => {
  it.each([
    ['webgpu', 41, 160, 'webgpu (acme gen-1) took 41 ms for a short step, wasm (a wasm) 160 ms: webgpu runs'],
    ['wasm', 230, 7.25, 'webgpu (acme gen-1) took 230 ms for a short step, wasm (a wasm) 7.3 ms: wasm runs'],
    ['webgpu', 50, 50, 'webgpu (acme gen-1) took 50 ms for a short step, wasm (a wasm) 50 ms: webgpu runs'],
  ] as const)('keeps %s at %d ms against %d ms, lets the other go and says so', async (winner, gpu, cores, note) => {
    const { start, log } = fakes({ webgpu: { costs: gpu, warmUp: 5000 }, wasm: { costs: cores }, cpu: { costs: 0 } });
    const { policy, notes } = await start();
    expect(policy.info.backend).toBe(winner);
    expect(notes).toEqual([note]);
    const loser = winner === 'wasm' ? 'webgpu' : 'wasm';
    expect(log).toEqual(['webgpu made', 'wasm made', `${loser} let go`]);
  });

  it('gives the policy on as it was made', async () => {
    const { start, weights } = fakes({ webgpu: { costs: 1 }, wasm: { costs: 2 }, cpu: {} });
    const { policy } = await start();
    const zeros = new Float32Array(weights.length);
    const fresh: PolicyState = { weights, moment1: zeros, moment2: zeros, step: 0, reference: weights };
    expect(await policy.save()).toEqual(fresh);
  });

  it.each([
    ['to start', { failsToStart: new EngineError('missing-limit', 'webgpu: expected 8 storage buffers, got 4') }],
    ['while it is timed', { failsToRun: new Error('webgpu: expected 8 storage buffers, got 4') }],
  ])('passes an engine over that fails %s', async (_, webgpu: Fake) => {
    const { start, log } = fakes({ webgpu, wasm: { costs: 3 }, cpu: {} });
    const { policy, notes } = await start();
    expect(policy.info.backend).toBe('wasm');
    expect(notes).toEqual(['webgpu was passed over: webgpu: expected 8 storage buffers, got 4']);
    expect(log.filter((line) => line.startsWith('webgpu'))).toEqual(
      webgpu.failsToStart ? [] : ['webgpu made', 'webgpu let go'],
    );
  });

  it.each([
    ['the other engine runs', {}, 'wasm', ['webgpu let go']],
    [
      'plain JavaScript runs where the other is gone too',
      { failsToRun: new Error('full') },
      'cpu',
      ['wasm let go', 'webgpu let go'],
    ],
  ] as const)('passes a winner over that is lost while the other is timed: %s', async (_, wasm: Fake, runs, gone) => {
    const failsToRun = new EngineError('device-lost', 'the device was lost');
    const { start, log } = fakes({
      webgpu: { costs: 1, failsToRun, answers: 3 },
      wasm: { costs: 9, ...wasm },
      cpu: {},
    });
    const { policy, notes } = await start();
    expect(policy.info.backend).toBe(runs);
    expect(notes.at(-1)).toBe('webgpu was passed over: the device was lost');
    expect(log.filter((line) => line.endsWith('let go'))).toEqual(gone);
  });

  it('measures nothing where there is nothing to compare', async () => {
    const { start } = fakes({ webgpu: {}, wasm: { costs: 3 }, cpu: { costs: 1 } });
    const { policy, notes } = await start([device('wasm'), device('cpu')]);
    expect(policy.info.backend).toBe('wasm');
    expect((policy as unknown as TabularPolicy).calls.sample).toBe(0);
    expect(notes).toEqual([]);
  });

  it('is left with plain JavaScript, and fails with all reasons when not even that starts', async () => {
    const gone = { failsToStart: new Error('gone') };
    const left = await fakes({ webgpu: gone, wasm: { failsToRun: new Error('full') }, cpu: {} }).start();
    expect(left.policy.info.backend).toBe('cpu');
    expect(left.notes).toEqual(['webgpu was passed over: gone', 'wasm was passed over: full']);
    await expect(fakes({ webgpu: gone, wasm: gone, cpu: gone }).start()).rejects.toThrow(
      'expected an engine to start, but webgpu was passed over: gone; wasm was passed over: gone; cpu was passed over: gone',
    );
  });

  it('tells how far it is', async () => {
    const told: string[] = [];
    const { start } = fakes({ webgpu: { costs: 1 }, wasm: { costs: 2 }, cpu: {} });
    await start(ALL, (done, total, what) => told.push(`${what} ${done}/${total}`));
    const measuring = (backend: string) => [0, 1, 2].map((done) => `measuring ${backend} ${done}/3`);
    expect(told).toEqual(['starting webgpu 0/1', ...measuring('webgpu'), 'starting wasm 0/1', ...measuring('wasm')]);
  });
});

describe('fastestOf', () => {
  it('names the first of equals', () => {
    const timing = (milliseconds: number) => ({ device: device('wasm', 'x'), milliseconds });
    expect(fastestOf([timing(2), timing(1), timing(1)])).toEqual({
      index: 1,
      note: 'wasm (x) took 2.0 ms for a short step, wasm (x) 1.0 ms, wasm (x) 1.0 ms: wasm runs',
    });
  });
});

describe('createPolicy', () => {
  const adapter = { info: { vendor: 'acme', architecture: 'gen-1', device: '', description: '' } };
  const software = { info: { ...adapter.info, description: 'llvmpipe' } };
  const here = (found: typeof adapter) => ({ requestAdapter: async () => found, validateWasm: () => true });

  it('never lets a software adapter win, however fast it is', async () => {
    const { engines, weights, log } = fakes({ webgpu: { costs: 0 }, wasm: { costs: 100 }, cpu: {} });
    const { policy, notes } = await createPolicy({ wanted: 'auto', spec: SPEC, weights }, here(software), engines);
    expect(policy.info.backend).toBe('wasm');
    expect(log).toEqual(['wasm made']);
    expect(notes).toEqual(['webgpu is emulated in software (llvmpipe)']);
  });

  it('starts what is wanted by name, or says why not', async () => {
    const full = new EngineError('out-of-memory', 'wasm: expected 64 MB of memory, got less');
    const { engines, weights } = fakes({ webgpu: {}, wasm: { failsToStart: full }, cpu: {} });
    const wanted = (backend: Backend) =>
      createPolicy({ wanted: backend, spec: SPEC, weights }, here(software), engines);
    expect((await wanted('webgpu')).policy.info.adapter).toBe('llvmpipe');
    await expect(wanted('wasm')).rejects.toBe(full);
  });
});

describe('measureStep', () => {
  it.each([1, 2, 3])('knows prompts for a vocabulary of %d', async (vocabulary) => {
    const table = new TabularPolicy({ prompts: 9, vocabulary, positions: 1, endOfText: vocabulary - 1 });
    const seen = new Set<number>();
    const sample = table.sample.bind(table);
    table.sample = async (prompts, options) => {
      for (const token of prompts.flat()) seen.add(token);
      return sample(prompts, options);
    };
    const spec = { ...SPEC, vocabSize: vocabulary };
    await measureStep(
      table,
      spec,
      () => 0,
      () => {},
    );
    expect([...seen]).toEqual([vocabulary - 1]);
  });

  it('times a step of a real model, whose weights stay as they were', async () => {
    const weights = Float32Array.from({ length: parameterCount(SPEC) }, (_, i) => 0.1 * Math.sin(i));
    await using policy = (await createPolicy({ wanted: 'cpu', spec: SPEC, weights })).policy;
    const rounds: number[] = [];
    const time = await measureStep(
      policy,
      SPEC,
      () => performance.now(),
      (done) => rounds.push(done),
    );
    expect(time).toBeGreaterThan(0);
    expect(rounds).toEqual([0, 1, 2]);
    const { weights: after, step } = await policy.save();
    expect(after).toEqual(weights);
    expect(step).toBe(3);
  });
});
