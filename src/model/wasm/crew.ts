/** The threads of one policy: a network in this thread, more in helpers. What comes out does not depend on how many. */

import type { ModelSpec } from '../spec.ts';
import { Helper } from './helper.ts';
import { type Job, type JobResults, runJob } from './jobs.ts';
import { Network, type WeightSet } from './network.ts';
import type { Platform } from './platform.ts';

/** More threads find no work in a usual minibatch, which is cut into four; see `LANES` in `policy.ts`. */
const MOST_WORKERS = 4;

/** Threads for a machine: four only where that leaves two cores to judge programs and to draw the page, two where it can. */
export function workersFor(cores: number): number {
  return cores >= MOST_WORKERS + 2 ? MOST_WORKERS : Math.min(2, cores);
}

/** Sees the result of job `index`; if that was a gradient, it is in `network.buffers.gradient` just now. */
export type Collect<T extends Job['type']> = (result: JobResults[T], index: number) => void;

export class Crew implements AsyncDisposable {
  readonly network: Network;
  readonly #helpers: readonly Helper[];

  private constructor(network: Network, helpers: readonly Helper[]) {
    this.network = network;
    this.#helpers = helpers;
  }

  static async start(platform: Platform, module: WebAssembly.Module, spec: ModelSpec, workers: number): Promise<Crew> {
    if (!(Number.isInteger(workers) && workers > 0)) {
      throw new Error(`wasm: workers: expected a whole number above 0, got ${workers}`);
    }
    const network = new Network(module, spec);
    const threads = await Promise.all(Array.from({ length: workers - 1 }, () => platform.spawnThread()));
    return new Crew(
      network,
      threads.map((thread) => new Helper(thread, module, spec)),
    );
  }

  /** This one included. */
  get threads(): number {
    return this.#helpers.length + 1;
  }

  /** Runs jobs on all threads, each a run of neighbours, and hands over their results in order. */
  async run<T extends Job['type']>(jobs: readonly Extract<Job, { type: T }>[], collect: Collect<T>): Promise<void> {
    const { threads } = this;
    const start = (thread: number) => Math.ceil((jobs.length * thread) / threads);
    const shareOf = (thread: number) => jobs.slice(start(thread), start(thread + 1));
    // A helper that died, or ran out of memory, changes how long this takes but not what comes out.
    const answers = this.#helpers.map((helper, h) => helper.run(shareOf(h + 1)).catch(() => null));
    await this.#runHere(shareOf(0), start(0), collect);
    for (const [h, helper] of this.#helpers.entries()) {
      const first = start(h + 1);
      const answer = await answers[h]!;
      if (!answer) await this.#runHere(shareOf(h + 1), first, collect);
      answer?.forEach(({ result, gradient }, i) => {
        if (gradient) {
          this.network.vector('gradient').set(gradient);
          helper.recycle(gradient);
        }
        collect(result as JobResults[T], first + i);
      });
    }
  }

  async #runHere<T extends Job['type']>(
    jobs: readonly Extract<Job, { type: T }>[],
    first: number,
    collect: Collect<T>,
  ): Promise<void> {
    for (const [i, job] of jobs.entries()) {
      await breathe();
      collect(runJob(this.network, job) as JobResults[T], first + i);
    }
  }

  /** Gives all helpers a set of weights as this thread's network has it. */
  broadcast(which: WeightSet): void {
    for (const helper of this.#helpers) helper.setWeights(which, this.network.weights(which));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#helpers.map((helper) => helper[Symbol.asyncDispose]()));
  }
}

/** Between jobs whoever owns this thread may handle its messages (pause, stop); browsers hold timers back for longer. */
function breathe(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
