/** Problems that are being written, kept with every keystroke: a reload, a crash or a closed lid loses none. */

import { TEST_KINDS } from '../../problems/format.ts';
import { EMPTY_FORM, type ExampleRow, type ProblemForm } from '../../problems/own.ts';

export interface Draft {
  readonly key: string;
  /** Id of the problem that it changes; null for a new one. */
  readonly of: string | null;
  readonly form: ProblemForm;
  /** When it was begun, milliseconds since 1970. */
  readonly at: number;
}

/** Where drafts lie: the browser's `localStorage`, which is written before the call returns. */
export type Shelf = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

const PREFIX = 'greenbar.draft.';

/** The browser's own shelf; null where it refuses one. */
export function browserShelf(): Shelf | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null; // the mere question may throw
  }
}

export class Drafts {
  readonly #shelf: Shelf | null;

  constructor(shelf: Shelf | null) {
    this.#shelf = shelf;
  }

  /** Oldest first; what is no draft is left where it lies. */
  all(): Draft[] {
    const shelf = this.#shelf;
    if (shelf === null) return [];
    return Array.from({ length: shelf.length }, (_, i) => shelf.key(i) ?? '')
      .filter((key) => key.startsWith(PREFIX))
      .flatMap((key) => {
        const draft = readDraft(key.slice(PREFIX.length), shelf.getItem(key) ?? '');
        return draft === null ? [] : [draft];
      })
      .sort((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1));
  }

  /** Whether it was kept: a full or refused shelf keeps nothing. */
  keep({ key, ...rest }: Draft): boolean {
    if (this.#shelf === null) return false;
    try {
      this.#shelf.setItem(PREFIX + key, JSON.stringify(rest));
      return true;
    } catch {
      return false;
    }
  }

  drop(key: string): void {
    this.#shelf?.removeItem(PREFIX + key);
  }
}

/** Takes what is there and fills in the rest: an older version may have known less. */
function readDraft(key: string, text: string): Draft | null {
  try {
    const { of, at, form } = JSON.parse(text) as Partial<Draft>;
    if (typeof form !== 'object' || form === null || !Array.isArray(form.tests)) return null;
    return {
      key,
      of: typeof of === 'string' ? of : null,
      at: typeof at === 'number' ? at : 0,
      form: { ...EMPTY_FORM, ...textsOf(form), tests: form.tests.filter(isRow) },
    };
  } catch {
    return null;
  }
}

function textsOf({ id, text, entryPoint, reference, compare, besides }: Partial<ProblemForm>): Partial<ProblemForm> {
  const texts = Object.entries({ id, text, entryPoint, reference }).filter(([, value]) => typeof value === 'string');
  return {
    ...Object.fromEntries(texts),
    ...(compare === 'strict' ? { compare } : {}),
    ...(typeof besides === 'object' && besides !== null ? { besides } : {}),
  };
}

function isRow(row: unknown): row is ExampleRow {
  const { args, expected, kind } = (row ?? {}) as Partial<ExampleRow>;
  return typeof args === 'string' && typeof expected === 'string' && TEST_KINDS.some((one) => one === kind);
}
