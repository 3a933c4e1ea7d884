/** The run that a reload or a fault interrupted: looked for, offered, gone on with or put away. */

import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { RunSnapshot } from '../../core/history.ts';
import { EMPTY_RUN, type RunState, stateOf } from '../state.ts';

export interface UnfinishedClient {
  unfinishedRun(): Promise<RunSnapshot | null>;
  removeRun(id: string): Promise<void>;
}

/** What of the page it stands on. */
export interface UnfinishedPage {
  readonly run: Signal<RunState>;
  readonly running: ReadonlySignal<boolean>;
  /** The run of this tab or of the history; empty where the page shows nobody's. */
  readonly own: ReadonlySignal<RunState>;
}

/** So often the page looks for a run that broke, so many milliseconds apart. */
const LOOKS = 20;
const BETWEEN_LOOKS_MS = 500;

export class UnfinishedRun {
  readonly snapshot: Signal<RunSnapshot | null> = signal<RunSnapshot | null>(null);
  readonly #client: UnfinishedClient;
  readonly #page: UnfinishedPage;

  constructor(client: UnfinishedClient, page: UnfinishedPage) {
    this.#client = client;
    this.#page = page;
  }

  async find(): Promise<void> {
    const snapshot = await this.#client.unfinishedRun().catch(() => null);
    if (snapshot === null || this.#page.running.value) return;
    batch(() => {
      this.snapshot.value = snapshot;
      // A run that broke just now is on the page already, with what it said.
      if (this.#page.own.value.config !== null) return;
      this.#page.run.value = stateOf(snapshot);
    });
  }

  /**
   * What a run that broke had learned was kept and can go on. Until a browser has let go of the worker that died, the run
   * counts as live; on a busy machine that takes longer than one look waits.
   */
  async findBroken(): Promise<void> {
    for (let look = 0; look < LOOKS; look++) {
      await this.find();
      if (this.snapshot.value !== null || this.#page.running.value) return;
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
    }
  }

  /** Out of the page and of the history, where it can be taken back. */
  async discard(): Promise<void> {
    const snapshot = this.snapshot.value;
    if (snapshot === null) return;
    batch(() => {
      this.snapshot.value = null;
      this.#page.run.value = EMPTY_RUN;
    });
    await this.#client.removeRun(snapshot.id);
  }
}
