/** The strip that stays in sight: name, device, theme, and the green bar as its lower edge. */

import type { Signal } from '@preact/signals';
import { percent, sentence, short } from '../format.ts';
import { BACKENDS } from '../machine-words.ts';
import { barRates } from '../selectors.ts';
import type { DeviceStatus, Store } from '../store.ts';
import type { Theme } from '../theme.ts';
import { words } from '../words/index.ts';
import { OfflinePlace } from './offline-place.tsx';

interface HeaderProps {
  readonly store: Store;
  readonly theme: Signal<Theme>;
}

export function Header({ store, theme }: HeaderProps) {
  const problems = store.problems.value;
  const ids = problems.status === 'ready' ? problems.lecture.map((problem) => problem.id) : [];
  const { before, now } = barRates(store.run.value, ids);
  const rate = now?.value ?? before?.value ?? null;
  return (
    <header class="top">
      <div class="top-row">
        <a class="wordmark" href="#main">
          <i aria-hidden="true" />
          Greenbar
        </a>
        {rate !== null && <span class="top-rate">{percent(rate)} pass</span>}
        {store.replay.recorded.value && <span class="top-recorded">{words.replay.tag}</span>}
        <DevicePill status={store.device.value} />
        <OfflinePlace store={store} />
        <ThemeToggle theme={theme} />
      </div>
      <div class="top-bar" aria-hidden="true">
        <i style={{ width: `${(rate ?? 0) * 100}%` }} />
      </div>
    </header>
  );
}

function DevicePill({ status }: { readonly status: DeviceStatus }) {
  switch (status.status) {
    case 'loading':
      return (
        <span class="pill" role="status">
          <i class="dot dot-busy" />
          <span class="pill-text">
            {status.detail}
            {status.share > 0 && status.share < 1 ? ` ${percent(status.share)}` : '…'}
          </span>
        </span>
      );
    case 'failed':
      return (
        <span class="pill pill-failed" role="status" title={status.message}>
          <i class="dot" />
          <span class="pill-text">Device failed</span>
        </span>
      );
    case 'ready': {
      const { engine, backend, adapter, parameters, tokensPerSecond, notes } = status.info;
      const what = `${engine} on ${backend}${adapter === '' ? '' : `, ${adapter}`}; ${short(parameters)} parameters`;
      const title = [what, ...notes].map(sentence).join(' ');
      return (
        <span class="pill" title={title}>
          <i class="dot dot-ready" />
          <span class="pill-text">
            <b>{BACKENDS[backend]}</b>
            {adapter !== '' && <span class="wide-only"> · {adapter}</span>}
            <span class="wide-only"> · {short(parameters)} parameters</span>
            {tokensPerSecond > 0 && ` · ${short(tokensPerSecond)} tokens/s`}
          </span>
        </span>
      );
    }
    default:
      return status satisfies never;
  }
}

const NEXT: Readonly<Record<Theme, Theme>> = { auto: 'light', light: 'dark', dark: 'auto' };
const GLYPHS: Readonly<Record<Theme, string>> = {
  auto: 'M8 2.5a5.5 5.5 0 1 0 .01 0M8 2.5v11M8 5.5h4.8M8 8h5.5M8 10.5h4.8',
  light:
    'M8 5.2a2.8 2.8 0 1 0 .01 0M8 1.2v1.4M8 13.4v1.4M1.2 8h1.4M13.4 8h1.4M3.2 3.2l1 1M11.8 11.8l1 1M3.2 12.8l1-1M11.8 4.2l1-1',
  dark: 'M13 9.8A5.6 5.6 0 0 1 6.2 3a5.6 5.6 0 1 0 6.8 6.8z',
};

function ThemeToggle({ theme }: { readonly theme: Signal<Theme> }) {
  const now = theme.value;
  const label = `Colours: ${now === 'auto' ? 'as the system' : now}. Switch to ${NEXT[now] === 'auto' ? 'the system’s' : NEXT[now]}.`;
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      onClick={() => (theme.value = NEXT[now])}
    >
      <svg class="glyph" viewBox="0 0 16 16" aria-hidden="true">
        <path d={GLYPHS[now]} />
      </svg>
    </button>
  );
}
