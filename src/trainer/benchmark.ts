/** How fast is this machine? Our engines on an epoch's work, each in turns with stock TensorFlow.js on the same device. */

import { findDevices } from '../model/backend.ts';
import { type Ceilings, measureCeilings } from '../model/benchmark/ceilings.ts';
import { type Contestant, policyContestant, type RaceOptions, race, type Timing } from '../model/benchmark/race.ts';
import {
  BASE_SPEC,
  createWorkload,
  WORKLOAD_SIZES,
  type Workload,
  type WorkloadSize,
} from '../model/benchmark/workload.ts';
import { createPolicy } from '../model/create.ts';
import { parameterCount } from '../model/spec.ts';

export interface BenchmarkRequest {
  readonly backends: readonly ('webgpu' | 'wasm')[];
  /** `full` is an epoch's work and takes a minute or two, `quick` two fifths of it. */
  readonly size: 'full' | 'quick';
  readonly rounds: number;
}

/** What the button of the page asks for. */
export const DEFAULT_BENCHMARK: BenchmarkRequest = { backends: ['webgpu', 'wasm'], size: 'quick', rounds: 3 };

/** One engine on one device. */
export interface BenchmarkEngine {
  readonly engine: 'tfjs' | 'wasm' | 'webgpu';
  readonly backend: 'webgpu' | 'wasm' | 'cpu';
  readonly adapter: string;
  /** A GPU that the processor emulates: its times say nothing. */
  readonly software: boolean;
  readonly workload: WorkloadSize;
  readonly timing: Timing;
}

export interface BenchmarkReport {
  readonly cores: number;
  readonly parameters: number;
  readonly ceilings: Ceilings;
  /** Those on one backend stand side by side: they took turns. */
  readonly engines: readonly BenchmarkEngine[];
  /** Why others are not there, one sentence each. */
  readonly notes: readonly string[];
}

export interface BenchmarkProgress {
  /** The backend that is being timed. */
  readonly backend: 'webgpu' | 'wasm';
  readonly done: number;
  readonly total: number;
}

/** Runs the benchmark; holds the machine for its whole time. */
export async function runBenchmark(
  { backends, size, rounds }: BenchmarkRequest,
  onProgress: (progress: BenchmarkProgress) => void,
): Promise<BenchmarkReport> {
  const engines: BenchmarkEngine[] = [];
  const { found, notes: why } = await findDevices('auto');
  const notes = why.filter((note) => backends.some((backend) => note.startsWith(backend)));
  for (const backend of backends) {
    const there = found.some((device) => device.backend === backend);
    // A GPU that is emulated runs on very little, once to warm up and once more: how many dispatches there are is all it can show.
    const software = !there && backend === 'webgpu' && (await isThere(backend));
    if (!there && !software) continue;
    const workload = createWorkload(BASE_SPEC, WORKLOAD_SIZES[software ? 'tiny' : size]);
    const options: RaceOptions = {
      ...(software ? { rounds: 1 } : { rounds }),
      onProgress: (done, total) => onProgress({ backend, done, total }),
    };
    const timed = await timeBackend(backend, workload, software ? OURS : BOTH, options);
    engines.push(...timed.map((one) => ({ ...one, software, workload: workload.size })));
  }
  return {
    cores: navigator.hardwareConcurrency,
    parameters: parameterCount(BASE_SPEC),
    ceilings: measureCeilings(),
    engines,
    notes,
  };
}

async function isThere(backend: 'webgpu' | 'wasm'): Promise<boolean> {
  return findDevices(backend).then(
    () => true,
    () => false,
  );
}

type TimedEngine = Omit<BenchmarkEngine, 'software' | 'workload'>;

const OURS = [{}] as const;
const BOTH = [{}, { engine: 'tfjs' }] as const;

/** Our engine, and stock TensorFlow.js, in turns. */
async function timeBackend(
  backend: 'webgpu' | 'wasm',
  workload: Workload,
  choices: readonly { readonly engine?: 'tfjs' }[],
  options: RaceOptions,
): Promise<TimedEngine[]> {
  const { spec, weights } = workload;
  const contestants: Contestant[] = [];
  const infos: Omit<TimedEngine, 'timing'>[] = [];
  try {
    for (const choice of choices) {
      const { policy } = await createPolicy({ wanted: backend, spec, weights, ...choice });
      const { engine, adapter } = policy.info;
      contestants.push(policyContestant(engine, policy, workload));
      infos.push({ engine, backend: policy.info.backend, adapter });
    }
    const timings = await race(contestants, options);
    return infos.map((info, i) => ({ ...info, timing: timings[i]! }));
  } finally {
    for (const contestant of contestants) await contestant[Symbol.asyncDispose]();
  }
}
