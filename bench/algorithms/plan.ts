/** Which runs make the table of algorithms: every algorithm on the small model, four of them on the default one, three seeds each. */

import { ALGORITHM_NAMES, type AlgorithmName } from '../../src/core/algorithms.ts';
import { parseConfig, type RunConfig, type RunConfigInput } from '../../src/core/config.ts';
import { chosenConfig } from '../../src/core/config-choice.ts';
import { layerConfig } from '../../src/core/config-diff.ts';
import type { PresetName } from '../../src/core/presets.ts';

export type ModelName = RunConfig['model'];

/** One line of the table. */
export interface Entry {
  readonly preset: PresetName;
  readonly algorithm: AlgorithmName;
  readonly model: ModelName;
}

/** One run; its name is what resuming goes by. */
export interface PlannedRun extends Entry {
  readonly seed: number;
  readonly name: string;
  readonly config: RunConfig;
}

export const SEEDS = [0, 1, 2] as const;

/** What is compared on the default model, too. */
const ON_BASE: readonly AlgorithmName[] = ['grpo', 'grpo-plus', 'ppo', 'rft'];

/** Exercises that go wrong in a way worth seeing, each on the model that shows it. */
const LESSONS: readonly (readonly [PresetName, ModelName])[] = [
  ['lost-problem', 'small'],
  ['forgetting', 'base'],
  ['weak-tests', 'base'],
];

export const ENTRIES: readonly Entry[] = [
  ...ON_BASE.map((algorithm): Entry => ({ preset: 'default', algorithm, model: 'base' })),
  ...ALGORITHM_NAMES.map((algorithm): Entry => ({ preset: 'default', algorithm, model: 'small' })),
  ...LESSONS.map(([preset, model]): Entry => ({ preset, algorithm: 'grpo', model })),
];

/** The base model is measured once for each model and seed instead of once for each run. */
const MEASURING: RunConfigInput = {
  explain: false,
  evaluation: { before: false, samples: 64, heldOutSamples: 32, everyEpochs: 0 },
};

/** Every run of these entries, the first seed of all before the second of any. */
export function planRuns(entries: readonly Entry[], seeds: readonly number[], epochs: number): PlannedRun[] {
  return seeds.flatMap((seed) => entries.map((entry) => planRun(entry, seed, epochs)));
}

function planRun({ preset, algorithm, model }: Entry, seed: number, epochs: number): PlannedRun {
  const settings = layerConfig(MEASURING, { model, seed, epochs, backend: 'wasm' });
  const name = `${preset}/${algorithm}/${model}/${seed}/${epochs}`;
  return { preset, algorithm, model, seed, name, config: chosenConfig({ preset, algorithm, settings }) };
}

/** The measurement of a base model that its runs are held against: a run of no epochs. */
export function planBaseline(model: ModelName, seed: number): { readonly name: string; readonly config: RunConfig } {
  const settings = layerConfig(MEASURING, { model, seed, epochs: 0, backend: 'wasm' });
  return { name: `baseline/${model}/${seed}`, config: parseConfig(settings) };
}
