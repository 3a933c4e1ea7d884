/** The problem sets in words. */

import { PROBLEM_SETS, type ProblemSetName } from '../core/records.ts';

export const SET_WORDS: Readonly<Record<ProblemSetName, { readonly title: string; readonly help: string }>> = {
  lecture: { title: 'The ten', help: 'The problems that were trained on; these tests were not.' },
  phrasings: {
    title: 'Unseen phrasings',
    help: 'Known tasks, asked in words that neither training nor pre-training held.',
  },
  compositions: { title: 'Unseen compositions', help: 'Known tasks combined in ways that were never shown.' },
};

/** The sets to choose from. */
export const SET_TABS = PROBLEM_SETS.map((value) => ({ value, label: SET_WORDS[value].title }));
