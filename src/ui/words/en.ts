/**
 * Every word of the page, in English. A translation is one more file of this shape, chosen in `words/index.ts`.
 * Sentences with values in them are functions of these values; names of metrics, settings and presets come from the tables
 * of `core`, which the command line reads too.
 */

import { ALGORITHMS } from '../../core/algorithms.ts';
import { SETTING_GROUPS, SETTINGS } from '../../core/config-docs.ts';
import { METRICS } from '../../core/metrics.ts';
import { PRESETS } from '../../core/presets.ts';
import { REWARDS } from '../../core/rewards.ts';

export const en = {
  page: {
    skip: 'Skip to the content',
    nothingLeaves:
      'Everything on this page runs in this tab: the model, the Python interpreter and the training. No program, test or result leaves it.',
    licence: 'Greenbar is free software under the Apache License 2.0.',
  },

  // Tables of core that a translation puts its own words in place of.
  metrics: METRICS,
  presets: PRESETS,
  rewards: REWARDS,
  algorithms: ALGORITHMS,
  settings: SETTINGS,
  settingGroups: SETTING_GROUPS,
} as const;
