/** What the loop carries from one step to the next besides the weights: plain data, so that a run can be continued anywhere. */

import type { AlertName } from '../core/records.ts';
import type { Completion } from '../core/types.ts';

/** A step that was sampled while the one before it was judged. Its prompts follow from (configuration, step). */
export interface SampledAhead {
  /** Optimiser steps taken when it was sampled. */
  readonly updates: number;
  /** Rollouts of each group. */
  readonly sizes: readonly number[];
  readonly completions: readonly Completion[];
}

export interface LoopState {
  /** Steps finished. */
  readonly step: number;
  /** Optimiser steps taken. */
  readonly updates: number;
  /** Completion tokens sampled. */
  readonly tokens: number;
  /** By problem id: exponential mean of the share of its rollouts that passed. */
  readonly solveRates: Readonly<Record<string, number>>;
  /** β as the adaptive controller has it; null as long as it is the configuration's. */
  readonly klCoefficient: number | null;
  readonly ahead?: SampledAhead;
  readonly watch: Watch;
}

/** What alerts remember of a run. */
export interface Watch {
  /** Told already. */
  readonly raised: readonly AlertName[];
  /** Of the first step that had them: what later ones are held against. */
  readonly firstEntropy: number | null;
  readonly firstLength: number | null;
}

export const FIRST_STATE: LoopState = {
  step: 0,
  updates: 0,
  tokens: 0,
  solveRates: {},
  klCoefficient: null,
  watch: { raised: [], firstEntropy: null, firstLength: null },
};
