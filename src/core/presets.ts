/** Named exercises, as differences from the defaults: which problems, how long, and what is to be seen. */

import type { RunConfigInput } from './config.ts';

export interface Preset {
  readonly label: string;
  /** What a person who has to choose needs to know: what is done, and what is to be seen. */
  readonly help: string;
  /** Only what differs from the defaults of the schema. */
  readonly config: RunConfigInput;
}

export const PRESETS = {
  default: {
    label: 'Default',
    help: 'All ten problems and ten others each epoch.',
    config: {},
  },
  lecture: {
    label: 'As in the lecture',
    help: 'Four of the ten problems each epoch, temperature 0.8 with top-p 0.95.',
    config: {
      lectureProblems: 4,
      auxiliaryProblems: 0,
      reward: 'fraction',
      sampling: { temperature: 0.8, topP: 0.95 },
    },
  },
  'lost-problem': {
    label: 'Lesson: the lost problem',
    help: 'The ten only, paid by the share of tests, on the small model. With seed 0 a popular mistake that passes part of the tests crowds out the right program for fibonacci until it is never written again: pass@64 falls to 90 %. With seed 1 nothing is lost.',
    config: { model: 'small', auxiliaryProblems: 0, reward: 'fraction' },
  },
  forgetting: {
    label: 'Lesson: forgetting',
    help: 'The ten only, all or nothing. See the ten learnt better than by default, while the held-out compositions fall below the base model.',
    config: { auxiliaryProblems: 0 },
  },
  'weak-tests': {
    label: 'Lesson: weak tests',
    help: 'One visible test for each problem, even if it was chosen to catch the popular mistake. See in Over-fitted how some programs in a hundred are paid and wrong in the end, where by default none is.',
    config: { rollout: { visibleTests: 1 } },
  },
  'nano-test': {
    label: 'Smoke test',
    help: 'Two short epochs on two problems: shows on the small model that everything runs, and teaches nothing.',
    config: {
      model: 'small',
      epochs: 2,
      lectureProblems: 2,
      auxiliaryProblems: 0,
      groupSize: 4,
      sampling: { maxNewTokens: 24 },
      evaluation: { samples: 4, heldOutSamples: 0, everyEpochs: 0, samplesDuring: 4 },
    },
  },
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof PRESETS;

export const PRESET_NAMES = Object.keys(PRESETS) as readonly PresetName[];
