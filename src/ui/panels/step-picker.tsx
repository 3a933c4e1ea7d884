/** Which step's programs are shown: the newest as they come, or one that a person chose. */

import type { Store } from '../store.ts';

export function StepPicker({ store }: { readonly store: Store }) {
  const { step, follow } = store.rollouts.view.value;
  const steps = store.run.value.steps.map((record) => record.step);
  const newest = steps.at(-1) ?? 0;
  const at = step === null ? -1 : steps.indexOf(step);
  const go = (index: number) => {
    const wanted = steps[index];
    if (wanted !== undefined) void store.rollouts.show(wanted);
  };
  return (
    <div class="step-picker">
      <button type="button" class="icon-button" aria-label="Earlier step" disabled={at <= 0} onClick={() => go(at - 1)}>
        <Chevron path="M10 3.5L5.5 8l4.5 4.5" />
      </button>
      <span class="step-name">
        Step <b>{step ?? newest}</b> <span class="muted">of {newest}</span>
      </span>
      <button
        type="button"
        class="icon-button"
        aria-label="Later step"
        disabled={at < 0 || at >= steps.length - 1}
        onClick={() => go(at + 1)}
      >
        <Chevron path="M6 3.5L10.5 8 6 12.5" />
      </button>
      {follow ? (
        <span class="following">
          <i class="dot dot-ready" />
          newest
        </span>
      ) : (
        <button type="button" class="button button-small" onClick={() => void store.rollouts.show()}>
          Show the newest
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
