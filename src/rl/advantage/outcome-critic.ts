/** CodeRL: an outcome critic divides the reward of a program among its tokens (Le et al. 2022, arXiv:2207.01780 §3). */

import type { Outcome } from '../../core/types.ts';

/** What the critic tells apart, in the order of its outputs. */
export const OUTCOME_CLASSES = ['compile-error', 'runtime-error', 'failed-test', 'passed'] as const;
export type OutcomeClass = (typeof OUTCOME_CLASSES)[number];

/**
 * The class of what became of a program; null for a failure of ours, which says nothing about it. Limits and refusals are
 * runtime errors, as a timeout is in CodeRL's harness; a completion that was cut off is no program that compiles.
 */
export function outcomeClass(outcome: Outcome): OutcomeClass | null {
  switch (outcome) {
    case 'syntax_error':
    case 'truncated':
      return 'compile-error';
    case 'runtime_error':
    case 'timeout':
    case 'memory_limit':
    case 'output_limit':
    case 'forbidden':
      return 'runtime-error';
    case 'wrong_answer':
      return 'failed-test';
    case 'passed':
      return 'passed';
    case 'infra_error':
      return null;
    default:
      return outcome satisfies never;
  }
}

/**
 * q_t = p_t · (r − r_baseline), `[T]` (CodeRL `--relative_returns`; without a baseline, p_t · r). With the plain
 * log-likelihood as surrogate the loss is −mean_t(q_t · logProb_t).
 *
 * @param outcomeProbs the critic's probability, at each token, of what became of the program, `[T]`
 * @param baseline reward of the greedy completion of the same problem; 0 is none
 */
export function tokenReturns(outcomeProbs: readonly number[], reward: number, baseline: number): number[] {
  return outcomeProbs.map((p) => p * (reward - baseline));
}
