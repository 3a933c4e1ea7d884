/** Owner of one tool's worker: starts it when it is first needed, and lives without it where it cannot be had. */

import * as Comlink from 'comlink';
import { messageOf } from '../../core/errors.ts';
import type { Checked, ToolLayer } from './checker.ts';
import type { ToolWorkerApi } from './tool-worker.ts';

export interface RemoteToolOptions {
  readonly layer: ToolLayer;
  /** Address of the folder with the tools' files. */
  readonly folder: string;
  /** Hears once of each way in which the tool could not be had. */
  readonly onNotice?: (message: string) => void;
}

const SECOND = 1000;
/** Seconds for loading the tool on a slow, busy machine. */
const OPEN_PATIENCE = 180;
/** Seconds for one message of sources; the types tool itself gives up a silent server well before. */
const CHECK_PATIENCE = 90;
/** Sources in one message. */
const CHUNK = 50;
/** A tool that could not be had is tried again after so long. */
const RETRY_MS = 10 * 60 * SECOND;
/** Sources of one call that may break the tool; the rest then waits for another call. */
const MAX_BROKEN = 8;

interface Running {
  readonly worker: Worker;
  readonly remote: Comlink.Remote<ToolWorkerApi>;
  /** Resolves when the tool can check. */
  readonly opened: Promise<void>;
  /** Rejects when the worker dies or is ended; a Comlink call alone would wait for ever. */
  readonly ended: Promise<never>;
  readonly end: (error: Error) => void;
}

export class RemoteTool implements Disposable {
  readonly #options: RemoteToolOptions;
  readonly #said = new Set<string>();
  #running: Running | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #resumeAt = 0;
  #closed = false;

  constructor(options: RemoteToolOptions) {
    this.#options = options;
  }

  /**
   * What the tool finds, in the order of the sources: null where it cannot look at a source, undefined where the tool was
   * not to be had this time. Never rejects. One call at a time is worked on.
   */
  check(sources: readonly string[]): Promise<(Checked | undefined)[]> {
    const checked = this.#last.then(() => this.#check(sources));
    this.#last = checked;
    return checked;
  }

  [Symbol.dispose](): void {
    this.#closed = true;
    this.#stop();
  }

  async #check(sources: readonly string[]): Promise<(Checked | undefined)[]> {
    const answers: (Checked | undefined)[] = [];
    let broken = 0;
    try {
      while (answers.length < sources.length && broken <= MAX_BROKEN && this.#mayRun()) {
        this.#running ??= this.#start();
        const running = this.#running;
        await within(running, OPEN_PATIENCE, running.opened);
        const chunk = sources.slice(answers.length, answers.length + CHUNK);
        const { answers: found, worn } = await within(running, CHECK_PATIENCE, running.remote.check(chunk));
        answers.push(...found);
        if (!worn) continue;
        broken++;
        this.#stop();
      }
    } catch (error) {
      this.#giveUp(messageOf(error));
    }
    return sources.map((_, i) => answers[i]);
  }

  #mayRun(): boolean {
    return !this.#closed && performance.now() >= this.#resumeAt;
  }

  #start(): Running {
    const worker = new Worker(new URL('./tool-worker.ts', import.meta.url), { type: 'module' });
    const { promise: ended, reject: end } = Promise.withResolvers<never>();
    ended.catch(() => undefined); // between two calls nobody is there to hear it
    worker.addEventListener('error', ({ message }) => end(new Error(message || 'its worker died')));
    const remote = Comlink.wrap<ToolWorkerApi>(worker);
    return { worker, remote, ended, end, opened: remote.open(this.#options.layer, this.#options.folder) };
  }

  #stop(): void {
    this.#running?.end(new Error('its worker was ended'));
    this.#running?.worker.terminate();
    this.#running = undefined;
  }

  #giveUp(reason: string): void {
    this.#stop();
    this.#resumeAt = performance.now() + RETRY_MS;
    if (this.#closed || this.#said.has(reason)) return;
    this.#said.add(reason);
    this.#options.onNotice?.(`${this.#options.layer}: left out, its tool is not to be had (${reason})`);
  }
}

/** Counts seconds in which this thread is free to hear an answer: a busy trainer must not take its own absence for the tool's. */
async function within<T>({ ended }: Running, seconds: number, answer: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  let left = seconds;
  const timer = setInterval(() => {
    if (--left < 0) reject(new Error(`expected an answer within ${seconds} s, got none`));
  }, SECOND);
  try {
    return await Promise.race([answer, ended, late]);
  } finally {
    clearInterval(timer);
  }
}
