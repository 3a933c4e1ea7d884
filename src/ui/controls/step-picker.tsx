/** Which step's programs are shown: the newest as they come, or one that a person chose. */

import type { Store } from '../store.ts';
import { words } from '../words/index.ts';

export function StepPicker({ store }: { readonly store: Store }) {
  const { step, follow } = store.rollouts.view.value;
  const steps = store.keptSteps.value;
  const newest = store.run.value.steps.at(-1)?.step ?? 0;
  const at = step === null ? -1 : steps.indexOf(step);
  const go = (index: number) => {
    const wanted = steps[index];
    if (wanted !== undefined) void store.rollouts.show(wanted);
  };
  return (
    <div class="step-picker">
      <button
        type="button"
        class="icon-button"
        aria-label={words.rollouts.earlierStep}
        disabled={at <= 0}
        onClick={() => go(at - 1)}
      >
        <Chevron path="M10 3.5L5.5 8l4.5 4.5" />
      </button>
      <span class="step-name">
        <b>{words.rollouts.step(step ?? newest)}</b> <span class="muted">{words.rollouts.of(newest)}</span>
      </span>
      <button
        type="button"
        class="icon-button"
        aria-label={words.rollouts.laterStep}
        disabled={at < 0 || at >= steps.length - 1}
        onClick={() => go(at + 1)}
      >
        <Chevron path="M6 3.5L10.5 8 6 12.5" />
      </button>
      {store.replay.recorded.value && step !== null && step !== newest && (
        <small class="step-note">{words.replay.programsOf(step)}</small>
      )}
      {follow ? (
        <span class="following">
          <i class="dot dot-ready" />
          {words.rollouts.newest}
        </span>
      ) : (
        <button type="button" class="button button-small" onClick={() => void store.rollouts.show()}>
          {words.rollouts.showNewest}
        </button>
      )}
    </div>
  );
}

function Chevron({ path }: { readonly path: string }) {
  return (
    <svg class="glyph" viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
