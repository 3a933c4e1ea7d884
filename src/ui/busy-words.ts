/** What the trainer is busy with: it does one thing at a time, and whatever waits says what for. */

import type { Store } from './store.ts';

/** A sentence without its full stop; null while the trainer is idle. */
export function busyWords(store: Store): string | null {
  if (store.running.value) return 'A run is training in this tab';
  if (store.gain.busy.value) return 'Models are being measured';
  if (store.samples.busy.value) return 'Samples are being graded';
  if (store.audit.busy.value) return 'A reward is being audited';
  if (store.losses.busy.value) return 'Losses are being compared';
  return store.machine.busy.value ? 'The machine is being measured' : null;
}
