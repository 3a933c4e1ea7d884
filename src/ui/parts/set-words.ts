/** The problem sets in words. */

import { RUN_SETS, type RunSetName } from '../../core/records.ts';
import { words } from '../words/index.ts';

export const SET_WORDS: Readonly<Record<RunSetName, { readonly title: string; readonly help: string }>> = {
  ...words.sets,
  own: { title: words.problems.ownSet, help: words.problems.ownSetHelp },
};

/** The sets to choose from: a person's own only where the run has some. */
export const setTabs = (hasOwn: boolean) =>
  RUN_SETS.filter((set) => set !== 'own' || hasOwn).map((value) => ({ value, label: SET_WORDS[value].title }));
