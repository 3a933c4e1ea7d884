/**
 * A field with its explanation: it comes up where the pointer rests on the field's name, where the keyboard comes to its
 * control, and on a tap on ⓘ; Esc takes it away.
 */

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { words } from '../words/index.ts';

/** So long a pointer rests before the explanation comes, and may be away before it goes, milliseconds. */
const REST = 350;
const AWAY = 200;

/** Least distance from the edges of the window, and from the field, pixels. */
const EDGE = 8;
const GAP = 6;

interface ExplainedProps {
  /** Of the explanation: controls name it in `aria-describedby`. */
  readonly id: string;
  readonly class: string;
  readonly explanation: ComponentChildren;
  /** Label and control. */
  readonly children: ComponentChildren;
  /** Which setting this is, for whoever leads a person here. */
  readonly setting?: string;
}

export function Explained({ id, class: name, explanation, children, setting }: ExplainedProps) {
  const open = useSignal(false);
  const field = useRef<HTMLDivElement>(null);
  const bubble = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const show = (wanted: boolean, after = 0) => {
    clearTimeout(timer.current);
    if (after === 0) open.value = wanted;
    else timer.current = setTimeout(() => (open.value = wanted), after);
  };
  /** The pointer is over the name, the ⓘ or the explanation itself, over the rest of the field, or (null) elsewhere. */
  const follow = (target: EventTarget | null) => {
    if (target instanceof Node && bubble.current?.contains(target)) clearTimeout(timer.current);
    else if (target instanceof Element && target.closest('label, .what')) show(true, REST);
    else if (field.current?.querySelector(':focus-visible') == null) show(false, AWAY);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const isOpen = open.value;
  useEffect(() => {
    if (!isOpen) return;
    const place = () => placeBeside(bubble.current, field.current);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      open.value = false;
    };
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !field.current?.contains(event.target)) open.value = false;
    };
    place();
    // In the capture phase: Esc closes this before anything else that it would close.
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('pointerdown', onPress, true);
    window.addEventListener('scroll', place, true);
    window.addEventListener('resize', place);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('pointerdown', onPress, true);
      window.removeEventListener('scroll', place, true);
      window.removeEventListener('resize', place);
    };
  }, [isOpen, open]);
  return (
    <div
      ref={field}
      class={name}
      data-setting={setting}
      onPointerOver={(event) => event.pointerType === 'mouse' && follow(event.target)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && follow(null)}
      onPointerDown={(event) => isControl(event.target) && show(false)}
      onFocusIn={({ target }) => target instanceof Element && target.matches(':focus-visible') && show(true)}
      onFocusOut={({ relatedTarget }) =>
        !(relatedTarget instanceof Node && field.current?.contains(relatedTarget)) && show(false)
      }
    >
      {children}
      <button
        type="button"
        class="what"
        // The control itself says all this where the keyboard is: another stop at each field would only cost steps.
        tabIndex={-1}
        aria-label={words.setting.what}
        aria-controls={id}
        aria-expanded={isOpen}
        onClick={() => show(!isOpen)}
      >
        <svg class="glyph" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M8 1.8a6.2 6.2 0 1 0 .01 0M8 7.3v3.9M8 4.7v.1" />
        </svg>
      </button>
      <div ref={bubble} id={id} class={isOpen ? 'explanation is-open' : 'explanation'} role="tooltip">
        {explanation}
      </div>
    </div>
  );
}

/** Whether a press belongs to a control and not to ⓘ: whoever opens a menu wants to see the menu. */
const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('select, input') !== null;

/** Below the field, above it where that is too low; never over an edge of the window. */
function placeBeside(bubble: HTMLElement | null, field: HTMLElement | null): void {
  if (bubble === null || field === null) return;
  const at = field.getBoundingClientRect();
  const { width, height } = bubble.getBoundingClientRect();
  const below = at.bottom + GAP;
  const top = below + height + EDGE > innerHeight && at.top - GAP - height > EDGE ? at.top - GAP - height : below;
  bubble.style.left = `${Math.max(EDGE, Math.min(at.left, innerWidth - width - EDGE))}px`;
  bubble.style.top = `${top}px`;
}
