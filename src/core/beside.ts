/** Two runs side by side: which of the two is meant, and when they measure alike. */

import type { RunConfig } from './config.ts';

export const LANES = ['a', 'b'] as const;
export type Lane = (typeof LANES)[number];

/** Whether the first measurement of both comes out the same: then one of them is enough. */
export function measuresAlike(a: RunConfig, b: RunConfig): boolean {
  const what = ({ seed, model, backend, evaluation, sampling, algorithm, ownProblems }: RunConfig) => ({
    ...{ seed, model, backend, evaluation, ownProblems },
    maxNewTokens: sampling.maxNewTokens,
    // A value head is a part of the model.
    advantage: algorithm.advantage === 'gae' || algorithm.advantage === 'turn-value',
  });
  return JSON.stringify(what(a)) === JSON.stringify(what(b));
}
