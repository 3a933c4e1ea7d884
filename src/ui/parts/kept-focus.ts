/** Keeps the keyboard's place where starting something disables the button that started it. */

import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Focus within `region` moves to `during` when the work begins, and to `after` when it ends; focus elsewhere is left alone.
 * Where the control for `after` is gone by then, `region` itself takes it and needs a tabindex.
 */
export function useKeptFocus<Region extends HTMLElement>(running: boolean) {
  const region = useRef<Region>(null);
  const during = useRef<HTMLButtonElement>(null);
  const after = useRef<HTMLButtonElement>(null);
  // Asked before the change is drawn: a control that is disabled or removed loses the focus.
  const inside = region.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if (inside) ((running ? during : after).current ?? region.current)?.focus({ preventScroll: true });
  }, [running]);
  return { region, during, after };
}
