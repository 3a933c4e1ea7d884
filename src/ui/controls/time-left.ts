/** How long a run will take from now, in words, and a clock to count it down by. */

import { useSignal, useSignalEffect } from '@preact/signals';
import { timeLeft } from '../parts/format.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { progressOf, stageSecondsLeft, trainingSecondsLeft } from './progress.ts';

/** Empty while nothing can be told, or nothing moves. */
export function timeLeftOf(store: Store, now: number): string {
  const state = store.own.value;
  const { stage, shares } = progressOf(state);
  if (stage === null || store.control.asked.value !== 'run') return '';
  if (stage === 'train') {
    const seconds = trainingSecondsLeft(state, store.control.pace.value);
    return seconds === null ? '' : words.progress.trainingLeft(timeLeft(seconds));
  }
  const seconds = stageSecondsLeft(shares[stage], store.stageClock.value, now);
  return seconds === null ? '' : timeLeft(seconds);
}

/** Milliseconds, renewed once a second while a run is on its way. */
export function useNow(store: Store): number {
  const now = useSignal(performance.now());
  useSignalEffect(() => {
    if (!store.running.value) return;
    const timer = setInterval(() => (now.value = performance.now()), 1000);
    return () => clearInterval(timer);
  });
  return now.value;
}
