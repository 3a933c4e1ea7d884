/** Hands jobs to sandbox workers, keeps a spare one warm, replaces a dead or stuck one, and retries what it was doing once. */

import { type InterpreterState, type Job, lostResult, type Result, stuckResult, wallMsOf } from '../judging/jobs.ts';
import type { WorkerReply, WorkerRequest } from './protocol.ts';

/** What the pool needs of a `Worker`. */
export interface WorkerLike {
  postMessage(message: WorkerRequest): void;
  terminate(): void;
  onmessage: ((event: { data: WorkerReply }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
}

export interface PoolOptions {
  /** Workers that do jobs at the same time. */
  readonly size: number;
  /** Makes a worker that is already sent its `boot` message. */
  readonly spawn: () => WorkerLike;
  /** Milliseconds on top of a job's own wall limit before its worker is given up. */
  readonly graceMs?: number;
  /** Called when the first worker is ready, and when a worker was lost. */
  readonly onEvent?: (event: { readonly type: 'ready' } | { readonly type: 'infra'; readonly message: string }) => void;
}

const DEFAULT_GRACE_MS = 3000;
/** Jobs in one message to a worker, at most. */
const MAX_CHUNK = 16;
/** The pool gives up when so many workers in a row die before they are ready. */
const MAX_FAILED_BOOTS = 3;

interface Task {
  readonly job: Job;
  readonly done: (result: Result) => void;
  /** True once a worker died over it: it then runs alone, so that the next death has one cause. */
  retried: boolean;
}

interface Slot {
  readonly worker: WorkerLike;
  ready: boolean;
  /** What the worker was sent and has not answered, in order. */
  tasks: Task[];
  /** Who asked for its state and has no answer yet; a lost worker has none to give. */
  readonly asking: ((state: InterpreterState | undefined) => void)[];
  timer: ReturnType<typeof setTimeout> | undefined;
}

export class Pool implements Disposable {
  readonly #options: PoolOptions;
  readonly #slots = new Set<Slot>();
  #queue: Task[] = [];
  #failedBoots = 0;
  #announced = false;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    for (let i = 0; i <= options.size; i++) this.#add();
  }

  [Symbol.dispose](): void {
    this.#closed = true;
    for (const slot of [...this.#slots]) this.#drop(slot);
    this.#giveUp('the sandbox was closed');
  }

  /** Results in order; never rejects. */
  run(jobs: readonly Job[]): Promise<Result[]> {
    const results = jobs.map(
      (job) =>
        new Promise<Result>((done) => {
          this.#queue.push({ job, done, retried: false });
        }),
    );
    if (this.#closed || this.#slots.size === 0) this.#giveUp('no sandbox worker could be started');
    this.#dispatch();
    return Promise.all(results);
  }

  /** The state of each ready worker, the spare included, once it has done what it was sent before. */
  async digest(): Promise<InterpreterState[]> {
    const states = [...this.#slots]
      .filter((slot) => slot.ready)
      .map(
        (slot) =>
          new Promise<InterpreterState | undefined>((done) => {
            slot.asking.push(done);
            slot.worker.postMessage({ type: 'digest' });
          }),
      );
    return (await Promise.all(states)).filter((state) => state !== undefined);
  }

  #add(): void {
    const slot: Slot = { worker: this.#options.spawn(), ready: false, tasks: [], asking: [], timer: undefined };
    this.#slots.add(slot);
    slot.worker.onmessage = ({ data }) => this.#receive(slot, data);
    slot.worker.onerror = ({ message }) => this.#lost(slot, message ?? 'the worker died', false);
  }

  #drop(slot: Slot): void {
    clearTimeout(slot.timer);
    slot.worker.onmessage = null;
    slot.worker.onerror = null;
    slot.worker.terminate();
    this.#slots.delete(slot);
    this.#queue.unshift(...slot.tasks);
    slot.tasks = [];
    for (const done of slot.asking.splice(0)) done(undefined);
  }

  #receive(slot: Slot, reply: WorkerReply): void {
    switch (reply.type) {
      case 'ready':
        slot.ready = true;
        this.#failedBoots = 0;
        if (!this.#announced) this.#options.onEvent?.({ type: 'ready' });
        this.#announced = true;
        break;
      case 'results':
        for (const result of reply.results) slot.tasks.shift()?.done(result);
        this.#watch(slot);
        break;
      case 'state':
        slot.asking.shift()?.(reply.state);
        break;
      case 'failed':
        this.#lost(slot, reply.message, false);
        break;
      default:
        reply satisfies never;
    }
    this.#dispatch();
  }

  /** A worker died, or was stuck for too long: its first task is to blame if it ran alone, otherwise all run again. */
  #lost(slot: Slot, message: string, stuck: boolean): void {
    const alone = slot.tasks.length === 1 && slot.tasks[0]!.retried ? slot.tasks.pop() : undefined;
    for (const task of slot.tasks) task.retried = true;
    if (!slot.ready) this.#failedBoots++;
    this.#drop(slot);
    this.#options.onEvent?.({ type: 'infra', message });
    alone?.done(stuck ? stuckResult(alone.job) : lostResult(alone.job, message, 'sealed'));
    if (!this.#closed && this.#failedBoots < MAX_FAILED_BOOTS) this.#add();
    else if (this.#slots.size === 0) this.#giveUp(message);
    this.#dispatch();
  }

  #giveUp(message: string): void {
    for (const task of this.#queue.splice(0)) task.done(lostResult(task.job, message, 'sealed'));
  }

  #dispatch(): void {
    for (const slot of this.#slots) {
      const busy = [...this.#slots].filter((other) => other.tasks.length > 0).length;
      if (this.#queue.length === 0 || busy >= this.#options.size) return;
      if (!slot.ready || slot.tasks.length > 0) continue;
      slot.tasks = this.#nextChunk();
      slot.worker.postMessage({ type: 'run', jobs: slot.tasks.map((task) => task.job) });
      this.#watch(slot);
    }
  }

  #nextChunk(): Task[] {
    if (this.#queue[0]?.retried) return this.#queue.splice(0, 1);
    const fresh = this.#queue.findIndex((task) => task.retried);
    const share = Math.ceil(this.#queue.length / (2 * this.#options.size));
    return this.#queue.splice(0, Math.min(MAX_CHUNK, share, fresh < 0 ? MAX_CHUNK : fresh));
  }

  /** Gives the worker the time of its next job, counted from now. */
  #watch(slot: Slot): void {
    clearTimeout(slot.timer);
    const [next] = slot.tasks;
    if (next === undefined) return;
    const wall = wallMsOf(next.job) + (this.#options.graceMs ?? DEFAULT_GRACE_MS);
    slot.timer = setTimeout(() => this.#lost(slot, 'the watchdog gave up a stuck worker', true), wall);
  }
}
