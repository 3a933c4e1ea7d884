/** Where the guide comes in: the offer in the first view, the button in the header, and its card, fetched when it is opened. */

import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { useHidden } from '../shell/view-context.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { GUIDE_STEPS, type GuideStep } from './guide.ts';

/** Offered until somebody has been through it or did not want it; then the button in the header is left, where that has room. */
export function GuideOffer({ store }: { readonly store: Store }) {
  const hidden = useHidden('guide');
  const memory = store.guide.memory.value;
  const text = words.guide;
  if (hidden || store.guide.step.value !== null) return null;
  if (memory === 'finished' || memory === 'skipped') {
    return (
      <p class="guide-offer narrow-only">
        <button type="button" class="link" onClick={() => store.guide.open()}>
          {text.again}
        </button>
      </p>
    );
  }
  return (
    <p class="guide-offer">
      {memory === 'new' && <b>{text.invite}</b>}
      <button type="button" class="button button-small" onClick={() => store.guide.open()}>
        {memory === 'new' ? text.start : text.goOn(GUIDE_STEPS.indexOf(memory) + 1, GUIDE_STEPS.length)}
      </button>
      {memory === 'new' && <span class="muted">{text.length}</span>}
      <button type="button" class="link" onClick={() => store.guide.skip()}>
        {text.notNow}
      </button>
    </p>
  );
}

export function GuideButton({ store }: { readonly store: Store }) {
  const text = words.guide;
  if (useHidden('guide')) return null;
  return (
    <button
      type="button"
      class="icon-button guide-button"
      aria-label={text.open}
      title={text.open}
      aria-expanded={store.guide.step.value !== null}
      onClick={() => (store.guide.step.value === null ? store.guide.open() : store.guide.hide())}
    >
      <svg class="glyph" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M8 3.8C6.6 2.9 4.6 2.6 2.5 2.8v9.6c2.1-.2 4.1.1 5.5 1 1.4-.9 3.4-1.2 5.5-1V2.8c-2.1-.2-4.1.1-5.5 1zM8 3.8v9.6" />
      </svg>
    </button>
  );
}

type Card = ComponentType<{ readonly store: Store; readonly step: GuideStep }>;

export function GuideCard({ store }: { readonly store: Store }) {
  const step = store.guide.step.value;
  const card = useSignal<Card | null>(null);
  const wanted = step !== null && !useHidden('guide');
  useEffect(() => {
    if (wanted && card.value === null) void import('./guide-card.tsx').then(({ Guide }) => (card.value = Guide));
  }, [wanted, card]);
  const Guide = card.value;
  return wanted && Guide !== null ? <Guide store={store} step={step} /> : null;
}
