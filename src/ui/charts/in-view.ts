/** Whether a part of the page is near the window: what is far from it need not be drawn anew. */

import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** How far beyond the window counts as near, in pixels. */
const MARGIN = 240;

/** A ref for the element, and whether it is in view; everything is while the page is being printed. */
export function useInView<E extends Element>(): readonly [RefObject<E | null>, Signal<boolean>] {
  const ref = useRef<E>(null);
  const inView = useSignal(false);
  useEffect(() => {
    if (ref.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => (inView.value = entries.at(-1)?.isIntersecting ?? inView.value),
      { rootMargin: `${MARGIN}px` },
    );
    observer.observe(ref.current);
    const show = () => (inView.value = true);
    addEventListener('beforeprint', show);
    return () => {
      observer.disconnect();
      removeEventListener('beforeprint', show);
    };
  }, [inView]);
  return [ref, inView];
}
