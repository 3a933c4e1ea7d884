/** One trainer worker joined to one sealed sandbox frame: they live and end together. */

import * as Comlink from 'comlink';
import { mountSandbox, type SandboxFrame } from '../sandbox/frame.ts';
import type { TrainerApi } from '../trainer/api.ts';

export class TrainerLink implements Disposable {
  readonly remote: Comlink.Remote<TrainerApi>;
  /** Resolves when the trainer can judge programs. */
  readonly connected: Promise<void>;
  /** Rejects when the worker dies or is ended; a Comlink call alone would wait for ever. */
  readonly died: Promise<never>;
  readonly #worker: Worker;
  readonly #die: (error: Error) => void;
  /** Bytes of the interpreter that have come, of how many; of 0 where that is not known. */
  #bytes: readonly [done: number, total: number] = [0, 0];
  #onBytes: (done: number, total: number) => void = () => undefined;
  #sandbox: SandboxFrame | undefined;
  #broken = false;

  constructor() {
    this.#worker = new Worker(new URL('../trainer/worker.ts', import.meta.url), { type: 'module' });
    this.remote = Comlink.wrap<TrainerApi>(this.#worker);
    const { promise, reject } = Promise.withResolvers<never>();
    this.died = promise;
    this.#die = (error) => {
      this.#broken = true;
      reject(error);
    };
    this.#worker.addEventListener('error', ({ message }) =>
      this.#die(new Error(`trainer: ${message || 'the worker died'}`)),
    );
    this.connected = this.#connectSandbox();
    this.connected.catch(() => this.distrust());
    // Both are awaited by whoever calls next; until then nobody is there to hear them fail.
    this.died.catch(() => undefined);
  }

  /** Whether another link should take this one's place before the next task. */
  get broken(): boolean {
    return this.#broken;
  }

  /** Hears how far the interpreter has loaded: at once, and until it is there. */
  hearLoading(listener: (done: number, total: number) => void): void {
    this.#onBytes = listener;
    listener(...this.#bytes);
  }

  /** After a fault: what the worker holds (a lost device, a dead sandbox) may be of no more use. */
  distrust(): void {
    this.#broken = true;
  }

  [Symbol.dispose](): void {
    this.#die(new Error('trainer: expected the worker to live, but it was ended'));
    this.#worker.terminate();
    this.#sandbox?.[Symbol.dispose]();
  }

  /** `?workers=N` sets how many programs are judged at a time. */
  async #connectSandbox(): Promise<void> {
    const workers = Number(new URLSearchParams(location.search).get('workers'));
    const baseUrl = new URL('sandbox/', document.baseURI);
    const onProgress = (done: number, total: number) => {
      this.#bytes = [done, total];
      this.#onBytes(done, total);
    };
    const sandbox = await mountSandbox({ baseUrl, onProgress, ...(workers > 0 ? { workers } : {}) });
    this.#sandbox = sandbox;
    await this.remote.connect(Comlink.transfer(sandbox.port, [sandbox.port]), document.baseURI);
  }
}
