/** Engines side by side on the CPU: ours, stock TensorFlow.js on wasm, and the peers that are installed. */

import { availableParallelism } from 'node:os';
import { messageOf } from '../src/core/errors.ts';
import { type Contestant, policyContestant, race, type Timing } from '../src/model/benchmark/race.ts';
import { createWorkload, type Workload, type WorkloadSize } from '../src/model/benchmark/workload.ts';
import type { ModelSpec } from '../src/model/spec.ts';
import { createTfjsPolicy } from '../src/model/tfjs/policy.ts';
import { workersFor } from '../src/model/wasm/crew.ts';
import { createWasmPolicy } from '../src/model/wasm/policy.ts';
import { jaxContestant } from './peers/jax.ts';
import { torchContestant } from './peers/torch.ts';

/** One row of the table, told apart by what it is rather than by its name. */
export interface EngineRow {
  readonly kind: 'ours' | 'stock' | 'torch' | 'jax';
  readonly threads: number;
  readonly timing: Timing;
}

/** Where peers are installed; null leaves one out. */
export interface Peers {
  /** An interpreter with PyTorch. */
  readonly python: string | null;
  /** Folder of jax-js. */
  readonly jax: string | null;
}

export interface EngineOptions {
  readonly spec: ModelSpec;
  readonly size: WorkloadSize;
  readonly rounds: number;
  readonly peers: Peers;
  readonly onProgress: (done: number, total: number) => void;
  /** Hears of a peer that is installed and does not start. */
  readonly onMissing: (name: string, reason: string) => void;
}

/** One thread, and as many as our engine takes by itself. */
function threadCounts(): readonly number[] {
  return [...new Set([1, workersFor(availableParallelism())])];
}

/** CPU milliseconds of all threads of this process. */
export function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

type Entry = Omit<EngineRow, 'timing'> & { readonly contestant: Contestant };

/** Races everybody on one workload; interleaved, so that whatever else the machine does hits all of them. */
export async function raceEngines(options: EngineOptions): Promise<EngineRow[]> {
  const { spec, size, rounds, onProgress } = options;
  const workload = createWorkload(spec, size);
  const entries: Entry[] = [];
  try {
    for await (const entry of enter(workload, options)) entries.push(entry);
    const contestants = entries.map(({ contestant }) => contestant);
    const timings = await race(contestants, { rounds, onProgress });
    return entries.map(({ kind, threads }, i) => ({ kind, threads, timing: timings[i]! }));
  } finally {
    await Promise.allSettled(entries.map(({ contestant }) => contestant[Symbol.asyncDispose]()));
  }
}

async function* enter(workload: Workload, { peers, onMissing }: EngineOptions): AsyncGenerator<Entry> {
  const { spec, weights } = workload;
  for (const threads of threadCounts()) {
    const policy = await createWasmPolicy({ spec, weights, workers: threads });
    const name = `wasm, ${threads} ${threads === 1 ? 'worker' : 'workers'}`;
    yield { kind: 'ours', threads, contestant: policyContestant(name, policy, workload, { cpu: cpuMilliseconds }) };
  }
  const stock = await createTfjsPolicy({ spec, weights, backend: 'wasm' });
  const contestant = policyContestant('TensorFlow.js wasm', stock, workload, { cpu: cpuMilliseconds });
  yield { kind: 'stock', threads: 1, contestant };
  // Software of others may not start here, whatever the reason; ours is timed all the same.
  const started = (name: string, peer: Promise<Contestant>) =>
    peer.catch((error: unknown) => void onMissing(name, messageOf(error)));
  const { jax, python } = peers;
  if (jax !== null) {
    const contestant = await started('jax-js', jaxContestant(jax, workload));
    if (contestant) yield { kind: 'jax', threads: 1, contestant };
  }
  if (python === null) return;
  for (const threads of threadCounts()) {
    const contestant = await started('PyTorch', torchContestant(python, workload, threads));
    if (contestant) yield { kind: 'torch', threads, contestant };
  }
}
