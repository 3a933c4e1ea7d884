/** What a run of the benchmark found, and the ratios that it comes down to. */

import type { Ceilings } from '../src/model/benchmark/ceilings.ts';
import { type Cost, sampleCost, updateCost } from '../src/model/benchmark/cost.ts';
import type { Task } from '../src/model/benchmark/race.ts';
import { BASE_SPEC, createWorkload, type WorkloadSize } from '../src/model/benchmark/workload.ts';
import type { BenchmarkEngine } from '../src/trainer/benchmark.ts';
import type { EngineRow } from './engines.ts';
import type { ExerciseReport } from './exercise.ts';
import type { Growth } from './growth.ts';
import type { BenchPart } from './parts.ts';
import type { WebgpuReport } from './webgpu.ts';

/** Engines on one workload, and what its work is by hand. */
export interface EngineTable {
  readonly workload: WorkloadSize;
  readonly rows: readonly EngineRow[];
  readonly update: Cost;
  readonly sample: Cost;
}

export function engineTable(workload: WorkloadSize, rows: readonly EngineRow[]): EngineTable {
  const work = createWorkload(BASE_SPEC, workload);
  return { workload, rows, update: updateCost(work), sample: sampleCost(work, rows[0]!.timing.sample!.tokens) };
}

/** Peers that did not take part and parts that failed, each with its reason. */
export type Missing = Readonly<Record<string, string>>;

/** On the GPU of the browser, or on one that it emulates; there, stock TensorFlow.js is not asked. */
export interface PageReport {
  readonly ours: BenchmarkEngine;
  readonly stock: BenchmarkEngine | null;
}

export interface Parts {
  readonly cores: number;
  readonly ceilings: Ceilings;
  /** The first one is what the ratios are of; empty when it was not asked for. */
  readonly engines: readonly EngineTable[];
  readonly growth: Growth | null;
  readonly page: PageReport | null;
  /** Both engines on Dawn in Node. */
  readonly webgpu: WebgpuReport | null;
  readonly exercise: ExerciseReport | null;
  readonly missing: Missing;
}

/** Ratios above 1 mean that ours is faster; null where the other one did not run. */
export type Ratio = number | null;

export interface Ratios {
  /** WebAssembly: ours by itself, with as many workers as it takes, against TensorFlow.js. */
  readonly decode_vs_stock: Ratio;
  readonly update_vs_stock: Ratio;
  /** WebAssembly: with as many workers as PyTorch has threads. */
  readonly decode_vs_torch: Ratio;
  readonly update_vs_torch: Ratio;
  /** WebAssembly: jax-js takes one thread where pages are not isolated, ours as many workers as it takes. */
  readonly update_vs_jax: Ratio;
  /** The same on one worker and one thread. */
  readonly decode_vs_stock_one_worker: Ratio;
  readonly update_vs_stock_one_worker: Ratio;
  readonly decode_vs_torch_one_thread: Ratio;
  readonly update_vs_torch_one_thread: Ratio;
  readonly update_vs_jax_one_worker: Ratio;
  /** Seconds of an epoch; programs judged one after another in TRL, and as many at a time as there are cores. */
  readonly exercise_vs_trl: Ratio;
  readonly exercise_vs_trl_parallel: Ratio;
  /** In Node on Dawn, else in the browser where its GPU is a real one. */
  readonly webgpu_decode_vs_stock: Ratio;
  readonly webgpu_update_vs_stock: Ratio;
}

export interface Dispatches {
  /** One update. */
  readonly update: number | null;
  /** One token of every sequence, filling the cache from the prompts included. */
  readonly token: number | null;
}

/** Everything that `--json` says. */
export interface BenchResult extends Parts {
  readonly dispatches: Dispatches;
  /** Of wall time: what a person waits. */
  readonly ratios: Ratios;
  /** Of the CPU time of all threads and processes: what is left of it on a machine that does other things as well. */
  readonly cpu_ratios: Ratios;
}

export function summarize(parts: Parts): BenchResult {
  const ratios = { ratios: ratiosOf(parts, 'wall'), cpu_ratios: ratiosOf(parts, 'cpu') };
  return { dispatches: dispatchesOf(parts), ...ratios, ...parts };
}

