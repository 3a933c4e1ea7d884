/** The tab's title tells how far a run is, for those who look at another tab meanwhile. */

import { effect } from '@preact/signals';
import { progressOf } from '../controls/progress.ts';
import { percent } from '../parts/format.ts';
import { barRates } from '../selectors.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { barText } from './hero-note.ts';

const { title } = words;

/** Keeps `document.title` in step with the store; returns what stops it. */
export function followTitle(store: Store): () => void {
  return effect(() => {
    const problems = store.problems.value;
    const state = store.own.value;
    const ids = problems.status === 'ready' ? problems.lecture.map((problem) => problem.id) : [];
    const rates = barRates(state, ids);
    const passing = rates.now && barText(rates.now, rates, ids.length);
    const { stage, shares } = progressOf(state);
    if (stage === 'train' && passing) document.title = title.training(passing, percent(shares.train));
    else document.title = passing ? title.passing(passing) : title.plain;
  });
}
