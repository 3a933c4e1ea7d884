/** Helper threads: each owns a network, receives weights and jobs, and answers with results. */

import type { ModelSpec } from '../spec.ts';
import { type Job, type JobResult, runJob } from './jobs.ts';
import { Network, type WeightSet } from './network.ts';

export type ToHelper =
  | { readonly type: 'start'; readonly module: WebAssembly.Module; readonly spec: ModelSpec }
  | { readonly type: 'weights'; readonly which: WeightSet; readonly data: Float32Array }
  | { readonly type: 'jobs'; readonly id: number; readonly jobs: readonly Job[] };

export type FromHelper =
  | { readonly id: number; readonly results: readonly JobResult[] }
  | { readonly id: number; readonly error: string };

/** The helper's side: handles one message, in order. */
export function createHelper(post: (message: FromHelper) => void): (message: ToHelper) => void {
  let network: Network | undefined;
  const ready = () => {
    if (!network) throw new Error('wasm helper: expected a start message first');
    return network;
  };
  return (message) => {
    switch (message.type) {
      case 'start':
        network = new Network(message.module, message.spec);
        return;
      case 'weights':
        ready().setWeights(message.which, message.data);
        return;
      case 'jobs':
        try {
          post({ id: message.id, results: message.jobs.map((job) => runJob(ready(), job)) });
        } catch (error) {
          post({ id: message.id, error: error instanceof Error ? error.message : String(error) });
        }
        return;
      default:
        message satisfies never;
    }
  };
}

/** A worker thread of either platform. */
export interface Thread {
  post(message: ToHelper): void;
  onMessage(listener: (message: FromHelper) => void): void;
  /** The thread died; its pending work is lost. */
  onFailure(listener: (reason: string) => void): void;
  terminate(): Promise<void>;
}

interface Waiting {
  resolve(results: readonly JobResult[]): void;
  reject(error: Error): void;
}

/** The owner's side of a helper thread. */
export class Helper implements AsyncDisposable {
  readonly #thread: Thread;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 0;
  #failure: string | undefined;

  constructor(thread: Thread, module: WebAssembly.Module, spec: ModelSpec) {
    this.#thread = thread;
    thread.onMessage((message) => {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if ('results' in message) waiting?.resolve(message.results);
      else waiting?.reject(new Error(message.error));
    });
    thread.onFailure((reason) => {
      this.#failure = `wasm helper: expected the thread to live, it died: ${reason}`;
      for (const waiting of this.#waiting.values()) waiting.reject(new Error(this.#failure));
      this.#waiting.clear();
    });
    thread.post({ type: 'start', module, spec });
  }

  setWeights(which: WeightSet, data: Float32Array): void {
    this.#thread.post({ type: 'weights', which, data });
  }

  run(jobs: readonly Job[]): Promise<readonly JobResult[]> {
    if (this.#failure) return Promise.reject(new Error(this.#failure));
    if (jobs.length === 0) return Promise.resolve([]);
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#thread.post({ type: 'jobs', id, jobs });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread.terminate();
  }
}
