/** Train, pause, stop, and what the next run will be. */

import type { Store } from '../store.ts';
import { AlgorithmNote } from './algorithm-note.tsx';
import { ProgressRail } from './progress-rail.tsx';
import { RunForm } from './run-form.tsx';
import { Settings } from './settings.tsx';

export function Controls({ store }: { readonly store: Store }) {
  const running = store.running.value;
  return (
    <div class="controls">
      <div class="controls-row">
        <div class="buttons">
          <MainButton store={store} />
          {running && (
            <button type="button" class="button" disabled={store.stopping.value} onClick={() => void store.stop()}>
              <Icon path="M4.5 4.5h7v7h-7z" />
              {store.stopping.value ? 'Stopping…' : 'Stop'}
            </button>
          )}
        </div>
        <RunForm store={store} />
      </div>
      <ProgressRail store={store} />
      <AlgorithmNote name={store.choice.value.algorithm} />
      <Settings store={store} />
    </div>
  );
}

function MainButton({ store }: { readonly store: Store }) {
  const running = store.running.value;
  const paused = store.paused.value;
  const { steps, phase } = store.own.value;
  const again = steps.length > 0 || phase === 'finished';
  const start = store.unfinished.value !== null ? 'Train anew' : again ? 'Train again' : 'Train';
  const label = !running ? start : paused ? 'Resume' : 'Pause';
  const pausing = running && !paused;
  const { conflict } = store.plan.value;
  const waiting = !running && store.occupied.value;
  const reason = waiting ? WAITING : running || conflict === null ? undefined : CONFLICT;
  return (
    <button
      type="button"
      class={pausing ? 'button button-large' : 'button button-large button-go'}
      aria-keyshortcuts="Space"
      disabled={reason !== undefined}
      title={reason}
      onClick={() => void store.toggle()}
    >
      <Icon path={pausing ? 'M5 3.5v9M11 3.5v9' : 'M4.5 3l8 5-8 5z'} filled={!pausing} />
      {label}
      <kbd>space</kbd>
    </button>
  );
}

const WAITING = 'The trainer does one thing at a time: this waits for the audit or measurement below.';
const CONFLICT = 'The settings do not go together: see below.';

function Icon({ path, filled = true }: { readonly path: string; readonly filled?: boolean }) {
  return (
    <svg class={filled ? 'glyph glyph-filled' : 'glyph'} viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
