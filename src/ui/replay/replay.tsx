/** The recorded run's label, and what steers its replay: pause, from the start, to the end, any step. */

import { useComputed } from '@preact/signals';
import type { Recording } from '../../core/recording.ts';
import { BACKENDS } from '../machine/machine-words.ts';
import { sentence } from '../parts/format.ts';
import { EMPTY_RUN } from '../state.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';

export function Replay({ store }: { readonly store: Store }) {
  const { replay } = store;
  const state = replay.state.value;
  const text = words.replay;
  switch (state.status) {
    case 'playing':
    case 'paused':
    case 'ended':
      return <Recorded store={store} recording={state.recording} status={state.status} />;
    case 'loading':
      return <p class="replay-offer muted">{text.loading}</p>;
    case 'failed':
      return (
        <p class="replay-offer error-line" role="status">
          {text.failed(sentence(state.message))}
        </p>
      );
    case 'away':
      return <Offer store={store} />;
    default:
      return state satisfies never;
  }
}

/** Only where nothing is going on that it would stand in the way of. */
function Offer({ store }: { readonly store: Store }) {
  if (!store.replay.available.value || store.running.value || store.unfinished.value !== null) return null;
  return (
    <p class="replay-offer">
      <button type="button" class="link" onClick={() => void store.replay.restart()}>
        {words.replay.offer}
      </button>
    </p>
  );
}

interface RecordedProps {
  readonly store: Store;
  readonly recording: Recording;
  readonly status: 'playing' | 'paused' | 'ended';
}

function Recorded({ store, recording: { madeOn, browser, device, config }, status }: RecordedProps) {
  const { replay } = store;
  const text = words.replay;
  const step = useComputed(() => store.run.value.steps.length).value;
  const playing = status === 'playing';
  return (
    <section class="replay" aria-label={text.controls}>
      <p class="replay-label">
        <b>{text.title}:</b> {text.made(dateText(madeOn), browser, BACKENDS[device.backend])}
      </p>
      <div class="replay-controls">
        <button
          type="button"
          class="button button-small"
          onClick={() => (playing ? replay.pause() : void replay.play())}
        >
          <Glyph path={playing ? 'M5 3.5v9M11 3.5v9' : 'M4.5 3l8 5-8 5z'} />
          {playing ? text.pause : status === 'ended' ? text.again : text.play}
        </button>
        {status !== 'ended' && (
          <>
            <IconButton label={text.restart} path="M4 3v10M12.5 3L6.5 8l6 5z" onPress={() => void replay.restart()} />
            <IconButton label={text.skip} path="M12 3v10M3.5 3l6 5-6 5z" onPress={() => replay.skip()} />
          </>
        )}
        <input
          class="replay-steps"
          type="range"
          min={0}
          max={config.epochs}
          value={step}
          aria-label={text.step}
          aria-valuetext={text.stepOf(step, config.epochs)}
          onInput={(event) => replay.seek(event.currentTarget.valueAsNumber)}
        />
        <span class="replay-step">{text.stepOf(step, config.epochs)}</span>
        <button type="button" class="link" onClick={() => replay.leave(EMPTY_RUN)}>
          {replay.covers.value ? text.back : text.close}
        </button>
      </div>
    </section>
  );
}

/** 2026-11-30 → "30 November 2026" */
const dateText = (day: string): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

interface IconButtonProps {
  readonly label: string;
  readonly path: string;
  readonly onPress: () => void;
}

function IconButton({ label, path, onPress }: IconButtonProps) {
  return (
    <button type="button" class="icon-button" aria-label={label} title={label} onClick={onPress}>
      <Glyph path={path} />
    </button>
  );
}

function Glyph({ path }: { readonly path: string }) {
  return (
    <svg class="glyph" viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
