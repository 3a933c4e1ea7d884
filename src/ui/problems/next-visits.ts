/** How many of a person's own problems the next run learns: all of them, unless somebody chose fewer. */

import { batch, type Signal, signal } from '@preact/signals';

/** A new problem that was saved last, and whether the next run learns it. */
export interface Saved {
  readonly id: string;
  readonly joined: boolean;
}

/** How many own problems each epoch of the next run visits. */
export interface Visits {
  get(): number;
  set(n: number): void;
}

/** The schema's most. */
const MOST_VISITS = 256;

export class NextVisits {
  readonly saved: Signal<Saved | null> = signal<Saved | null>(null);
  readonly #of: Visits;
  readonly #there: () => number;

  /** @param there how many own problems there are */
  constructor(of: Visits, there: () => number) {
    this.#of = of;
    this.#there = there;
  }

  get visits(): number {
    return this.#of.get();
  }

  /**
   * Whoever writes a problem means to train on it: a new one joins where the run visits all of those before it, as it does
   * where there were none.
   */
  join(id: string, before: number): void {
    batch(() => {
      const joined = this.visits === before;
      if (joined) this.visitAll();
      this.saved.value = { id, joined };
    });
  }

  visitAll(): void {
    batch(() => {
      this.#of.set(Math.min(this.#there(), MOST_VISITS));
      const { value } = this.saved;
      if (value !== null) this.saved.value = { ...value, joined: true };
    });
  }

  /** A problem is gone: a run cannot visit more than there are. */
  shrink(): void {
    this.forget();
    if (this.visits > this.#there()) this.visitAll();
  }

  /** What was said of the problem that was saved last has been read. */
  forget(): void {
    this.saved.value = null;
  }
}
