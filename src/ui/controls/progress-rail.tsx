/** Four stages of a run as one rail, what happens now in words, and how long it will take. */

import { goTo } from '../shell/sections.ts';
import { useHidden } from '../shell/view-context.ts';
import type { RunState } from '../state.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { busyWords } from './busy-words.ts';
import { progressOf, STAGES } from './progress.ts';
import { progressWords } from './progress-words.ts';
import { timeLeftOf, useNow } from './time-left.ts';

const { progress } = words;

export function ProgressRail({ store }: { readonly store: Store }) {
  const state = store.own.value;
  const { stage, shares } = progressOf(state);
  const now = useNow(store);
  return (
    <div class="progress">
      <ol class="rail" aria-label={progress.rail}>
        {STAGES.map((name) => (
          <li key={name} class={`rail-${name}`} aria-current={stage === name ? 'step' : undefined}>
            <span class="rail-track">
              <i style={{ width: `${shares[name] * 100}%` }} />
            </span>
            <span class="rail-label">{progress.stages[name]}</span>
          </li>
        ))}
      </ol>
      <p class="progress-words">
        <span>
          {wordsOf(store)} <DraftLink store={store} />
        </span>
        <span class="progress-left">{timeLeftOf(store, now)}</span>
      </p>
      <p class="sr-only" role="status">
        {announcement(state, store)}
      </p>
    </div>
  );
}

/** To the programs of the step in flight, while there is something to see of them. */
function DraftLink({ store }: { readonly store: Store }) {
  const hidden = useHidden('rollouts');
  if (hidden || store.control.draft.value === null) return null;
  return (
    <button type="button" class="link" onClick={() => void goTo('rollouts')}>
      {progress.look}
    </button>
  );
}

function wordsOf(store: Store): string {
  // Something else has the trainer: that is why nothing here can be pressed.
  const other = store.running.value ? null : busyWords(store);
  if (other !== null) return progress.waits(other);
  const { asked, draft } = store.control;
  return progressWords(store.own.value, { asked: asked.value, draft: draft.value, busy: store.busy.value });
}

/** What a screen reader is told: changes of stage, pauses, and every tenth epoch, not each part of each step. */
function announcement(state: RunState, store: Store): string {
  const { stage } = progressOf(state);
  if (stage === null || store.control.asked.value !== 'run') return wordsOf(store);
  const epochs = Math.floor(state.steps.length / 10) * 10;
  return stage === 'train' && epochs > 0 ? progress.told(progress.stages[stage], epochs) : progress.stages[stage];
}
