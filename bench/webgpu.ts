/**
 * Our WebGPU engine against stock TensorFlow.js on one adapter, in Node on Dawn. One line of JSON on stdout.
 *
 * `tsx bench/webgpu.ts FOLDER [SIZE] [ROUNDS]`: FOLDER is that of the npm package `webgpu`, which is no dependency. Without
 * a GPU, a driver such as lavapipe stands in for one (`VK_ICD_FILENAMES`).
 */

import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type * as Tf from '@tensorflow/tfjs-core';
import type { Policy } from '../src/core/policy.ts';
import { policyContestant, race, type Timing } from '../src/model/benchmark/race.ts';
import { BASE_SPEC, createWorkload, WORKLOAD_SIZES, type WorkloadSize } from '../src/model/benchmark/workload.ts';
import { cpuMilliseconds } from './engines.ts';

export interface WebgpuReport {
  readonly adapter: string;
  readonly workload: WorkloadSize;
  readonly stock: Timing;
  readonly ours: Timing;
}

/** An emulated GPU takes a minute for an epoch's work on the stock engine. */
const SIZES = { ...WORKLOAD_SIZES, lavapipe: { sequences: 32, tokens: 32, promptTokens: 11, sharedBy: 8 } };

/** Puts Dawn where TensorFlow.js looks for a browser's GPU; before its backend is imported. Returns the adapter's name. */
async function installDawn(folder: string): Promise<string> {
  const entry = pathToFileURL(join(folder, 'index.js')).href;
  const dawn = (await import(entry)) as { create(flags: string[]): GPU; globals: Record<string, unknown> };
  Object.assign(globalThis, dawn.globals);
  const gpu = dawn.create([]);
  const navigator = { gpu, userAgent: 'node', hardwareConcurrency: 1 };
  Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true });
  const adapter = await gpu.requestAdapter();
  if (adapter === null) throw new Error('webgpu: expected an adapter, Dawn found none');
  const { vendor, architecture, description } = adapter.info;
  return description || `${vendor} ${architecture}`;
}

/** Counts the programs that TensorFlow.js starts, whoever asks for them. */
function countPrograms(tf: typeof Tf): () => number {
  const backend = tf.backend() as unknown as { runWebGPUProgram(...args: unknown[]): unknown };
  const original = backend.runWebGPUProgram;
  let count = 0;
  backend.runWebGPUProgram = function (...args) {
    count++;
    return original.apply(this, args);
  };
  return () => count;
}

async function main(folder: string, size: keyof typeof SIZES, rounds: number): Promise<WebgpuReport> {
  const adapter = await installDawn(folder);
  const workload = createWorkload(BASE_SPEC, SIZES[size]);
  const { spec, weights } = workload;
  const { createTfjsPolicy } = await import('../src/model/tfjs/policy.ts');
  const { createWebgpuPolicy } = await import('../src/model/webgpu/policy.ts');
  const tf = await import('@tensorflow/tfjs-core');
  const stock: Policy = await createTfjsPolicy({ spec, weights, backend: 'webgpu' });
  const ours: Policy = await createWebgpuPolicy({ spec, weights });
  const dispatches = countPrograms(tf);
  const contestants = [
    policyContestant('webgpu', ours, workload, { cpu: cpuMilliseconds, dispatches }),
    policyContestant('TensorFlow.js webgpu', stock, workload, { cpu: cpuMilliseconds, dispatches }),
  ];
  const onProgress = (done: number, total: number) => void process.stderr.write(`webgpu ${done} of ${total}\n`);
  const [first, second] = await race(contestants, { rounds, onProgress });
  return { adapter, workload: workload.size, ours: first!, stock: second! };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder = '', size = 'lavapipe', rounds = '2'] = process.argv.slice(2);
  if (!(size in SIZES)) throw new Error(`webgpu: expected one of ${Object.keys(SIZES).join(', ')}, got ${size}`);
  console.log(JSON.stringify(await main(folder, size as keyof typeof SIZES, Number(rounds))));
  // Dawn keeps the process alive.
  process.exit(0);
}
