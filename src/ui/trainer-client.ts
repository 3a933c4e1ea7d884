/** Starts the trainer worker and the sealed sandbox frame, joins the two, and speaks to the worker through Comlink. */

import * as Comlink from 'comlink';
import { parseConfig, type RunConfig, type RunConfigInput } from '../core/config.ts';
import type { RunEvent } from '../core/records.ts';
import { mountSandbox, type SandboxFrame } from '../sandbox/frame.ts';
import type { DeviceInfo, RunSnapshot, RunSummary, TrainerApi } from '../trainer/api.ts';
import type { RunClient, RunListener } from './run-client.ts';

type OnEvents = (events: readonly RunEvent[]) => void;

/** The trainer as the page and its script interface use it. */
export class TrainerClient implements RunClient, AsyncDisposable {
  /** The whole trainer, for calls that are no run (grading, sampling, evaluation, pre-training). */
  readonly remote: Comlink.Remote<TrainerApi>;
  readonly #worker: Worker;
  readonly #listeners = new Set<RunListener>();
  /** Rejects when the worker dies; a Comlink call alone would wait for ever. */
  readonly #died: Promise<never>;
  readonly #connected: Promise<void>;
  #warmUp: Promise<void> = Promise.resolve();
  #sandbox: SandboxFrame | undefined;

  constructor() {
    this.#worker = new Worker(new URL('../trainer/worker.ts', import.meta.url), { type: 'module' });
    this.remote = Comlink.wrap<TrainerApi>(this.#worker);
    this.#died = new Promise((_, reject) => {
      this.#worker.addEventListener('error', (event) =>
        reject(new Error(`trainer: ${event.message || 'the worker died'}`)),
      );
    });
    this.#connected = this.#connectSandbox();
    // Both are awaited by whoever calls next; until then nobody is there to hear them fail.
    this.#died.catch(nothing);
    this.#connected.catch(nothing);
  }

  /** Resolves when the trainer can judge programs and is not busy with warming up. */
  readonly ready = async (): Promise<void> => {
    await this.alive(this.#connected);
    await this.#warmUp;
  };

  /** Passes a call's result on; rejects when the worker dies while it waits. */
  readonly alive = <T>(call: Promise<T>): Promise<T> => Promise.race([call, this.#died]);

  listen(listener: RunListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Loads the model ahead of the first run. */
  prepare(config: RunConfigInput, onEvents: OnEvents): Promise<DeviceInfo> {
    const prepared = this.alive(this.#connected).then(() =>
      this.alive(this.remote.prepare(config, Comlink.proxy(onEvents))),
    );
    this.#warmUp = prepared.then(nothing, nothing); // the trainer does one thing at a time
    return prepared;
  }

  train(config: RunConfigInput): Promise<RunSummary | null> {
    return this.#run(parseConfig(config), (onEvents) => this.remote.train(config, onEvents));
  }

  resumeRun(snapshot: RunSnapshot): Promise<RunSummary | null> {
    return this.#run(snapshot.config, (onEvents) => {
      for (const listener of this.#listeners) listener.onEvents(snapshot.events);
      return this.remote.resumeRun(snapshot.id, onEvents);
    });
  }

  pause = () => this.alive(this.remote.pause());
  resume = () => this.alive(this.remote.resume());
  stop = () => this.alive(this.remote.stop());
  rollouts = (step?: number) => this.alive(this.remote.rollouts(step));
  unfinishedRun = () => this.alive(this.remote.unfinishedRun());
  discardRun = (id: string) => this.alive(this.remote.discardRun(id));

  async [Symbol.asyncDispose](): Promise<void> {
    this.remote[Comlink.releaseProxy]();
    this.#worker.terminate();
    this.#sandbox?.[Symbol.dispose]();
  }

  async #run(config: RunConfig, start: (onEvents: OnEvents) => Promise<RunSummary | null>) {
    for (const listener of this.#listeners) listener.onStart(config);
    const onEvents: OnEvents = (events) => {
      for (const listener of this.#listeners) listener.onEvents(events);
    };
    try {
      await this.ready();
      const summary = await this.alive(start(Comlink.proxy(onEvents)));
      for (const listener of this.#listeners) listener.onEnd(null);
      return summary;
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      for (const listener of this.#listeners) listener.onEnd(failure);
      throw failure;
    }
  }

  /** `?workers=N` sets how many programs are judged at a time. */
  async #connectSandbox(): Promise<void> {
    const workers = Number(new URLSearchParams(location.search).get('workers'));
    const baseUrl = new URL('sandbox/', document.baseURI);
    const sandbox = await mountSandbox({ baseUrl, ...(workers > 0 ? { workers } : {}) });
    this.#sandbox = sandbox;
    await this.remote.connect(Comlink.transfer(sandbox.port, [sandbox.port]), document.baseURI);
  }
}

const nothing = () => undefined;
