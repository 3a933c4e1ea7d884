/** The whole benchmark in one run: ceilings, engines side by side, growth, WebGPU, the exercise end to end. */

import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildWasm } from '../scripts/build-wasm.ts';
import { BrowserSession } from '../src/cli/browser-session.ts';
import { messageOf } from '../src/core/errors.ts';
import { measureCeilings } from '../src/model/benchmark/ceilings.ts';
import { BASE_SPEC, WORKLOAD_SIZES, type WorkloadSize } from '../src/model/benchmark/workload.ts';
import type { BenchmarkEngine } from '../src/trainer/benchmark.ts';
import { type Peers, raceEngines } from './engines.ts';
import { type ExerciseReport, measureExercise } from './exercise.ts';
import { measureGrowth } from './growth.ts';
import type { BenchOptions, BenchPart } from './parts.ts';
import { findPackage, findPython } from './peers/installed.ts';
import { type BenchResult, type EngineTable, engineTable, summarize } from './result.ts';
import type { WebgpuReport } from './webgpu.ts';

type Progress = (message: string, transient?: boolean) => void;

export async function runBench(options: BenchOptions, progress: Progress): Promise<BenchResult> {
  const missing: Record<string, string> = { ...LEFT_OUT };
  const wants = (part: BenchPart) => options.parts.includes(part);
  await buildWasm();
  const ceilings = measureCeilings();
  const engines = wants('engines') ? await engineTables(options, progress, missing) : [];
  const growth = wants('growth') ? await measureGrowth(counted('growth', progress)) : null;
  const webgpu = wants('webgpu') ? await webgpuInNode(progress, missing) : null;
  const { page, exercise } = await inPage(options, progress, missing);
  const cores = availableParallelism();
  return summarize({ cores, ceilings, engines, growth, webgpu, page, exercise, missing });
}

async function engineTables(
  { quick, rounds }: BenchOptions,
  progress: Progress,
  missing: Record<string, string>,
): Promise<EngineTable[]> {
  const jax = findPackage('@jax-js/jax', 'GREENBAR_JAX');
  if ('missing' in jax) missing['jax-js'] = jax.missing;
  const peers: Peers = {
    python: await pythonWith('PyTorch', ['torch'], missing),
    jax: 'folder' in jax ? jax.folder : null,
  };
  const sizes: readonly WorkloadSize[] = quick
    ? [WORKLOAD_SIZES.quick]
    : [WORKLOAD_SIZES.full, { ...WORKLOAD_SIZES.full, sharedBy: 1 }];
  const tables: EngineTable[] = [];
  for (const size of sizes) {
    const onProgress = counted(`engines, prompts shared by ${size.sharedBy}`, progress);
    tables.push(engineTable(size, await raceEngines({ spec: BASE_SPEC, size, rounds, peers, onProgress })));
  }
  return tables;
}

/** Peers that are not compared, each with the reason (docs/notes/engines.md has more of it). */
const LEFT_OUT: Readonly<Record<string, string>> = {};

function counted(what: string, progress: Progress): (done: number, total: number) => void {
  return (done, total) => progress(`${what}: ${done} of ${total}`, done < total);
}

async function pythonWith(name: string, modules: readonly string[], missing: Record<string, string>) {
  const found = await findPython(modules);
  if ('python' in found) return found.python;
  missing[name] = found.missing;
  return null;
}

/** In a process of its own: Dawn keeps the one alive that loaded it, and a driver may take it down. */
async function webgpuInNode(progress: Progress, missing: Record<string, string>): Promise<WebgpuReport | null> {
  const dawn = findPackage('webgpu', 'GREENBAR_DAWN');
  if ('missing' in dawn) {
    missing['WebGPU in Node'] = dawn.missing;
    return null;
  }
  progress('WebGPU in Node');
  const script = fileURLToPath(new URL('webgpu.ts', import.meta.url));
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script, dawn.folder]);
    return JSON.parse(stdout.trim().split('\n').at(-1)!) as WebgpuReport;
  } catch (error) {
    missing['WebGPU in Node'] = String((error as { stderr?: string }).stderr ?? error)
      .trim()
      .slice(-500);
    return null;
  }
}

interface PagePart {
  readonly page: BenchmarkEngine | null;
  readonly exercise: ExerciseReport | null;
}

/** What runs in a browser; a machine without one still has the rest. */
async function inPage(options: BenchOptions, progress: Progress, missing: Record<string, string>): Promise<PagePart> {
  const nothing: PagePart = { page: null, exercise: null };
  if (!options.parts.includes('exercise')) return nothing;
  const python = options.trl ? await pythonWith('TRL', ['trl'], missing) : null;
  let session: BrowserSession;
  try {
    session = await BrowserSession.open();
  } catch (error) {
    missing.Chromium = messageOf(error);
    return nothing;
  }
  await using _closed = session;
  const exercise = await measureExercise(session, { epochs: options.epochs, python }, progress);
  return { page: null, exercise };
}
