/** Whether a part of the page is near the window: what is far from it need not be drawn anew. */

import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** How far beyond the window counts as near, in pixels. */
const MARGIN = 240;

/** Parts of the page that draw themselves only when they come near. */
const waiting = new Set<() => void>();

/** Draws them all, wherever they are: before the page is printed, and for tests. */
export function showAll(): void {
  for (const show of waiting) show();
}

if (typeof window !== 'undefined') addEventListener('beforeprint', showAll);

/** A ref for the element, and whether it is in view. */
export function useInView<E extends Element>(): readonly [RefObject<E | null>, Signal<boolean>] {
  const ref = useRef<E>(null);
  const inView = useSignal(false);
  useEffect(() => {
    if (ref.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => (inView.value = entries.at(-1)?.isIntersecting ?? inView.value),
      { rootMargin: `${MARGIN}px` },
    );
    const show = () => (inView.value = true);
    observer.observe(ref.current);
    waiting.add(show);
    return () => {
      observer.disconnect();
      waiting.delete(show);
    };
  }, [inView]);
  return [ref, inView];
}
