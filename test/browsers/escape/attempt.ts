/** One way out that hostile JavaScript tries, and how a list of them is tried. */

/** Addresses that count whoever comes: the page's own origin and another one, both ending in a slash. */
export interface Reach {
  readonly home: string;
  readonly away: string;
}

/** What is lost when the attempt gets through. Requests are counted at the server, whatever the attempt itself says. */
export type Leak = 'request' | 'storage' | 'message' | 'code';

export interface Attempt {
  readonly name: string;
  readonly leak: Leak;
  /** Throws or rejects when the way is closed. */
  readonly go: (reach: Reach) => unknown;
}

export interface Outcome {
  readonly name: string;
  readonly leak: Leak;
  /** True when the attempt believes that it got through. */
  readonly open: boolean;
  readonly detail: string;
}

/** Longest wait for one attempt, milliseconds; all run at the same time. */
const PATIENCE_MS = 1500;

/** Marks the requests, channels and stores of an attempt. */
export const marked = (base: string, name: string) => `${base}trap/${encodeURIComponent(name)}`;

/**
 * Resolves with what the event says, rejects when the other one comes first.
 *
 * @param target anything with `on…` handlers
 */
export function event(target: object, good: string, bad: string): Promise<string> {
  return new Promise((resolve, reject) => {
    Object.assign(target, { [good]: () => resolve(good), [bad]: () => reject(new Error(bad)) });
  });
}

/** Runs all attempts at once. `wait` is a timer that was taken before the scope lost its own. */
export function tryAll(
  attempts: readonly Attempt[],
  reach: Reach,
  wait: (milliseconds: number) => Promise<void>,
): Promise<Outcome[]> {
  return Promise.all(
    attempts.map(async ({ name, leak, go }): Promise<Outcome> => {
      try {
        const given = await Promise.race([
          (async () => String(await go(reach)))(),
          wait(PATIENCE_MS).then(() => Promise.reject(new Error('nothing came'))),
        ]);
        return { name, leak, open: true, detail: given.slice(0, 80) };
      } catch (error) {
        return { name, leak, open: false, detail: String(error).slice(0, 80) };
      }
    }),
  );
}
