/**
 * The whole benchmark in one run: ceilings, engines side by side, growth, WebGPU, the exercise end to end. A part that
 * fails is left out, and the others are measured all the same.
 */

import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildWasm } from '../scripts/build-wasm.ts';
import { BrowserSession } from '../src/cli/browser-session.ts';
import { messageOf } from '../src/core/errors.ts';
import { measureCeilings } from '../src/model/benchmark/ceilings.ts';
import { BASE_SPEC, WORKLOAD_SIZES, type WorkloadSize } from '../src/model/benchmark/workload.ts';
import { type Peers, raceEngines } from './engines.ts';
import { type ExerciseReport, measureExercise } from './exercise.ts';
import { measureGrowth } from './growth.ts';
import type { BenchOptions, BenchPart } from './parts.ts';
import { findPackage, findPython } from './peers/installed.ts';
import { type BenchResult, type EngineTable, engineTable, type PageReport, summarize } from './result.ts';
import type { WebgpuReport } from './webgpu.ts';

type Progress = (message: string, transient?: boolean) => void;

export async function runBench(options: BenchOptions, progress: Progress): Promise<BenchResult> {
  const missing: Record<string, string> = { ...LEFT_OUT };
  const wants = (part: BenchPart) => options.parts.includes(part);
  await buildWasm();
  const ceilings = measureCeilings();
  const engines = wants('engines') ? await engineTables(options, progress, missing) : [];
  const growth = wants('growth')
    ? await attempt('growth', missing, () => measureGrowth(counted('growth', progress)))
    : null;
  const webgpu = wants('webgpu') ? await webgpuInNode(progress, missing) : null;
  const page = wants('webgpu')
    ? await inPage('WebGPU in the page', missing, (session) => webgpuInPage(session, progress, missing))
    : null;
  const exercise = wants('exercise') ? await exerciseInPage(options, progress, missing) : null;
  const cores = availableParallelism();
  return summarize({ cores, ceilings, engines, growth, webgpu, page, exercise, missing });
}

/** What a part has measured, or null with its reason in `missing`. */
async function attempt<T>(name: string, missing: Record<string, string>, part: () => Promise<T>): Promise<T | null> {
  try {
    return await part();
  } catch (error) {
    missing[name] = messageOf(error);
    return null;
  }
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
  const onMissing = (name: string, reason: string) => {
    missing[name] = reason;
  };
  const tables: EngineTable[] = [];
  for (const size of sizes) {
    const onProgress = counted(`engines, prompts shared by ${size.sharedBy}`, progress);
    const table = await attempt('engines', missing, async () =>
      engineTable(size, await raceEngines({ spec: BASE_SPEC, size, rounds, peers, onProgress, onMissing })),
    );
    // Ratios are of the first table: a later one does not stand in for it.
    if (table === null) break;
    tables.push(table);
  }
  return tables;
}

/** Peers that are not compared, each with the reason (docs/notes/engines.md has more of it). */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'onnxruntime-web': 'it decodes only, and needs an export of each checkpoint by tools that are not at hand',
};

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

/** In a browser of its own: one that a part has brought down is no loss to the next. */
function inPage<T>(
  name: string,
  missing: Record<string, string>,
  part: (session: BrowserSession) => Promise<T>,
): Promise<T | null> {
  return attempt(name, missing, async () => {
    await using session = await BrowserSession.open();
    return await part(session);
  });
}

async function exerciseInPage(
  { epochs, trl }: BenchOptions,
  progress: Progress,
  missing: Record<string, string>,
): Promise<ExerciseReport | null> {
  const python = trl ? await pythonWith('TRL', ['trl'], missing) : null;
  const onTrouble = (what: string, message: string) => {
    missing[what] = message;
  };
  return inPage('exercise', missing, (session) => measureExercise(session, { epochs, python }, progress, onTrouble));
}

/** On a GPU both engines on an epoch's work; on an emulated one ours counts its dispatches. */
async function webgpuInPage(
  session: BrowserSession,
  progress: Progress,
  missing: Record<string, string>,
): Promise<PageReport> {
  const request = { backends: ['webgpu'], size: 'full', rounds: 3, emulated: true } as const;
  const { engines, notes } = await session.call('benchmark', request, ({ done, total }) =>
    progress(`WebGPU in the page: ${done} of ${total}`, done < total),
  );
  const [ours, stock = null] = engines;
  // On a GPU the stock engine is expected, and the notes say why it is not there.
  if (stock === null && !ours!.software) missing['TensorFlow.js WebGPU in the page'] = notes.join('; ');
  return { ours: ours!, stock };
}
