/** The sections of the page as they stand in it: which there are, which one is read, and the way to each. */

import { drawAllPanels } from './lazy.tsx';
import { scrollTo } from './point-at.ts';
import type { Hideable } from './view.ts';

/** In the order of the page; the guide and single controls are no sections. */
export const SECTIONS = [
  'problems',
  'curves',
  'outcomes',
  'rollouts',
  'explain',
  'comparison',
  'ideas',
  'beside',
  'measure',
  'audit',
  'samples',
  'runs',
  'models',
  'teaching',
  'machine',
] as const satisfies readonly Hideable[];
export type SectionName = (typeof SECTIONS)[number];

/** Whatever stands for a section now: itself, or the place that waits for its code. */
export function placeOf(name: SectionName): HTMLElement | null {
  const heading = document.getElementById(name);
  return heading?.closest<HTMLElement>('section') ?? heading;
}

/** Those that are on the page now, from top to bottom. */
export function sectionsOnPage(): SectionName[] {
  const tops = SECTIONS.flatMap((name) => {
    const top = placeOf(name)?.getBoundingClientRect().top;
    return top === undefined ? [] : [{ name, top }];
  });
  return tops.sort((a, b) => a.top - b.top).map(({ name }) => name);
}

/** Draws what stands above it first, so that nothing moves it away once it is reached, and puts the keyboard at its head. */
export async function goTo(name: SectionName): Promise<void> {
  await drawAllPanels();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const place = placeOf(name);
  if (place === null) return;
  const heading = place.querySelector<HTMLElement>('h2') ?? place;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  scrollTo(place);
}
