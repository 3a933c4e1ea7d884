/** What a person is writing on runs: kept from the first letter until it is saved, across a reload and a save that failed. */

import { type Signal, signal } from '@preact/signals';
import { messageOf } from '../../core/errors.ts';
import type { KeptText } from './kept-text.ts';

export type DraftField = 'name' | 'note';

export interface Draft {
  readonly text: string;
  /** Why it could not be saved; null as long as nobody tried, or while it is saved. */
  readonly error: string | null;
}

export const RUN_DRAFTS = 'greenbar.run-drafts';
const FIELDS: readonly DraftField[] = ['name', 'note'];

/** A run's id has no space. */
const keyOf = (id: string, field: DraftField): string => `${id} ${field}`;

export class RunDrafts {
  readonly #drafts: Signal<ReadonlyMap<string, Draft>>;
  readonly #save: (id: string, field: DraftField, text: string) => Promise<void>;
  readonly #kept: KeptText;

  /** @param save stores the text and shows it as stored; rejects where that failed */
  constructor(save: (id: string, field: DraftField, text: string) => Promise<void>, kept: KeptText) {
    this.#save = save;
    this.#kept = kept;
    this.#drafts = signal(readDrafts(kept.getItem(RUN_DRAFTS)));
  }

  /** null where everything is saved. */
  of(id: string, field: DraftField): Draft | null {
    return this.#drafts.value.get(keyOf(id, field)) ?? null;
  }

  /** Keeps what was typed, not saved yet. */
  write(id: string, field: DraftField, text: string): void {
    this.#put(id, field, { text, error: this.#drafts.peek().get(keyOf(id, field))?.error ?? null });
  }

  /** Saves what was typed. What is typed on meanwhile stays a draft. */
  async save(id: string, field: DraftField): Promise<void> {
    const draft = this.#drafts.peek().get(keyOf(id, field));
    if (draft === undefined) return;
    this.#put(id, field, { ...draft, error: null });
    try {
      await this.#save(id, field, draft.text.trim());
      if (this.#drafts.peek().get(keyOf(id, field))?.text === draft.text) this.#put(id, field, null);
    } catch (error) {
      const { text } = this.#drafts.peek().get(keyOf(id, field)) ?? draft;
      this.#put(id, field, { text, error: messageOf(error) });
    }
  }

  /** Leaves what is stored as it is. */
  discard(id: string, field: DraftField): void {
    this.#put(id, field, null);
  }

  /** Saves what an earlier visit left behind, of runs that are there. */
  async saveAll(ids: readonly string[]): Promise<void> {
    for (const id of ids) for (const field of FIELDS) await this.save(id, field);
  }

  #put(id: string, field: DraftField, draft: Draft | null): void {
    const drafts = new Map(this.#drafts.peek());
    if (draft === null) drafts.delete(keyOf(id, field));
    else drafts.set(keyOf(id, field), draft);
    this.#drafts.value = drafts;
    const texts = [...drafts].map(([key, { text }]) => [key, text] as const);
    if (texts.length === 0) this.#kept.removeItem(RUN_DRAFTS);
    else this.#kept.setItem(RUN_DRAFTS, JSON.stringify(texts));
  }
}

function readDrafts(json: string | null): ReadonlyMap<string, Draft> {
  try {
    const pairs = JSON.parse(json ?? '[]') as readonly (readonly [string, string])[];
    return new Map(pairs.map(([key, text]) => [String(key), { text: String(text), error: null }]));
  } catch {
    return new Map(); // written by something else: there is nothing in it for us
  }
}
