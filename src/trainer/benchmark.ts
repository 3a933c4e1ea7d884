/** How fast is this machine? Our engines on an epoch's work, each in turns with stock TensorFlow.js on the same device. */

import { messageOf } from '../core/errors.ts';
import { sum } from '../core/stats.ts';
import { findDevices } from '../model/backend.ts';
import { type Ceilings, measureCeilings } from '../model/benchmark/ceilings.ts';
import { type Contestant, policyContestant, race, raceLength, type Timing } from '../model/benchmark/race.ts';
import { BASE_SPEC, createWorkload, WORKLOAD_SIZES, type WorkloadSize } from '../model/benchmark/workload.ts';
import { createPolicy } from '../model/create.ts';
import { parameterCount } from '../model/spec.ts';

export interface BenchmarkRequest {
  /** In this order, but a GPU that is emulated comes last. */
  readonly backends: readonly ('webgpu' | 'wasm')[];
  /** `full` is an epoch's 160 sequences and takes a minute or two, `quick` is 64 of them. */
  readonly size: 'full' | 'quick';
  readonly rounds: number;
  /** Whether a GPU that the processor emulates runs too: it takes long, and only its dispatches say something. Default no. */
  readonly emulated?: boolean;
}

/** What the button of the page asks for: 64 of an epoch's 160 sequences, on what is there in hardware. */
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
  /** Never empty. Those on one backend stand side by side, ours first: they took turns. */
  readonly engines: readonly BenchmarkEngine[];
  /** Why others are not there, one sentence each. */
  readonly notes: readonly string[];
}

export interface BenchmarkProgress {
  /** The backend that is being timed. */
  readonly backend: 'webgpu' | 'wasm';
  /** Of all backends together; never falls. */
  readonly done: number;
  readonly total: number;
}

/** Looks for devices, makes policies, times the processor; tests bring their own. */
export interface Machine {
  readonly findDevices: typeof findDevices;
  readonly createPolicy: typeof createPolicy;
  readonly measureCeilings: typeof measureCeilings;
}

/**
 * Runs the benchmark; holds the machine for its whole time. A backend that fails becomes a note, and the others are timed.
 *
 * @throws Error with every reason, when nothing could be timed
 */
export async function runBenchmark(
  request: BenchmarkRequest,
  onProgress: (progress: BenchmarkProgress) => void,
  machine: Machine = { findDevices, createPolicy, measureCeilings },
): Promise<BenchmarkReport> {
  const { heats, notes } = await planHeats(request, machine);
  const lengths = heats.map(({ engines, rounds }) => raceLength(engines.length, { rounds }));
  const total = sum(lengths);
  const engines: BenchmarkEngine[] = [];
  for (const [i, heat] of heats.entries()) {
    const { backend } = heat;
    const before = sum(lengths.slice(0, i));
    const report = (done: number) => onProgress({ backend, done: before + done, total });
    report(0); // Starting an engine takes seconds where kernels are compiled.
    try {
      engines.push(...(await timeHeat(heat, machine, report, (note) => notes.push(note))));
    } catch (error) {
      notes.push(`${backend} could not be timed: ${messageOf(error)}`);
    }
  }
  if (engines.length === 0) throw new Error(`benchmark: expected an engine that runs, got none: ${notes.join('; ')}`);
  return {
    cores: navigator.hardwareConcurrency,
    parameters: parameterCount(BASE_SPEC),
    ceilings: machine.measureCeilings(),
    engines,
    notes,
  };
}

/** What is timed on one backend. */
interface Heat {
  readonly backend: 'webgpu' | 'wasm';
  readonly software: boolean;
  readonly size: WorkloadSize;
  /** Ours first. */
  readonly engines: readonly { readonly engine?: 'tfjs' }[];
  readonly rounds: number;
}

const OURS = [{}] as const;
const BOTH = [{}, { engine: 'tfjs' }] as const;

/** The backends that are there, and why the others are not. */
async function planHeats(
  { backends, size, rounds, emulated = false }: BenchmarkRequest,
  machine: Machine,
): Promise<{ readonly heats: readonly Heat[]; readonly notes: string[] }> {
  const { found, notes: why } = await machine.findDevices('auto');
  const heats: Heat[] = [];
  for (const backend of backends) {
    if (!found.some((device) => device.backend === backend)) continue;
    heats.push({ backend, software: false, size: WORKLOAD_SIZES[size], engines: BOTH, rounds });
  }
  if (emulated && backends.includes('webgpu') && !found.some(({ backend }) => backend === 'webgpu')) {
    const there = await machine.findDevices('webgpu').catch(() => null);
    // Very little work, once to warm up and once more: how many dispatches there are is all it can show.
    const heat: Heat = { backend: 'webgpu', software: true, size: WORKLOAD_SIZES.tiny, engines: OURS, rounds: 1 };
    if (there !== null) heats.push(heat);
  }
  const notes = why.filter((note) => backends.some((backend) => note.startsWith(backend)));
  return { heats, notes };
}

/** Our engine, and stock TensorFlow.js where it starts, in turns. */
async function timeHeat(
  { backend, software, size, engines, rounds }: Heat,
  machine: Machine,
  onProgress: (done: number) => void,
  onNote: (note: string) => void,
): Promise<BenchmarkEngine[]> {
  const workload = createWorkload(BASE_SPEC, size);
  const { spec, weights } = workload;
  const contestants: Contestant[] = [];
  const infos: Omit<BenchmarkEngine, 'timing'>[] = [];
  try {
    for (const choice of engines) {
      try {
        const { policy } = await machine.createPolicy({ wanted: backend, spec, weights, ...choice });
        const { engine, adapter } = policy.info;
        contestants.push(policyContestant(engine, policy, workload));
        infos.push({ engine, backend: policy.info.backend, adapter, software, workload: size });
      } catch (error) {
        if (choice === engines[0]) throw error;
        onNote(`${backend} has no TensorFlow.js beside it: ${messageOf(error)}`);
      }
    }
    const timings = await race(contestants, { rounds, onProgress });
    return infos.map((info, i) => ({ ...info, timing: timings[i]! }));
  } finally {
    // A device that was lost may refuse this too; that says nothing new, and the next one is disposed of all the same.
    await Promise.allSettled(contestants.map((contestant) => contestant[Symbol.asyncDispose]()));
  }
}
