/** How large the type of the page is in lecture mode, where it grows with the window. */

import { useView } from '../shell/view-context.ts';

/** Pixels of one rem; null outside of lecture mode, where sizes are fixed. */
export function useLectureRem(): number | null {
  return useView().lecture ? Number.parseFloat(getComputedStyle(document.documentElement).fontSize) : null;
}
