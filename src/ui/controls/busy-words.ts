/** What the trainer is busy with: it does one thing at a time, and whatever waits says what for. */

import type { Store } from '../store.ts';
import { words } from '../words/index.ts';

const { busy } = words;

/** A sentence without its full stop; null while the trainer is idle. */
export function busyWords(store: Store): string | null {
  if (store.running.value) return busy.training;
  if (store.ownProblems.busy.value) return busy.trying;
  if (store.gain.busy.value) return busy.measuring;
  if (store.samples.busy.value) return busy.grading;
  if (store.audit.busy.value) return busy.auditing;
  if (store.losses.busy.value) return busy.comparing;
  if (store.beside.busy.value) return busy.beside;
  if (store.history.busy.value) return busy.loading;
  return store.machine.busy.value ? busy.timing : null;
}
