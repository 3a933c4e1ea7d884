/** Hands events on in batches, at most five times a second, so that the page is never flooded. */

import type { RunEvent } from '../core/records.ts';

const INTERVAL_MS = 200;

export interface EventBatcher {
  push(event: RunEvent): void;
  /** Delivers what is waiting and resolves when the listener has taken everything. */
  flush(): Promise<void>;
}

export function createEventBatcher(deliver: (events: readonly RunEvent[]) => void | Promise<void>): EventBatcher {
  let waiting: RunEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delivered: Promise<void> = Promise.resolve();
  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    const events = waiting;
    waiting = [];
    // A batch that a timer sent may still be under way.
    if (events.length > 0) delivered = Promise.all([delivered, deliver(events)]).then(() => {});
    await delivered;
  };
  return {
    push(event) {
      // Only the newest of several progress reports matters.
      const last = waiting.at(-1);
      if (event.type === 'phase' && last?.type === 'phase' && last.phase === event.phase) waiting.pop();
      waiting.push(event);
      timer ??= setTimeout(() => void flush(), INTERVAL_MS);
    },
    flush,
  };
}
