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
  /** Whether it is on its way: another step comes soon. */
  readonly live: boolean;
}

/** Of a run on its way, newer programs are followed no faster than a person reads, milliseconds apart. */
const BETWEEN_MS = 1000;

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
  /** Parts of the page that show programs and are in sight. */
  readonly #watchers: Signal<number> = signal(0);
  /** The newest step that was followed, and when. */
  #followed: { readonly step: number; readonly at: number } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Follows the run on the page by itself: its newest step while nobody looks at another, and another run in its place. The
   * programs of a step are a megabyte: of a run on its way they are followed only while somebody sees them.
   *
   * @param source where the rollouts of a run are, by its id
   * @param shown reads the run on the page from signals
   */
  constructor(source: (id: string | null) => RolloutSource, shown: () => ShownRun) {
    this.#source = source;
    this.#shown = shown;
    let last: string | null = null;
    effect(() => {
      const { id } = shown();
      const another = last !== null && id !== last;
      last = id;
      const seen = this.#watchers.value > 0;
      untracked(() => {
        if (another) this.clear();
        this.#follow(seen);
      });
    });
  }

  /** Says that programs are in sight, until what this returns is called. */
  watch(): () => void {
    this.#watchers.value = this.#watchers.peek() + 1;
    return () => {
      this.#watchers.value = this.#watchers.peek() - 1;
    };
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
    this.#followed = null;
    this.view.value = NONE;
    this.filter.value = null;
    this.chosen.value = null;
  }

  /** Gets what is newer than what was followed last, now or as soon as it is time. */
  #follow(seen: boolean): void {
    clearTimeout(this.#timer);
    const { newest, live } = this.#shown();
    if (newest === null || newest === this.#followed?.step || !this.view.peek().follow || (live && !seen)) return;
    const early = live && this.#followed !== null ? this.#followed.at + BETWEEN_MS - Date.now() : 0;
    if (early > 0) this.#timer = setTimeout(() => this.#follow(seen), early);
    else void this.#pull();
  }

  async #pull(step?: number): Promise<void> {
    this.#wish = { step };
    if (this.#pulling) return;
    this.#pulling = true;
    for (let wish = this.#takeWish(); wish !== null; wish = this.#takeWish()) {
      const { id, newest } = this.#shown();
      if (wish.step === undefined && newest !== null) this.#followed = { step: newest, at: Date.now() };
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
