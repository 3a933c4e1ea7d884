/** Leads a person to a part of the page: waits until it is there, scrolls to it, and draws a ring around it that covers nothing. */

const RING = 'is-pointed-at';

/** Up to this width the page is laid out for a phone, pixels. */
const NARROW = 640;

/** A panel whose code is on its way is given this long, milliseconds. */
const PATIENCE = 5000;
const BETWEEN_LOOKS = 50;
/** What is drawn anyway is drawn by then; only after that the next best place will do. */
const SOON = 500;

/**
 * The first of the places that is on the page; a panel that is not drawn yet is scrolled to, so that it will be.
 *
 * @param places selectors, the most wanted first
 * @returns null where none of them is there, as when the address hides them
 */
export async function findPlace(places: readonly string[], signal?: AbortSignal): Promise<HTMLElement | null> {
  const start = performance.now();
  for (;;) {
    const past = performance.now() - start;
    const found = places.findIndex((place) => document.querySelector(place) !== null);
    const place = places[found] === undefined ? null : document.querySelector<HTMLElement>(places[found]);
    const waits = place?.classList.contains('lazy') === true;
    if (place !== null && !waits && (found === 0 || past > SOON)) return around(place);
    // What the address hides never comes; only code has to be waited for.
    if (signal?.aborted || past > PATIENCE || (place === null && past > SOON)) return null;
    if (waits) place.scrollIntoView({ block: 'start' });
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
  // In a narrow window the guide takes the lower half.
  const block = height > innerHeight * 0.6 || innerWidth <= NARROW ? 'start' : 'center';
  element.scrollIntoView({ block, behavior: still ? 'instant' : 'smooth' });
}

/** Draws the ring; returns what takes it off again. */
export function ring(element: HTMLElement): () => void {
  element.classList.add(RING);
  return () => element.classList.remove(RING);
}
