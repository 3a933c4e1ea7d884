/** Panels whose code is fetched when they come near: the first paint does without them. */

import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type Hideable, isHidden } from './view.ts';
import { useView } from './view-context.ts';

/** So far below the window a panel begins to load, in pixels. */
const AHEAD = 600;

/** Places on the page that still wait for their panel. */
const waiting = new Set<() => Promise<void>>();

/** Draws every panel at once: for printing, for tests, and for whoever jumps to one that is not there yet. */
export async function drawAllPanels(): Promise<void> {
  await Promise.all([...waiting].map((draw) => draw()));
}

/**
 * @param load imports the panel's module and picks the component
 * @param height of the place that waits for it, pixels: about as high as the panel, so that nothing jumps
 * @param id of its section: where links lead as long as it is not there, and what `hide=` calls it
 */
export function lazyPanel<P extends object>(
  load: () => Promise<ComponentType<P>>,
  height: number,
  id?: Hideable,
): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function Lazy(props: P) {
    const panel = useSignal<ComponentType<P> | null>(loaded);
    const place = useRef<HTMLDivElement>(null);
    const view = useView();
    const hidden = id !== undefined && isHidden(view, id);
    useEffect(() => {
      if (place.current === null) return;
      const draw = async () => {
        loaded ??= await load();
        panel.value = loaded;
      };
      waiting.add(draw);
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some((entry) => entry.isIntersecting)) void draw();
        },
        { rootMargin: `${AHEAD}px` },
      );
      observer.observe(place.current);
      return () => {
        waiting.delete(draw);
        observer.disconnect();
      };
    }, [panel]);
    const Panel = panel.value;
    if (hidden) return null;
    if (Panel === null) return <div ref={place} id={id} class="lazy" style={{ minHeight: `${height}px` }} />;
    return <Panel {...props} />;
  };
}
