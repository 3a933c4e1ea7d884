/** Light, dark, or as the system has it. */

import type { Signal } from '@preact/signals';
import { words } from '../words/index.ts';
import type { Theme } from './theme.ts';

const { colours } = words.header;

const NEXT: Readonly<Record<Theme, Theme>> = { auto: 'light', light: 'dark', dark: 'auto' };
const GLYPHS: Readonly<Record<Theme, string>> = {
  auto: 'M8 2.5a5.5 5.5 0 1 0 .01 0M8 2.5v11M8 5.5h4.8M8 8h5.5M8 10.5h4.8',
  light:
    'M8 5.2a2.8 2.8 0 1 0 .01 0M8 1.2v1.4M8 13.4v1.4M1.2 8h1.4M13.4 8h1.4M3.2 3.2l1 1M11.8 11.8l1 1M3.2 12.8l1-1M11.8 4.2l1-1',
  dark: 'M13 9.8A5.6 5.6 0 0 1 6.2 3a5.6 5.6 0 1 0 6.8 6.8z',
};

export function ThemeToggle({ theme }: { readonly theme: Signal<Theme> }) {
  const now = theme.value;
  const next = NEXT[now];
  const label = colours.now(colours[now], next === 'auto' ? colours.autoNext : colours[next]);
  return (
    <button type="button" class="icon-button" aria-label={label} title={label} onClick={() => (theme.value = next)}>
      <svg class="glyph" viewBox="0 0 16 16" aria-hidden="true">
        <path d={GLYPHS[now]} />
      </svg>
    </button>
  );
}
