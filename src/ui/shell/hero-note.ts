/** What the number of the hero is made of, in one sentence: which programs, of how many problems, on which tests. */

import { points } from '../parts/format.ts';
import type { BarRates } from '../selectors.ts';
import { words } from '../words/index.ts';

/** @param of how many problems the bar is about */
export function heroNote({ before, now, visited }: BarRates, of: number): string {
  const { note } = words.hero;
  if (before === null) return note.nothing;
  if (now === null) return note.before(before.n);
  return now.from === 'training'
    ? note.training(now.n, visited, of)
    : note.after(points(before.value, now.value), now.n);
}
