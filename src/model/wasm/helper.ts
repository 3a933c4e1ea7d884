/** Helper threads: each owns a network, receives weights and jobs, and answers with results. */

import type { ModelSpec } from '../spec.ts';
import { type Job, type JobResult, runJob } from './jobs.ts';
import { Network, type WeightSet } from './network.ts';

/** A parameter vector as it lies in the arena. It is moved, not copied, and travels back and forth: new memory is dear. */
export type Vector = Float32Array<ArrayBuffer>;

export type ToHelper =
  | { readonly type: 'start'; readonly module: WebAssembly.Module; readonly spec: ModelSpec }
  | { readonly type: 'weights'; readonly which: WeightSet; readonly data: Vector }
  | { readonly type: 'jobs'; readonly id: number; readonly jobs: readonly Job[]; readonly spare: readonly Vector[] };

export interface Answer {
  readonly result: JobResult;
  /** Of a gradient job. */
  readonly gradient?: Vector;
}

export type FromHelper =
  | { readonly id: number; readonly answers: readonly Answer[] }
  | { readonly id: number; readonly error: string };

export type Post<Message> = (message: Message, transfer: ArrayBuffer[]) => void;

/** The helper's side: handles one message, in order. */
export function createHelper(post: Post<FromHelper>): (message: ToHelper) => void {
  let network: Network | undefined;
  const pool: Vector[] = [];
  const answer = (job: Job): Answer => {
    if (!network) throw new Error('wasm helper: expected a start message first');
    const result = runJob(network, job);
    return job.type === 'gradient' ? { result, gradient: copyInto(pool, network.vector('gradient')) } : { result };
  };
  return (message) => {
    switch (message.type) {
      case 'start':
        network = new Network(message.module, message.spec);
        return;
      case 'weights':
        network?.weights(message.which).set(message.data);
        pool.push(message.data);
        return;
      case 'jobs':
        pool.push(...message.spare);
        try {
          const answers = message.jobs.map(answer);
          post({ id: message.id, answers }, buffersOf(answers));
        } catch (error) {
          post({ id: message.id, error: error instanceof Error ? error.message : String(error) }, []);
        }
        return;
      default:
        message satisfies never;
    }
  };
}

/** A copy of `values` in a vector of the pool, or in a new one. */
function copyInto(pool: Vector[], values: Float32Array): Vector {
  const vector = pool.pop() ?? new Float32Array(values.length);
  vector.set(values);
  return vector;
}

function buffersOf(answers: readonly Answer[]): ArrayBuffer[] {
  return answers.flatMap(({ gradient }) => (gradient ? [gradient.buffer] : []));
}

/** A worker thread of either platform. */
export interface Thread {
  readonly post: Post<ToHelper>;
  onMessage(listener: (message: FromHelper) => void): void;
  /** The thread died; its pending work is lost. */
  onFailure(listener: (reason: string) => void): void;
  terminate(): Promise<void>;
}

interface Waiting {
  resolve(answers: readonly Answer[]): void;
  reject(error: Error): void;
}

/** The owner's side of a helper thread. */
export class Helper implements AsyncDisposable {
  readonly #thread: Thread;
  readonly #waiting = new Map<number, Waiting>();
  readonly #pool: Vector[] = [];
  #nextId = 0;
  #failure: string | undefined;

  constructor(thread: Thread, module: WebAssembly.Module, spec: ModelSpec) {
    this.#thread = thread;
    thread.onMessage((message) => {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if ('answers' in message) waiting?.resolve(message.answers);
      else waiting?.reject(new Error(message.error));
    });
    thread.onFailure((reason) => this.#fail(`it died: ${reason}`));
    thread.post({ type: 'start', module, spec }, []);
  }

  /** `values` are copied. */
  setWeights(which: WeightSet, values: Float32Array): void {
    const data = copyInto(this.#pool, values);
    this.#thread.post({ type: 'weights', which, data }, [data.buffer]);
  }

  run(jobs: readonly Job[]): Promise<readonly Answer[]> {
    if (this.#failure) return Promise.reject(new Error(this.#failure));
    if (jobs.length === 0) return Promise.resolve([]);
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      const spare = this.#pool.splice(0);
      const transfer = spare.map(({ buffer }) => buffer);
      this.#thread.post({ type: 'jobs', id, jobs, spare }, transfer);
    });
  }

  /** Takes back a vector that the helper sent. */
  recycle(vector: Vector): void {
    this.#pool.push(vector);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#fail('it was disposed');
    await this.#thread.terminate();
  }

  #fail(what: string): void {
    this.#failure = `wasm helper: expected the thread to live, ${what}`;
    for (const waiting of this.#waiting.values()) waiting.reject(new Error(this.#failure));
    this.#waiting.clear();
  }
}
