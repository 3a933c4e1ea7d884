/** Light, dark or as the system says; a choice is remembered in this browser. */

import { effect, type Signal, signal } from '@preact/signals';

export type Theme = 'auto' | 'light' | 'dark';

const KEY = 'greenbar.theme';

/** Reads the remembered choice and keeps `<html data-theme>` in step with the signal. */
export function themeSignal(root: HTMLElement, storage: Pick<Storage, 'getItem' | 'setItem'>): Signal<Theme> {
  const theme = signal<Theme>(readTheme(storage));
  effect(() => {
    if (theme.value === 'auto') root.removeAttribute('data-theme');
    else root.dataset.theme = theme.value;
    try {
      storage.setItem(KEY, theme.value);
    } catch {
      // Private windows may refuse storage; the choice then lasts as long as the page.
    }
  });
  return theme;
}

function readTheme(storage: Pick<Storage, 'getItem'>): Theme {
  try {
    const kept = storage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'auto';
  } catch {
    return 'auto';
  }
}
