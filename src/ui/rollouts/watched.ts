/** A part of the page that shows programs: newer ones are followed, and drawn, while it is in sight. */

import { type ReadonlySignal, useComputed, useSignalEffect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { useInView } from '../charts/in-view.ts';
import type { RolloutsStore, RolloutsView } from './rollouts-store.ts';

/**
 * A ref for the element, and what it shows: the newest programs as they come while it is in sight, and as they were when it
 * was last seen; what a person chose, and that there is nothing, at once.
 */
export function useWatched<E extends Element>(
  rollouts: RolloutsStore,
): readonly [RefObject<E | null>, ReadonlySignal<RolloutsView>] {
  const [place, inView] = useInView<E>();
  useSignalEffect(() => (inView.value ? rollouts.watch() : undefined));
  const seen = useRef(rollouts.view.peek());
  const view = useComputed(() => {
    const now = rollouts.view.value;
    if (inView.value || !now.follow || now.step === null) seen.current = now;
    return seen.current;
  });
  return [place, view];
}
