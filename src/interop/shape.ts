/** Sizes of an experiment: prompts and completions of a step, and the updates that are made of them. */

import type { ExperimentInput } from './experiment.ts';

export interface BatchShape {
  /** Of a step. */
  readonly prompts: number;
  readonly completions: number;
  /** Parts of a step of equal size: the wanted number, or the largest below it that divides the completions evenly. */
  readonly parts: number;
  /** Optimiser steps of a step. */
  readonly updates: number;
  readonly steps: number;
}

/** @throws Error where there is nothing to train on, or steps differ in size */
export function batchShape({ steps, config }: Pick<ExperimentInput, 'steps' | 'config'>): BatchShape {
  const [first] = steps;
  if (first === undefined || first.length === 0) throw new Error('export: expected problems to train on, got none');
  const odd = steps.findIndex((problems) => problems.length !== first.length);
  if (odd >= 0) {
    throw new Error(
      `export: expected ${first.length} problems in every step, got ${steps[odd]!.length} in step ${odd + 1}`,
    );
  }
  const completions = first.length * config.groupSize;
  const { minibatches, innerEpochs } = config.algorithm;
  const parts = largestDivisor(completions, minibatches);
  return { prompts: first.length, completions, parts, updates: parts * innerEpochs, steps: steps.length };
}

/** The largest divisor of `total` that is no larger than `wanted`. */
export function largestDivisor(total: number, wanted: number): number {
  let divisor = Math.min(total, wanted);
  while (total % divisor !== 0) divisor--;
  return divisor;
}
