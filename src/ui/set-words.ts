/** The problem sets in words. */

import { RUN_SETS, type RunSetName } from '../core/records.ts';
import { words } from './words/index.ts';

export const SET_WORDS: Readonly<Record<RunSetName, { readonly title: string; readonly help: string }>> = {
  lecture: { title: 'The ten', help: 'The problems that were trained on; these tests were not.' },
  phrasings: {
    title: 'Unseen phrasings',
    help: 'Known tasks, asked in words that neither training nor pre-training held.',
  },
  compositions: { title: 'Unseen compositions', help: 'Known tasks combined in ways that were never shown.' },
  own: { title: words.problems.ownSet, help: words.problems.ownSetHelp },
};

/** The sets to choose from: a person's own only where the run has some. */
export const setTabs = (hasOwn: boolean) =>
  RUN_SETS.filter((set) => set !== 'own' || hasOwn).map((value) => ({ value, label: SET_WORDS[value].title }));
