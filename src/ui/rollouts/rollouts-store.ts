/** State of "What it writes": the programs of one step, pulled when they are wanted. */

import { effect, type Signal, signal, untracked } from '@preact/signals';
import { messageOf } from '../../core/errors.ts';
import type { RunHistory } from '../../core/history.ts';
import type { RolloutRecord } from '../../core/records.ts';
import type { Outcome } from '../../core/types.ts';
import type { Place } from './rollout-groups.ts';

export interface RolloutsView {
  /** The step whose rollouts these are; null before the first. */
  readonly step: number | null;
  readonly rollouts: readonly RolloutRecord[];
  /** Whether newer rollouts replace these as they come. */
  readonly follow: boolean;
  readonly error: string | null;
}

/** Where the rollouts of one run are. */
export interface RolloutSource {
  /** Rollouts of one step, of the newest when absent. */
  rollouts(step?: number): Promise<readonly RolloutRecord[]>;
  /** The step whose programs stand for those of `step`, where those of some are kept only. */
  keptStep?(step: number): number;
}

export type RolloutsClient = RolloutSource & Pick<RunHistory, 'rolloutsOf'>;

/** The run on the page, as far as its programs are concerned. */
export interface ShownRun {
  /** null until the trainer has told it, and where there is no run. */
  readonly id: string | null;
  /** Its newest step; null before the first. */
  readonly newest: number | null;
}

/**
 * What the trainer has at hand of the run of this tab; what the history kept of any other.
 *
 * @param live id of the run of this tab; null while there is none
 */
export function rolloutSource(client: RolloutsClient, id: string | null, live: string | null): RolloutSource {
  if (id === null || id === live) return client;
  return { rollouts: (step) => client.rolloutsOf(id, step) };
}

const NONE: RolloutsView = { step: null, rollouts: [], follow: true, error: null };

export class RolloutsStore {
  readonly view: Signal<RolloutsView> = signal(NONE);
  /** Only programs that ended so are looked for; null shows all alike. */
  readonly filter: Signal<Outcome | null> = signal<Outcome | null>(null);
  /** The program that a person looks at; null while the page chooses. */
  readonly chosen: Signal<Place | null> = signal<Place | null>(null);
  readonly #source: (id: string | null) => RolloutSource;
  readonly #shown: () => ShownRun;
  /** One request at a time; of those that wait, the newest wish wins. */
  #wish: { readonly step: number | undefined } | null = null;
  #pulling = false;

  /**
   * Follows the run on the page by itself: its newest step while nobody looks at another, and another run in its place.
   *
   * @param source where the rollouts of a run are, by its id
   * @param shown reads the run on the page from signals
   */
  constructor(source: (id: string | null) => RolloutSource, shown: () => ShownRun) {
    this.#source = source;
    this.#shown = shown;
    let last: ShownRun = { id: null, newest: null };
    effect(() => {
      const now = shown();
      const { id, newest } = last;
      last = now;
      untracked(() => {
        const another = id !== null && now.id !== id;
        if (another) this.clear();
        if (now.newest !== null && (another || now.newest !== newest) && this.view.value.follow) void this.#pull();
      });
    });
  }

  /** Shows the rollouts of `step` and stays there; without a step, follows the newest again. */
  async show(step?: number): Promise<void> {
    this.view.value = { ...this.view.value, follow: step === undefined };
    await this.#pull(step);
  }

  /** Programs of a step of the run on the page, or of the nearest that is kept, beside the view; empty where nothing is. */
  async of(wanted: number): Promise<{ readonly step: number; readonly rollouts: readonly RolloutRecord[] }> {
    const source = this.#source(this.#shown().id);
    const step = source.keptStep?.(wanted) ?? wanted;
    return { step, rollouts: await source.rollouts(step) };
  }

  /** Looks at one program and stays there. */
  choose(place: Place): void {
    this.chosen.value = place;
    this.hold();
  }

  /** A rollout that is looked at must not be swept away by the next step. */
  hold(): void {
    const view = this.view.value;
    if (view.follow) this.view.value = { ...view, follow: false };
  }

  /** Another run begins. */
  clear(): void {
    this.view.value = NONE;
    this.filter.value = null;
    this.chosen.value = null;
  }

  async #pull(step?: number): Promise<void> {
    this.#wish = { step };
    if (this.#pulling) return;
    this.#pulling = true;
    for (let wish = this.#takeWish(); wish !== null; wish = this.#takeWish()) {
      const { id, newest } = this.#shown();
      const wanted = wish.step ?? newest;
      try {
        const source = this.#source(id);
        const step = wanted === null ? null : (source.keptStep?.(wanted) ?? wanted);
        const rollouts = await source.rollouts(step ?? undefined);
        // What was asked of one run must not be shown as of another.
        if (id !== null && this.#shown().id !== id) continue;
        const { follow } = this.view.value;
        // A person may have chosen a rollout while these were on their way.
        const welcome = wish.step !== undefined || follow;
        if (welcome) this.view.value = { step, rollouts, follow, error: null };
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