function dispatchesOf({ page, webgpu }: Parts): Dispatches {
  // A real GPU takes an update in one piece, and so does an emulated one the page's little workload.
  const source = page?.ours ?? (webgpu === null ? null : { workload: webgpu.workload, timing: webgpu.ours });
  if (source === null) return { update: null, token: null };
  const { workload, timing } = source;
  const dispatches = timing.sample?.dispatches ?? null;
  const tokens = workload.tokens - workload.promptTokens + 1;
  return { update: timing.update.dispatches, token: dispatches === null ? null : dispatches / tokens };
}

/** Why a run did not do what it was asked for: the engines are not there, or nothing at all. Null when all is well. */
export function shortfall(
  asked: readonly BenchPart[],
  { engines, growth, page, webgpu, exercise, missing }: Parts,
): string | null {
  const found: Readonly<Record<BenchPart, boolean>> = {
    engines: engines.length > 0 && missing.engines === undefined,
    growth: growth !== null,
    webgpu: page !== null || webgpu !== null,
    exercise: exercise !== null,
  };
  if (asked.includes('engines') && !found.engines)
    return `bench: expected times of the engines, got: ${missing.engines}`;
  if (asked.some((part) => found[part])) return null;
  return `bench: expected times of ${asked.join(', ')}, got none: ${Object.values(missing).join('; ')}`;
}

type Clock = 'wall' | 'cpu';

function ratiosOf({ engines, exercise, webgpu, page }: Parts, clock: Clock): Ratios {
  const rows = engines[0]?.rows ?? [];
  const most = Math.max(...rows.map(({ threads }) => threads));
  const find = (kind: EngineRow['kind'], threads: number) =>
    rows.find((row) => row.kind === kind && row.threads === threads);
  const against = (task: Task, threads: number, kind: 'stock' | 'torch' | 'jax'): Ratio => {
    const other = find(kind, kind === 'torch' ? threads : 1);
    return speed(find('ours', threads)?.timing, other?.timing, task, clock);
  };
  const gpu = webgpu ?? { ours: page?.ours.timing, stock: page?.stock?.timing };
  const trl = (processes: (count: number) => boolean): Ratio => {
    const times = exercise?.trl.find((one) => processes(one.processes));
    const seconds = clock === 'wall' ? 'total' : 'cpu';
    return times === undefined ? null : times[seconds] / exercise!.ours[seconds];
  };
  return {
    decode_vs_stock: against('sample', most, 'stock'),
    update_vs_stock: against('update', most, 'stock'),
    decode_vs_torch: against('sample', most, 'torch'),
    update_vs_torch: against('update', most, 'torch'),
    update_vs_jax: against('update', most, 'jax'),
    decode_vs_stock_one_worker: against('sample', 1, 'stock'),
    update_vs_stock_one_worker: against('update', 1, 'stock'),
    decode_vs_torch_one_thread: against('sample', 1, 'torch'),
    update_vs_torch_one_thread: against('update', 1, 'torch'),
    update_vs_jax_one_worker: against('update', 1, 'jax'),
    exercise_vs_trl: trl((count) => count === 1),
    exercise_vs_trl_parallel: trl((count) => count > 1),
    webgpu_decode_vs_stock: speed(gpu.ours, gpu.stock, 'sample', clock),
    webgpu_update_vs_stock: speed(gpu.ours, gpu.stock, 'update', clock),
  };
}

type Timed = EngineRow['timing'] | undefined;

/** How many times faster `ours` does a task. */
function speed(ours: Timed, other: Timed, task: Task, clock: Clock): Ratio {
  const [mine, theirs] = [rate(ours, task, clock), rate(other, task, clock)];
  return mine === null || theirs === null ? null : mine / theirs;
}

/** Updates, scores or sampled tokens a millisecond: engines draw differently many tokens. */
function rate(timing: Timed, task: Task, clock: Clock): number | null {
  const time = timing?.[task]?.[clock] ?? null;
  if (time === null) return null;
  return (task === 'sample' ? timing!.sample!.tokens : 1) / time;
}
