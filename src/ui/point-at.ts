/** Leads a person to a part of the page: waits until it is there, scrolls to it, and draws a ring around it that covers nothing. */

const RING = 'is-pointed-at';

/** A panel whose code is on its way is given this long, milliseconds. */
const PATIENCE = 5000;
const BETWEEN_LOOKS = 50;

/**
 * The first of the places that is on the page; a panel that is not drawn yet is scrolled to, so that it will be.
 *
 * @param places selectors, the most wanted first
 * @returns null where none of them is there, as when the address hides them
 */
export async function findPlace(places: readonly string[], signal?: AbortSignal): Promise<HTMLElement | null> {
  const start = performance.now();
  for (;;) {
    const [wanted] = places.flatMap((place) => [...document.querySelectorAll<HTMLElement>(place)]);
    const waits = wanted?.classList.contains('lazy') === true;
    if (wanted !== undefined && !waits) return around(wanted);
    if (signal?.aborted || performance.now() - start > PATIENCE) return null;
    // What hides it is known at once; only code has to be waited for.
    if (wanted === undefined && performance.now() - start > PATIENCE / 10) return null;
    wanted?.scrollIntoView({ block: 'start' });
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS));
  }
}

/** The panel of a heading; a control with what it is called. */
const around = (element: HTMLElement): HTMLElement =>
  element.closest<HTMLElement>(element.matches('h2') ? 'section' : '.setting, .field') ?? element;

/** Scrolls so that all of it is seen, or its top where it is higher than the window. */
export function scrollTo(element: HTMLElement): void {
  const { height } = element.getBoundingClientRect();
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const block = height > innerHeight * 0.6 ? 'start' : 'center';
  element.scrollIntoView({ block, behavior: still ? 'instant' : 'smooth' });
}

/** Draws the ring; returns what takes it off again. */
export function ring(element: HTMLElement): () => void {
  element.classList.add(RING);
  return () => element.classList.remove(RING);
}
