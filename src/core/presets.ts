/** Named settings of a run, as differences from the defaults. */

import type { RunConfigInput } from './config.ts';

export interface Preset {
  readonly label: string;
  /** One sentence for a person who has to choose. */
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
