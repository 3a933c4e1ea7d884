/** How many of a person's own problems the next run learns: all of them, unless somebody chose fewer. */

import { batch, type Signal, signal } from '@preact/signals';

/** What was kept last, and whether the next run visits all there are. */
export type Saved = { readonly joined: boolean } & (
  | { readonly type: 'new' | 'changed'; readonly id: string }
  /** Out of files. */
  | { readonly type: 'brought'; readonly ids: readonly string[] }
);

/** How many own problems each epoch of the next run visits. */
export interface Visits {
  get(): number;
  set(n: number): void;
}

/** The schema's most. */
export const MOST_VISITS = 256;

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
      this.saved.value = { type: 'new', id, joined };
    });
  }

  /** A problem was changed: whether a run visits it stays as it was. */
  changed(id: string): void {
    this.saved.value = { type: 'changed', id, joined: this.#all };
  }

  /** Whoever imports a file may not mean all of it to be trained on: that waits for a word. */
  brought(ids: readonly string[]): void {
    this.saved.value = { type: 'brought', ids, joined: this.#all };
  }

  get #all(): boolean {
    return this.visits >= Math.min(this.#there(), MOST_VISITS);
  }

  visitAll(): void {
    this.visit(this.#there());
  }

  /** As many as there are and a run may visit. */
  visit(n: number): void {
    batch(() => {
      this.#of.set(Math.min(n, this.#there(), MOST_VISITS));
      const { value } = this.saved;
      if (value !== null) this.saved.value = { ...value, joined: this.#all };
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
