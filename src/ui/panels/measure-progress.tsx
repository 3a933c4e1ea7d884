/** How far a measurement is, with pause and stop. */

import type { RefObject } from 'preact';
import { percent } from '../format.ts';
import { PART_WORDS } from '../measure-words.ts';
import { SET_WORDS } from '../set-words.ts';
import type { Store } from '../store.ts';

interface MeasureProgressProps {
  readonly store: Store;
  /** Gets the button that ends it. */
  readonly stop: RefObject<HTMLButtonElement | null>;
}

export function MeasureProgressLine({ store, stop }: MeasureProgressProps) {
  const status = store.gain.state.value;
  if (status.status !== 'running') return null;
  const { progress, paused, stopping } = status;
  return (
    <div class="measure-running">
      <div class="measure-buttons">
        <button type="button" class="button button-small" disabled={stopping} onClick={() => void store.gain.toggle()}>
          {paused ? 'Go on' : 'Pause'}
        </button>
        {/* Not disabled while it stops: it would lose the focus. */}
        <button
          ref={stop}
          type="button"
          class="button button-small"
          aria-disabled={stopping}
          onClick={() => void store.gain.stop()}
        >
          {stopping ? 'Stopping…' : 'Stop'}
        </button>
      </div>
      <p class="measure-progress">
        <progress
          max={Math.max(1, progress?.total ?? 1)}
          {...(progress === null ? {} : { value: progress.done })}
          aria-label="Progress of the measurement"
        />
        {progress === null ? (
          'Loading the model'
        ) : (
          <span>
            {progress.done.toLocaleString('en-GB')} of {progress.total.toLocaleString('en-GB')} (
            {percent(progress.total === 0 ? 0 : progress.done / progress.total)}) · {progress.model} ·{' '}
            {SET_WORDS[progress.set].title}
            {progress.part !== 'greedy' && ` · temperature ${progress.temperature}`}
            {` · ${paused ? 'paused' : PART_WORDS[progress.part]}`}
          </span>
        )}
      </p>
      <p class="measure-estimate">Stop keeps what was sampled and judged; the same measurement goes on from there.</p>
    </div>
  );
}
