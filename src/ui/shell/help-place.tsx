/** Where the list of keys opens: its code is fetched when somebody asks for it. */

import { useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { Store } from '../store.ts';

export function HelpPlace({ store }: { readonly store: Store }) {
  const panel = useSignal<ComponentType<{ readonly store: Store }> | null>(null);
  useSignalEffect(() => {
    if (!store.control.help.value || panel.peek() !== null) return;
    void import('./help.tsx').then(({ Help }) => {
      panel.value = Help;
    });
  });
  const Panel = panel.value;
  return store.control.help.value && Panel !== null ? <Panel store={store} /> : null;
}
