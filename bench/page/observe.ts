/** Runs in the page, before its own scripts: writes down what a person would feel, with the browser's own instruments. */

/** What is read out at the end of a run. */
export interface Felt {
  /** Tasks that kept the page from answering for more than 50 ms, milliseconds each, with when they began. */
  readonly longTasks: readonly { readonly start: number; readonly duration: number }[];
  /** From an input until the next picture, milliseconds each. */
  readonly interactions: readonly number[];
  /** Between two pictures, milliseconds each. */
  readonly frames: readonly number[];
  /** Elements that were put in, taken out or changed in text or attributes, between two pictures. */
  readonly changes: readonly number[];
}

declare global {
  interface Window {
    felt?: Felt;
  }
}

function observe(): void {
  const longTasks: { start: number; duration: number }[] = [];
  const interactions: number[] = [];
  const frames: number[] = [];
  const changes: number[] = [];
  window.felt = { longTasks, interactions, frames, changes };
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) longTasks.push({ start: startTime, duration });
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { interactionId = 0 } = entry as PerformanceEntry & { readonly interactionId?: number };
      if (interactionId > 0) interactions.push(entry.duration);
    }
    // 16 ms is the least that browsers tell of.
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  let changed = 0;
  let last = performance.now();
  const tick = (now: number) => {
    frames.push(now - last);
    changes.push(changed);
    last = now;
    changed = 0;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  addEventListener('DOMContentLoaded', () => {
    new MutationObserver((records) => {
      for (const { type, addedNodes, removedNodes } of records) {
        changed += type === 'childList' ? addedNodes.length + removedNodes.length : 1;
      }
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  });
}

observe();
