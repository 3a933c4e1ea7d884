/** The guide: a card beside what it speaks of, with the numbers of the run on the page. The page stays usable meanwhile. */

import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { findPlace, ring, scrollTo } from '../shell/point-at.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { cornerFor, GUIDE_STEPS, type GuideStep, planFor } from './guide.ts';
import { guideFacts } from './guide-facts.ts';
import { guideText } from './guide-words.ts';

/** Where arrow keys belong to what has the focus. */
const OWN_ARROWS = 'input, select, textarea, [role="gridcell"], [role="slider"], [role="tab"], [contenteditable]';

/** A smooth scroll is over by then, milliseconds. */
const SCROLLED = 700;

export function Guide({ store, step }: { readonly store: Store; readonly step: GuideStep }) {
  const card = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const place = usePlace(step, card);
  useKeys(store);
  useEffect(() => {
    const opener = document.activeElement;
    title.current?.focus({ preventScroll: true });
    return () => void setTimeout(() => giveFocusBack(opener));
  }, []);
  const at = GUIDE_STEPS.indexOf(step) + 1;
  const last = at === GUIDE_STEPS.length;
  const text = words.guide;
  return (
    <div
      ref={card}
      class={`guide guide-${place.corner}`}
      role="dialog"
      aria-modal="false"
      aria-labelledby="guide-title"
      aria-describedby="guide-keys"
    >
      <div class="guide-head">
        <Dots at={at} />
        <span class="guide-count">{text.stepOf(at, GUIDE_STEPS.length)}</span>
        <button
          type="button"
          class="icon-button"
          aria-label={text.close}
          title={text.close}
          onClick={() => store.guide.hide()}
        >
          <svg class="glyph" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M4 4l8 8M12 4l-8 8" />
          </svg>
        </button>
      </div>
      <Told store={store} step={step} title={title} />
      {place.state !== 'there' && <p class="guide-note">{text[place.state]}</p>}
      <div class="guide-buttons">
        <button type="button" class="button" disabled={at === 1} onClick={() => store.guide.back()}>
          {text.back}
        </button>
        <button type="button" class="button button-go" onClick={() => store.guide.next()}>
          {last ? text.finish : text.next}
        </button>
        {!last && (
          <button type="button" class="link" onClick={() => store.guide.skip()}>
            {text.skip}
          </button>
        )}
      </div>
      <p class="guide-keys" id="guide-keys">
        {text.keys}
      </p>
    </div>
  );
}

interface ToldProps {
  readonly store: Store;
  readonly step: GuideStep;
  readonly title: { current: HTMLHeadingElement | null };
}

function Told({ store, step, title }: ToldProps) {
  const problems = store.problems.value;
  const ready = problems.status === 'ready' ? problems : null;
  useEffect(() => store.rollouts.watch(), [store]);
  const facts = useComputed(() => {
    const { value } = store.problems;
    const ids = value.status === 'ready' ? value.lecture.map(({ id }) => id) : [];
    return guideFacts(store.run.value, store.rollouts.view.value, ids);
  }).value;
  const told = guideText(step, {
    facts,
    config: store.run.value.config ?? store.plan.value.config,
    problemText: (id) => (ready?.byId.get(id ?? '') ?? ready?.lecture[0])?.text ?? '',
    duration: store.pace.estimate.value?.total ?? null,
    epochs: store.plan.value.config.epochs,
  });
  const text = words.guide;
  return (
    <div class="guide-text" aria-live="polite">
      <h2 id="guide-title" ref={title} tabIndex={-1}>
        {told.title}
      </h2>
      <p>{told.text}</p>
      {told.facts.map((fact) => (
        <p key={fact} class="guide-fact">
          {fact}
        </p>
      ))}
      {step === 'sample' && facts.programs !== null && (
        <p class="guide-gate">{store.rollouts.view.value.follow ? text.gate.sample : `✓ ${text.gate.sampleDone}`}</p>
      )}
      {step === 'turn' && <p class="guide-gate">{store.running.value ? `✓ ${text.gate.turnDone}` : text.gate.turn}</p>}
      {told.facts.length > 0 && step !== 'turn' && store.replay.recorded.value && (
        <p class="guide-note">{text.recorded}</p>
      )}
    </div>
  );
}

/** The offer vanishes when it is taken, and the header's button is not everywhere: then to whatever opens the guide again. */
function giveFocusBack(opener: Element | null): void {
  const again = document.querySelectorAll('.guide-button, .guide-offer button');
  const seen = [opener, ...again].find((one) => one !== document.body && (one?.getClientRects().length ?? 0) > 0);
  if (seen instanceof HTMLElement) seen.focus({ preventScroll: true });
}

function Dots({ at }: { readonly at: number }) {
  return (
    <span class="guide-dots" aria-hidden="true">
      {GUIDE_STEPS.map((step, i) => (
        <i key={step} class={i < at ? 'is-past' : ''} />
      ))}
    </span>
  );
}

/** Leads to the step's part of the page, rings it, and keeps the card off it. */
function usePlace(step: GuideStep, card: { readonly current: HTMLDivElement | null }) {
  const corner = useSignal<ReturnType<typeof cornerFor>>('bottom-right');
  const state = useSignal<'waiting' | 'there' | 'missing'>('waiting');
  useEffect(() => {
    const ended = new AbortController();
    let unring = () => {};
    const settle = (place: HTMLElement) => {
      if (card.current === null) return;
      const { width, height } = card.current.getBoundingClientRect();
      const window = { width: innerWidth, height: innerHeight };
      corner.value = cornerFor(place.getBoundingClientRect(), { width, height }, window);
    };
    const lead = async () => {
      state.value = 'waiting';
      const place = await findPlace(planFor(step).places, ended.signal);
      if (ended.signal.aborted) return;
      state.value = place === null ? 'missing' : 'there';
      if (place === null) return;
      unring = ring(place);
      scrollTo(place);
      // Panels above that are drawn only now push it down: once more when all has come to rest.
      for (let i = 0; i < 2; i++) {
        await new Promise((resolve) => setTimeout(resolve, SCROLLED));
        if (ended.signal.aborted) return;
        if (i === 0) scrollTo(place);
        settle(place);
      }
    };
    void lead();
    return () => {
      ended.abort();
      unring();
    };
  }, [step, card, corner, state]);
  return { corner: corner.value, state: state.value };
}

function useKeys(store: Store): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const { target } = event;
      if (target instanceof Element && target.closest(OWN_ARROWS)) return;
      switch (event.key) {
        case 'ArrowRight':
          store.guide.next();
          break;
        case 'ArrowLeft':
          store.guide.back();
          break;
        case 'Escape':
          store.guide.hide();
          break;
        default:
          return;
      }
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [store]);
}
