/** A signal that follows another one at most once for each frame that the browser draws. */

import { effect, type ReadonlySignal, signal } from '@preact/signals';

/** Where nothing is drawn, as in Node, it follows at once. */
const nextFrame: (act: () => void) => void =
  typeof requestAnimationFrame === 'undefined' ? (act) => act() : (act) => void requestAnimationFrame(act);

/**
 * What comes several times between two frames is shown once, as it was last. A page that is not in sight draws no frames and
 * does no work; it catches up when it is looked at again, or printed.
 *
 * @param later for tests: calls back when the next frame is due
 */
export function onceAFrame<T>(
  source: ReadonlySignal<T>,
  later: (act: () => void) => void = nextFrame,
): ReadonlySignal<T> {
  const drawn = signal(source.peek());
  let waiting = false;
  effect(() => {
    if (source.value === drawn.peek() || waiting) return;
    waiting = true;
    later(() => {
      waiting = false;
      drawn.value = source.peek();
    });
  });
  return drawn;
}
