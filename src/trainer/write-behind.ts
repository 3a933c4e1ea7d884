/** Writes one thing after another while whoever asked for it goes on. */

export interface WriteBehind<A extends readonly unknown[]> {
  /** Begins to write once what came before is written, and resolves then; rejects when that failed. */
  write(...args: A): Promise<void>;
  /** Resolves when everything is written; rejects when the last write failed. */
  written(): Promise<void>;
}

export function writeBehind<A extends readonly unknown[]>(write: (...args: A) => Promise<void>): WriteBehind<A> {
  let last: Promise<void> = Promise.resolve();
  return {
    async write(...args) {
      await last;
      last = write(...args);
      last.catch(() => undefined); // met by whoever waits next
    },
    written: () => last,
  };
}
