/** Keeps the screen on while a run or a measurement is on its way: a sleeping laptop would stop it. */

import { effect, type ReadonlySignal } from '@preact/signals';

/** Follows `wanted`; does nothing where the browser has no wake lock or refuses it. */
export function keepAwake(wanted: ReadonlySignal<boolean>): () => void {
  let lock: WakeLockSentinel | null = null;
  const update = async () => {
    if (wanted.peek() && document.visibilityState === 'visible') {
      lock ??= (await navigator.wakeLock?.request('screen').catch(() => null)) ?? null;
    } else {
      await lock?.release();
      lock = null;
    }
  };
  const onVisible = () => {
    if (document.visibilityState === 'visible') lock = null; // the browser dropped it when the page was hidden
    void update();
  };
  document.addEventListener('visibilitychange', onVisible);
  const stop = effect(() => {
    wanted.value;
    void update();
  });
  return () => {
    stop();
    document.removeEventListener('visibilitychange', onVisible);
    void lock?.release();
  };
}
