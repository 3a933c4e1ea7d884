/** Keeps the lists of runs of several tabs alike: each tells the others what it changed, and looks again when it is turned to. */

import { effect } from '@preact/signals';
import type { RunsStore } from './runs-store.ts';

const CHANNEL = 'greenbar.runs';

export function followTabs(history: RunsStore, running: { readonly value: boolean }): void {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(CHANNEL) : null;
  let first = true;
  effect(() => {
    // A change of the list, a run that began, a run that ended.
    history.changes.value;
    running.value;
    if (!first) channel?.postMessage(null);
    first = false;
  });
  const look = () => void history.refresh();
  channel?.addEventListener('message', look);
  window.addEventListener('focus', look);
}
