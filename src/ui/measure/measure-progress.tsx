/** How far a measurement is, with pause and stop. */

import type { RefObject } from 'preact';
import type { MeasureProgress } from '../../core/measuring.ts';
import { percent } from '../parts/format.ts';
import { SET_WORDS } from '../parts/set-words.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { PART_WORDS } from './measure-words.ts';

const { measureProgress } = words;

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
          {paused ? measureProgress.goOn : measureProgress.pause}
        </button>
        {/* Not disabled while it stops: it would lose the focus. */}
        <button
          ref={stop}
          type="button"
          class="button button-small"
          aria-disabled={stopping}
          onClick={() => void store.gain.stop()}
        >
          {stopping ? measureProgress.stopping : measureProgress.stop}
        </button>
      </div>
      <p class="measure-progress">
        <progress
          max={Math.max(1, progress?.total ?? 1)}
          {...(progress === null ? {} : { value: progress.done })}
          aria-label={measureProgress.label}
        />
        {progress === null ? (
          measureProgress.loading
        ) : (
          <span>
            {measureProgress.done(progress.done, progress.total, percent(shareOf(progress)))} · {progress.model} ·{' '}
            {SET_WORDS[progress.set].title}
            {progress.part !== 'greedy' && ` · ${measureProgress.temperature(progress.temperature)}`}
            {` · ${paused ? measureProgress.paused : PART_WORDS[progress.part]}`}
          </span>
        )}
      </p>
      <p class="measure-estimate">{measureProgress.kept}</p>
    </div>
  );
}

const shareOf = ({ done, total }: MeasureProgress): number => (total === 0 ? 0 : done / total);
