import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EngineError } from '../core/errors.ts';
import type { Policy, PolicyInfo } from '../core/policy.ts';
import { type AdapterLike, findDevices } from '../model/backend.ts';
import type { createPolicy } from '../model/create.ts';
import {
  type BenchmarkProgress,
  type BenchmarkRequest,
  DEFAULT_BENCHMARK,
  type Machine,
  runBenchmark,
} from './benchmark.ts';

type Engine = PolicyInfo['engine'];
type Device = 'webgpu' | 'wasm';

/** What goes wrong with an engine on a device. */
interface Faults {
  readonly start?: Partial<Record<`${Device} ${Engine}`, string>>;
  readonly update?: Partial<Record<`${Device} ${Engine}`, string>>;
  readonly wrong?: `${Device} ${Engine}`;
}

const ASK: BenchmarkRequest = { backends: ['webgpu', 'wasm'], size: 'quick', rounds: 1 };

let started: string[] = [];
let disposed: string[] = [];
let seen: BenchmarkProgress[] = [];

beforeEach(() => {
  started = [];
  disposed = [];
  seen = [];
  vi.stubGlobal('navigator', { hardwareConcurrency: 2 });
});

/** A policy that computes nothing; one that is lost refuses to be disposed of as well. */
function fakePolicy(backend: Device, engine: Engine, { update = {}, wrong }: Faults): Policy {
  const name = `${backend} ${engine}` as const;
  const policy: Partial<Policy> = {
    info: { engine, backend, adapter: `${backend} adapter`, parameters: 1 },
    memory: () => ({ bytes: 1, peakBytes: 1, allocations: 1 }),
    sample: async (prompts) => prompts.map(() => ({ ids: [1], logProbs: [0], finished: true })) as never,
    score: async () => ({ width: 1, logProb: Float32Array.of(wrong === name ? -64 : 0) }) as never,
    update: async () => {
      if (update[name] !== undefined) throw new EngineError('device-lost', update[name]);
      return {} as never;
    },
    [Symbol.asyncDispose]: async () => {
      disposed.push(name);
      if (update[name] !== undefined) throw new Error('nothing left to dispose of');
    },
  };
  return policy as Policy;
}

const GPU: AdapterLike = { info: { vendor: 'acme', architecture: 'a1', device: '', description: 'Acme GPU' } };
const EMULATED: AdapterLike = { info: { ...GPU.info, description: 'SwiftShader' } };

function machine(faults: Faults = {}, adapter: AdapterLike | null = GPU): Machine {
  const surroundings = { requestAdapter: async () => adapter, validateWasm: () => true };
  const create: typeof createPolicy = async ({ wanted, engine }) => {
    const backend = wanted as Device;
    const kind = engine ?? backend;
    started.push(`${backend} ${kind}`);
    const refusal = faults.start?.[`${backend} ${kind}`];
    if (refusal !== undefined) throw new Error(refusal);
    return { policy: fakePolicy(backend, kind, faults), notes: [] };
  };
  return {
    findDevices: (wanted) => findDevices(wanted, surroundings),
    createPolicy: create,
    measureCeilings: () => ({ gigaflops: 50, gigabytes: 10 }),
  };
}

const run = (faults?: Faults, adapter?: AdapterLike | null, request = ASK) =>
  runBenchmark(request, (progress) => void seen.push(progress), machine(faults, adapter));

const names = (engines: readonly { readonly backend: string; readonly engine: string }[]) =>
  engines.map(({ backend, engine }) => `${backend} ${engine}`);

describe('runBenchmark', () => {
  const ALL = ['webgpu webgpu', 'webgpu tfjs', 'wasm wasm', 'wasm tfjs'];
  const WASM = ALL.slice(2);

  it('times both engines on both backends and disposes of them', async () => {
    const { engines, notes } = await run();
    expect(names(engines)).toEqual(ALL);
    expect(notes).toEqual([]);
    expect(disposed).toEqual(ALL);
  });

  it('notes a GPU whose engine does not start, and times wasm', async () => {
    const { engines, notes } = await run({ start: { 'webgpu webgpu': 'no device for you' } });
    expect(names(engines)).toEqual(WASM);
    expect(notes).toEqual(['webgpu could not be timed: no device for you']);
  });

  it('notes a GPU that is lost in a race; both of its policies are disposed of, even when the first one refuses', async () => {
    const { engines, notes } = await run({ update: { 'webgpu webgpu': 'the device was lost' } });
    expect(names(engines)).toEqual(WASM);
    expect(notes).toEqual(['webgpu could not be timed: the device was lost']);
    expect(disposed).toEqual(ALL);
  });

  it('notes engines that do not agree', async () => {
    const { engines, notes } = await run({ wrong: 'wasm tfjs' });
    expect(names(engines)).toEqual(ALL.slice(0, 2));
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(/^wasm could not be timed: benchmark: wasm and tfjs: expected equal log-probs/);
    expect(disposed).toEqual(ALL);
  });

  it('times ours alone where stock does not start', async () => {
    const { engines, notes } = await run({ start: { 'wasm tfjs': 'no such file' } });
    expect(names(engines)).toEqual(ALL.slice(0, 3));
    expect(notes).toEqual(['wasm has no TensorFlow.js beside it: no such file']);
  });

  it('fails with every reason when nothing could be timed', async () => {
    const refused = run({ start: { 'wasm wasm': 'no threads' } }, null);
    await expect(refused).rejects.toThrow(
      'benchmark: expected an engine that runs, got none: webgpu is not available: the browser offers no GPU adapter; ' +
        'wasm could not be timed: no threads',
    );
  });

  it('leaves an emulated GPU out of what the page asks for, and says so', async () => {
    const { engines, notes } = await run({}, EMULATED, { ...DEFAULT_BENCHMARK, rounds: 1 });
    expect(names(engines)).toEqual(WASM);
    expect(notes).toEqual(['webgpu is emulated in software (SwiftShader)']);
  });

  it('takes an emulated GPU last, ours only, on little work', async () => {
    const { engines } = await run({}, EMULATED, { ...ASK, emulated: true });
    expect(names(engines)).toEqual([...WASM, 'webgpu webgpu']);
    expect(engines.map(({ software }) => software)).toEqual([false, false, true]);
    expect(engines.at(-1)!.workload.sequences).toBe(8);
  });

  it('says how far it is before an engine starts, and never goes back', async () => {
    const startedAt: number[] = [];
    const progress = (one: BenchmarkProgress) => {
      startedAt.push(started.length);
      seen.push(one);
    };
    await runBenchmark(ASK, progress, machine({ start: { 'webgpu webgpu': 'no' } }));
    expect(startedAt[0]).toBe(0);
    expect(seen[0]).toEqual({ backend: 'webgpu', done: 0, total: 24 });
    expect(seen[1]).toEqual({ backend: 'wasm', done: 12, total: 24 });
    expect(seen.map(({ done }) => done)).toEqual([0, ...Array.from({ length: 13 }, (_, i) => 12 + i)]);
  });
});
