/** A peer in a process of its own, written in its own language, that gets its job in a file and is asked line by line. */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Measurement } from '../../src/model/benchmark/race.ts';
import type { Workload } from '../../src/model/benchmark/workload.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** What the scripts that compute answer. */
export interface Answer extends Omit<Measurement, 'dispatches'> {
  readonly peakBytes: number;
}

/** A script of this folder that answers each line on stdin with one line of JSON. */
export class ScriptPeer implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #script: string;
  #stderr = '';

  private constructor(child: ChildProcess, script: string) {
    this.#child = child;
    this.#script = script;
    this.#lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text;
    });
    child.stdin!.on('error', () => {}); // Whoever waits for the answer hears that the script has ended.
  }

  /** `run` is an interpreter with its own arguments; `variables` are added to the environment. */
  static start(
    run: readonly [string, ...string[]],
    script: string,
    job: string,
    variables: Readonly<Record<string, string>> = {},
  ): ScriptPeer {
    const [command, ...args] = run;
    const env = { ...process.env, ...variables };
    return new ScriptPeer(spawn(command, [...args, `${FOLDER}${script}`, job], { env, stdio: 'pipe' }), script);
  }

  /** The next line of stdout, parsed. */
  async read(): Promise<unknown> {
    const { value, done } = await this.#lines.next();
    if (done) throw new Error(`${this.#script}: expected an answer, but it ended: ${this.#stderr.trim().slice(-2000)}`);
    return JSON.parse(value);
  }

  ask(line: string): Promise<unknown> {
    this.#child.stdin!.write(`${line}\n`);
    return this.read();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill();
    await ended;
  }
}

/**
 * Environment of a script that computes on several threads. Threads that spin while they wait, as OpenMP's do by default,
 * cost such a script three to ten times its time when the cores have other work too; here they sleep.
 */
export function threadVariables(threads: number): Readonly<Record<string, string>> {
  return { OMP_NUM_THREADS: String(threads), OMP_WAIT_POLICY: process.env.OMP_WAIT_POLICY ?? 'PASSIVE' };
}

/** Runs `work` with the path of a file that holds the job; both are gone afterwards. */
export async function withJob<T>(job: object, work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'greenbar-bench-'));
  try {
    const path = join(folder, 'job.json');
    await writeFile(path, JSON.stringify(job));
    return await work(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A workload with its weights in a file, for a script that computes. Both files may go once it has answered. */
export async function withWorkload<T>(
  { spec, weights, prompts, batch, step }: Workload,
  more: object,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'greenbar-bench-'));
  try {
    const packed = join(folder, 'weights.f32');
    await writeFile(packed, weights);
    const completions = batch.sequences.map(({ completion }) => completion);
    return await withJob({ spec, step, weights: packed, prompts, completions, ...more }, work);
  } finally {
    await rm(folder, { recursive: true });
  }
}
