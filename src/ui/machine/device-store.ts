/** What runs the model: loaded ahead of the first run, and anew where another device is wanted or the last one failed. */

import { type Signal, signal } from '@preact/signals';
import type { RunConfig } from '../../core/config.ts';
import { messageOf } from '../../core/errors.ts';
import type { RunEvent } from '../../core/records.ts';
import type { DeviceInfo } from '../../trainer/api.ts';
import { words } from '../words/index.ts';
import { ALL_LOADED, type Loading, loadAnew, NOT_LOADED, reduceLoading } from './loading.ts';

export type DeviceStatus =
  | { readonly status: 'loading'; readonly detail: string; readonly share: number }
  | { readonly status: 'ready'; readonly info: DeviceInfo }
  | { readonly status: 'failed'; readonly message: string };

export interface DeviceClient {
  prepare(config: RunConfig, onEvents: (events: readonly RunEvent[]) => void): Promise<DeviceInfo>;
}

const STARTING: DeviceStatus = { status: 'loading', detail: words.page.starting, share: 0 };

export class DeviceStore {
  readonly status: Signal<DeviceStatus> = signal<DeviceStatus>(STARTING);
  /** Part by part, while the device is not ready. */
  readonly loading: Signal<Loading> = signal(NOT_LOADED);
  readonly #client: DeviceClient;
  readonly #onAnew: () => void;
  #prepared: Promise<void> = Promise.resolve();
  #preparedFor: RunConfig['backend'] | null = null;

  /** @param onAnew told when a model begins to load: what the trainer held before is gone */
  constructor(client: DeviceClient, onAnew: () => void) {
    this.#client = client;
    this.#onAnew = onAnew;
  }

  /** Resolves when what loads now is there or has failed; never rejects. */
  get settled(): Promise<void> {
    return this.#prepared;
  }

  /** Loads what `config` asks for where that is not at hand; failures become the status. */
  async prepareFor(config: RunConfig): Promise<void> {
    const stale = this.#preparedFor !== config.backend || this.status.value.status === 'failed';
    // The trainer does one thing at a time: what loads now is let finish first.
    if (stale) this.#prepared = this.#prepared.then(() => this.#prepare(config));
    await this.#prepared;
  }

  /** A run tells what it runs on from now on. */
  moved(info: DeviceInfo): void {
    this.status.value = { status: 'ready', info };
  }

  async #prepare(config: RunConfig): Promise<void> {
    this.#preparedFor = config.backend;
    this.status.value = STARTING;
    this.loading.value = loadAnew(this.loading.value);
    this.#onAnew();
    try {
      const info = await this.#client.prepare(config, (events) => this.#hear(events));
      this.loading.value = ALL_LOADED;
      this.status.value = { status: 'ready', info };
    } catch (error) {
      this.status.value = { status: 'failed', message: messageOf(error) };
    }
  }

  #hear(events: readonly RunEvent[]): void {
    this.loading.value = events.reduce(reduceLoading, this.loading.value);
    for (const event of events) {
      if (event.type !== 'phase') continue;
      const share = event.total > 0 ? event.done / event.total : 0;
      this.status.value = { status: 'loading', detail: event.detail, share };
    }
  }
}
