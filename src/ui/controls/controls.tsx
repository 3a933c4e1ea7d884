/** Train, pause, step, stop, reset, at which speed; and what the next run will be. */

import { ICONS, Icon } from '../parts/icon.tsx';
import { useHidden } from '../shell/view-context.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { AlgorithmNote } from './algorithm-note.tsx';
import { PACES } from './control-store.ts';
import { ProgressRail } from './progress-rail.tsx';
import { RunForm } from './run-form.tsx';
import { Settings } from './settings.tsx';

const text = words.controls;

export function Controls({ store }: { readonly store: Store }) {
  const { wasReset } = store.control;
  return (
    <div class="controls" id="controls">
      <div class="controls-row">
        <div class="buttons">
          <div class="buttons-main">
            <MainButton store={store} />
            {store.running.value && <StopButton store={store} />}
          </div>
          <div class="buttons-more">
            <StepButtons store={store} />
            <ResetButton store={store} />
            <Speed store={store} />
          </div>
          <p class="controls-note" role="status">
            {wasReset.value !== null && text.wasReset(wasReset.value)}
          </p>
        </div>
        <RunForm store={store} />
      </div>
      <ProgressRail store={store} />
      <AlgorithmNote name={store.choice.value.algorithm} />
      <Settings store={store} />
    </div>
  );
}

/** Why nothing can begin now; undefined where it can, or where a run is on its way. */
export function obstacle(store: Store): string | undefined {
  if (store.running.value) return undefined;
  if (store.occupied.value) return text.waiting;
  return store.plan.value.conflict === null ? undefined : text.conflict;
}

function MainButton({ store }: { readonly store: Store }) {
  const running = store.running.value;
  const paused = store.paused.value;
  const { steps, phase } = store.own.value;
  const again = steps.length > 0 || phase === 'finished';
  const start = store.unfinished.value !== null ? text.anew : again ? text.again : text.train;
  const pausing = running && !paused;
  const reason = obstacle(store);
  return (
    <button
      type="button"
      class={pausing ? 'button button-large' : 'button button-large button-go'}
      aria-keyshortcuts="Space"
      disabled={reason !== undefined || store.stopping.value || store.control.resetting.value}
      title={reason}
      onClick={() => void store.toggle()}
    >
      <Icon path={pausing ? ICONS.pause : ICONS.play} filled={!pausing} />
      {!running ? start : paused ? text.resume : text.pause}
      <kbd>{text.space}</kbd>
    </button>
  );
}

function StopButton({ store }: { readonly store: Store }) {
  const stopping = store.stopping.value;
  return (
    <button
      type="button"
      class="button"
      disabled={stopping || store.control.resetting.value}
      onClick={() => void store.stop()}
    >
      <Icon path={ICONS.stop} />
      {stopping ? text.stopping : text.stop}
    </button>
  );
}

function StepButtons({ store }: { readonly store: Store }) {
  const reason = obstacle(store);
  const disabled = reason !== undefined || store.stopping.value || store.control.resetting.value;
  if (useHidden('step')) return null;
  return (
    <div class="button-pair">
      <button
        type="button"
        class="button button-small"
        aria-keyshortcuts="."
        disabled={disabled}
        title={reason ?? text.stepHelp}
        onClick={() => void store.advance('step')}
      >
        <Icon path={ICONS.step} />
        {text.step}
        <kbd>.</kbd>
      </button>
      <button
        type="button"
        class="button button-small"
        aria-keyshortcuts=","
        disabled={disabled}
        title={reason ?? text.partHelp}
        onClick={() => void store.advance('part')}
      >
        {text.part}
        <kbd>,</kbd>
      </button>
    </div>
  );
}

function ResetButton({ store }: { readonly store: Store }) {
  const resetting = store.control.resetting.value;
  if (useHidden('reset')) return null;
  return (
    <button
      type="button"
      class="button button-small"
      aria-keyshortcuts="r"
      disabled={resetting || !store.resettable.value}
      title={text.resetHelp}
      onClick={() => void store.reset()}
    >
      <Icon path={ICONS.reset} filled={false} />
      {resetting ? text.resetting : text.reset}
      <kbd>r</kbd>
    </button>
  );
}

function Speed({ store }: { readonly store: Store }) {
  const { value } = store.control.pace;
  if (useHidden('speed')) return null;
  // A link may ask for a pace that the page does not offer itself.
  const paces = [...new Set<number>([...PACES, value])].sort((a, b) => a - b);
  return (
    <label class="speed">
      {text.speed}
      <select value={String(value)} onChange={(event) => void store.control.setPace(Number(event.currentTarget.value))}>
        {paces.map((seconds) => (
          <option key={seconds} value={String(seconds)}>
            {text.paceOf(seconds)}
          </option>
        ))}
      </select>
    </label>
  );
}
