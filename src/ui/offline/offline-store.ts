/** Whether the page works without a network, and whether a newer version of it waits: what the service worker tells, folded. */

import { type Signal, signal } from '@preact/signals';
import type { OfflineMessage } from '../../core/offline.ts';

export type OfflineState =
  /** Nothing has begun: the model comes first. */
  | { readonly status: 'waiting' }
  /** The browser was asked to save data: a person decides. */
  | { readonly status: 'held' }
  | { readonly status: 'downloading'; readonly done: number; readonly total: number }
  | { readonly status: 'ready' }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'impossible'; readonly reason: 'insecure' | 'unsupported' | 'unbuilt' };

/** `elsewhere`: another tab has switched to the new version. */
export type UpdateState = 'none' | 'waiting' | 'elsewhere' | 'failed';

/** What only the service worker's side can do. */
export interface OfflineActions {
  /** Downloads, or tries it again. */
  download(): void;
  /** Lets the new version take over and reloads this tab. */
  switchOver(): void;
}

export class OfflineStore {
  readonly state: Signal<OfflineState> = signal<OfflineState>({ status: 'waiting' });
  readonly update: Signal<UpdateState> = signal<UpdateState>('none');
  #actions: OfflineActions | null = null;
  /** Why the download in progress fails; told before it ends, or just after. */
  #reason: string | null = null;

  /** Where there is no service worker, nobody calls this. */
  attach(actions: OfflineActions): void {
    this.#actions = actions;
  }

  /** A person wants it now, or once more. */
  download(): void {
    this.#reason = null;
    this.state.value = { status: 'waiting' };
    this.#actions?.download();
  }

  switchOver(): void {
    this.#actions?.switchOver();
  }

  /** A new version is downloaded while the old one is ready: that is no news until it is there. */
  hear(message: OfflineMessage): void {
    switch (message.type) {
      case 'offline/progress':
        // What is told of a download that has ended comes too late.
        if (this.state.value.status === 'ready' || this.state.value.status === 'failed') return;
        this.state.value = { status: 'downloading', done: message.done, total: message.total };
        break;
      case 'offline/failed':
        this.#reason = message.message;
        // The browser may have said that it gave up before the worker's reason arrives.
        if (this.state.value.status === 'failed') this.fail();
        break;
      default:
        message satisfies never;
    }
  }

  becomeReady(): void {
    this.state.value = { status: 'ready' };
  }

  /** What was kept before stays; without it, the page needs its network until the next try. */
  fail(message = this.#reason ?? 'offline: the browser gave the download up'): void {
    if (this.state.value.status === 'ready') this.update.value = 'failed';
    else this.state.value = { status: 'failed', message };
  }
}
