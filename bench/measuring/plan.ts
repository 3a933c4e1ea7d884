/** Which models the table of measurements holds, and what is measured of each. */

import { ALGORITHM_NAMES, type AlgorithmName } from '../../src/core/algorithms.ts';
import type { RunConfig } from '../../src/core/config.ts';
import { chosenConfig } from '../../src/core/config-choice.ts';
import { AGREEMENT_DEFAULTS, SEARCH_DEFAULTS } from '../../src/core/measure-choices.ts';
import type { MeasuredModel, MeasureRequest } from '../../src/core/measuring.ts';
import { PROBLEM_SETS } from '../../src/core/records.ts';

/** The model that everything began with, or an algorithm that trained it. */
export type ModelName = 'base' | AlgorithmName;

export const MODEL_NAMES: readonly ModelName[] = ['base', ...ALGORITHM_NAMES];

/** CodeRL is there for its critic: it is one more way to choose among samples. */
export const DEFAULT_MODELS: readonly ModelName[] = ['base', 'grpo', 'rft', 'coderl'];

export interface PlanOptions {
  readonly seed: number;
  readonly epochs: number;
  /** Of each problem at each temperature. */
  readonly samples: number;
  /** Of AlphaCode's search. */
  readonly searched: number;
}

/** A run of the default exercise; it is measured afterwards, so that it need not measure itself. */
export function trainingOf(algorithm: AlgorithmName, { seed, epochs }: PlanOptions): RunConfig {
  return chosenConfig({
    preset: 'default',
    algorithm,
    settings: {
      seed,
      epochs,
      backend: 'wasm',
      explain: false,
      evaluation: { before: false, samples: 1, heldOutSamples: 0, everyEpochs: 0 },
    },
  });
}

export const BASE: MeasuredModel = { label: 'base', source: { type: 'bundled', name: 'base' } };

export function measurementOf(name: ModelName, { seed, samples, searched }: PlanOptions): MeasureRequest {
  return {
    models: [name === 'base' ? BASE : { label: name, source: { type: 'trained' } }],
    backend: 'wasm',
    sets: PROBLEM_SETS,
    temperatures: [0.5, 0.8, 1],
    samples,
    maxNewTokens: 48,
    seed,
    search: { ...SEARCH_DEFAULTS, samples: searched },
    agreement: AGREEMENT_DEFAULTS,
  };
}
