/** State of "What it writes": the programs of one step, pulled when they are wanted. */

import { type Signal, signal } from '@preact/signals';
import { messageOf } from '../core/errors.ts';
import type { RolloutRecord } from '../core/records.ts';

export interface RolloutsView {
  /** The step whose rollouts these are; null before the first. */
  readonly step: number | null;
  readonly rollouts: readonly RolloutRecord[];
  /** Whether newer rollouts replace these as they come. */
  readonly follow: boolean;
  readonly error: string | null;
}

export interface RolloutsClient {
  /** Rollouts of one step, of the newest when absent. */
  rollouts(step?: number): Promise<readonly RolloutRecord[]>;
}

const NONE: RolloutsView = { step: null, rollouts: [], follow: true, error: null };

export class RolloutsStore {
  readonly view: Signal<RolloutsView> = signal(NONE);
  readonly #client: RolloutsClient;
  readonly #newest: () => number | null;
  /** One request at a time; of those that wait, the newest wish wins. */
  #wish: { readonly step: number | undefined } | null = null;
  #pulling = false;

  /** @param newest the newest step of the run on the page; null before the first */
  constructor(client: RolloutsClient, newest: () => number | null) {
    this.#client = client;
    this.#newest = newest;
  }

  /** Shows the rollouts of `step` and stays there; without a step, follows the newest again. */
  async show(step?: number): Promise<void> {
    this.view.value = { ...this.view.value, follow: step === undefined };
    await this.#pull(step);
  }

  /** A rollout that is looked at must not be swept away by the next step. */
  hold(): void {
    const view = this.view.value;
    if (view.follow) this.view.value = { ...view, follow: false };
  }

  /** A run has a new newest step. */
  advance(): void {
    if (this.#newest() !== null && this.view.value.follow) void this.#pull();
  }

  /** Another run begins. */
  clear(): void {
    this.view.value = NONE;
  }

  async #pull(step?: number): Promise<void> {
    this.#wish = { step };
    if (this.#pulling) return;
    this.#pulling = true;
    for (let wish = this.#takeWish(); wish !== null; wish = this.#takeWish()) {
      const wanted = wish.step ?? this.#newest();
      try {
        const rollouts = await this.#client.rollouts(wanted ?? undefined);
        const { follow } = this.view.value;
        // A person may have chosen a rollout while these were on their way.
        const welcome = wish.step !== undefined || follow;
        if (welcome) this.view.value = { step: wanted, rollouts, follow, error: null };
      } catch (error) {
        this.view.value = { ...this.view.value, error: messageOf(error) };
      }
    }
    this.#pulling = false;
  }

  #takeWish(): { readonly step: number | undefined } | null {
    const wish = this.#wish;
    this.#wish = null;
    return wish;
  }
}
