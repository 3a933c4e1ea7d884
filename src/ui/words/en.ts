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

  teaching: {
    title: 'For teaching',
    intro:
      'A link opens the page just as a class needs it: your settings, big type, nothing that distracts. Two handouts come along, to be printed or read.',
    link: {
      title: 'A link for a class',
      intro:
        'It carries the settings that are chosen above, as far as they differ from a preset, and how the page looks.',
      lecture: 'Big type and fewer things, for a room',
      pace: 'Pace of training',
      paceOf: (seconds: number) => (seconds === 0 ? 'As fast as it goes' : `At least ${seconds} s a step`),
      hide: 'Leave out',
      address: 'The link',
      copy: 'Copy',
      copied: 'Copied.',
      open: 'Try it',
    },
    parts: {
      guide: 'Guide',
      ideas: 'Things to try',
      problems: 'Problems',
      curves: 'Curves',
      outcomes: 'Outcome mix',
      rollouts: 'Programs',
      explain: 'Explain this update',
      comparison: 'Before and after',
      beside: 'Side by side',
      measure: 'Is the gain real?',
      audit: 'Audit',
      samples: 'Anyone’s samples',
      runs: 'Runs',
      teaching: 'For teaching',
      machine: 'Machine',
      preset: 'Preset',
      algorithm: 'Algorithm',
      reward: 'Reward',
      epochs: 'Epochs',
      seed: 'Seed',
      device: 'Device',
      settings: 'All settings',
      speed: 'Speed',
      step: 'Step',
      reset: 'Reset',
    },
    handouts: {
      title: 'Handouts',
      intro: 'They work without a network, like everything here.',
      exercise: {
        title: 'Exercise sheet',
        help: 'For students: ten questions to answer with the page, from a first run to a problem of their own.',
      },
      instructor: {
        title: 'Notes for the instructor',
        help: 'What to show in which order, what to ask, what to expect, and what goes wrong.',
      },
    },
  },

  problems: {
    ownSet: 'Your problems',
    ownSetHelp:
      'Written or imported by you, and trained on. Those without hidden tests are measured on the visible ones.',
  },

  runs: {
    title: 'Runs',
    told: {
      shown: (run: string) => `The page shows ${run}.`,
      loaded: (run: string) => `The model of ${run} is at hand: it can be measured, compared and exported.`,
      restored: (run: string) => `${run} is back.`,
      imported: (names: readonly string[]) => `Taken in: ${names.join('; ')}.`,
      persisted: (promised: boolean) =>
        promised
          ? 'The browser promised to keep the runs.'
          : 'The browser did not promise it. What matters can be taken out as a zip.',
    },
    gone: 'runs: expected this run in the history, found none: it may have been deleted in another tab',
    importFailed: (file: string, why: string) => `${file}: ${why}. Nothing was changed.`,
    unreadable: (why: string) => `The list of runs could not be read: ${why}.`,
  },

  // Tables of core that a translation puts its own words in place of.
  metrics: METRICS,
  presets: PRESETS,
  rewards: REWARDS,
  algorithms: ALGORITHMS,
  settings: SETTINGS,
  settingGroups: SETTING_GROUPS,
} as const;
