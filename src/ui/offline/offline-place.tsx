/** The one small place that says whether the page works without a network: a button in the header, and what it opens. */

import { useEffect, useRef } from 'preact/hooks';
import { decimal, percent, sentence } from '../parts/format.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import type { InstallStore } from './install.ts';
import { lacksOf } from './offline-lacks.ts';
import type { OfflineState } from './offline-store.ts';

const PANEL = 'offline-panel';

const TRAY = 'M3 10.5v2.3h10v-2.3';
const GLYPHS: Readonly<Record<OfflineState['status'], string>> = {
  waiting: `M8 2.5v6.8M5.2 6.7 8 9.5l2.8-2.8${TRAY}`,
  held: `M8 2.5v6.8M5.2 6.7 8 9.5l2.8-2.8${TRAY}`,
  downloading: `M8 2.5v6.8M5.2 6.7 8 9.5l2.8-2.8${TRAY}`,
  ready: `M4.6 6 7.2 8.7l4.6-5.2${TRAY}`,
  failed: `M8 2.8v4.4M8 9.2v.6${TRAY}`,
  impossible: `M5.4 3.4l5.2 5.2M10.6 3.4 5.4 8.6${TRAY}`,
};

export function OfflinePlace({ store }: { readonly store: Store }) {
  const panel = useRef<HTMLDivElement>(null);
  const state = store.offline.state.value;
  const update = store.offline.update.value;
  const isNews = update === 'waiting' || update === 'elsewhere';
  useEffect(() => {
    if (isNews) panel.current?.showPopover();
  }, [isNews]);
  const label = isNews ? words.offline.update[update] : shortOf(state);
  return (
    <>
      <button
        type="button"
        class={`icon-button offline-button offline-${isNews ? 'news' : state.status}`}
        popovertarget={PANEL}
        aria-label={label}
        title={label}
      >
        <svg class="glyph" viewBox="0 0 16 16" aria-hidden="true">
          <path d={GLYPHS[state.status]} />
        </svg>
      </button>
      <div ref={panel} id={PANEL} class="offline-panel" popover="auto">
        <Update store={store} />
        <h2>{words.offline.title}</h2>
        <State store={store} state={state} />
        {state.status !== 'impossible' && <Install install={store.install} />}
        <Lacks />
      </div>
    </>
  );
}

function shortOf(state: OfflineState): string {
  if (state.status !== 'downloading') return words.offline.short[state.status];
  return words.offline.short.downloading(percent(state.total > 0 ? state.done / state.total : 0));
}

/** A newer version comes into force only when somebody says so. */
function Update({ store: { offline, running } }: { readonly store: Store }) {
  const update = offline.update.value;
  if (update === 'none') return null;
  return (
    <div class="offline-update" role="status">
      <p>
        <b>{words.offline.update[update]}</b> {running.value && update !== 'failed' && words.offline.update.running}
      </p>
      {update !== 'failed' && (
        <button type="button" class="button button-go button-small" onClick={() => offline.switchOver()}>
          {words.offline.update.reload}
        </button>
      )}
    </div>
  );
}

const megabytes = (bytes: number): string => decimal(bytes / 1e6, 0);

function State({ store: { offline }, state }: { readonly store: Store; readonly state: OfflineState }) {
  switch (state.status) {
    case 'downloading': {
      const { done, total } = state;
      return (
        <>
          <p>{words.offline.state.downloading(megabytes(done), megabytes(total))}</p>
          <progress max={total} value={done} aria-label={words.offline.downloaded} />
        </>
      );
    }
    case 'failed':
      return (
        <>
          <p>{words.offline.state.failed(sentence(state.message))}</p>
          <Download label={words.offline.retry} onClick={() => offline.download()} />
        </>
      );
    case 'held':
      return (
        <>
          <p>{words.offline.state.held}</p>
          <Download label={words.offline.download} onClick={() => offline.download()} />
        </>
      );
    case 'impossible':
      return <p>{words.offline.state[state.reason]}</p>;
    case 'waiting':
    case 'ready':
      return <p>{words.offline.state[state.status]}</p>;
    default:
      return state satisfies never;
  }
}

function Download({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <button type="button" class="button button-small" onClick={onClick}>
      {label}
    </button>
  );
}

function Install({ install }: { readonly install: InstallStore }) {
  const state = install.state.value;
  return (
    <>
      <h3>{words.offline.install.title}</h3>
      <p>{words.offline.install[state]}</p>
      {state === 'offered' && (
        <button type="button" class="button button-small" onClick={() => void install.install()}>
          {words.offline.install.button}
        </button>
      )}
    </>
  );
}

function Lacks() {
  const lacks = lacksOf(window);
  if (lacks.length === 0) return null;
  return (
    <>
      <h3>{words.offline.lacks.title}</h3>
      <ul>
        {lacks.map((lack) => (
          <li key={lack}>{words.offline.lacks[lack]}</li>
        ))}
      </ul>
    </>
  );
}
