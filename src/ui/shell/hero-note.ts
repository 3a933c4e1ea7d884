/** The number of the hero, and in one sentence what it is made of: which programs, of how many problems, on which tests. */

import { points, rateOf } from '../parts/format.ts';
import type { BarRates, Rate } from '../selectors.ts';
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

/** A rate of the bar: "23%", or "22.5%" while few programs make it. @param of how many problems the bar is about */
export function barText(rate: Rate, { before, visited }: BarRates, of: number): string {
  const programs = rate.from === 'training' ? rate.n + (before?.n ?? 0) * (of - visited) : rate.n * of;
  return rateOf(rate.value, programs);
}
