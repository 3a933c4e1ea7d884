/** The running solve rate of each problem, and what it predicts of the next step. */

import { mean } from '../../core/stats.ts';
import { groupsOf, type Rollout } from '../rollout/select.ts';
import type { LoopState } from '../state.ts';

/** Weight of the newest step in the running mean. */
const NEWEST = 0.3;

type SolveRates = LoopState['solveRates'];

/** The rates after a step; rollouts that could not be judged do not count. */
export function withStep(rates: SolveRates, rollouts: readonly Rollout[]): SolveRates {
  const next: Record<string, number> = { ...rates };
  for (const group of groupsOf(rollouts)) {
    const judged = group.filter(({ reward }) => reward !== null);
    if (judged.length === 0) continue;
    const share = judged.filter(({ verdict }) => verdict.outcome === 'passed').length / judged.length;
    const { id } = group[0]!.problem;
    const known = next[id];
    next[id] = known === undefined ? share : known + NEWEST * (share - known);
  }
  return next;
}

/**
 * Share of groups that will carry no gradient under a reward that only tells solved from not: the mean over groups of
 * pᴳ + (1 − p)ᴳ. Problems that were never visited are left out; null where all are. The mean must be taken over groups:
 * the formula of the mean p predicts far too few (jsboige/CoursIA#10626).
 */
export function predictedDeadGroups(
  groups: readonly (readonly Pick<Rollout, 'problem'>[])[],
  rates: SolveRates,
): number | null {
  const known = groups.flatMap((group) => {
    const solved = rates[group[0]!.problem.id];
    const size = group.length;
    return solved === undefined ? [] : [power(solved, size) + power(1 - solved, size)];
  });
  return known.length === 0 ? null : mean(known);
}

/** baseⁿ by multiplication: `**` rounds otherwise from one JavaScript engine to the next, and records must not. */
function power(base: number, n: number): number {
  let product = 1;
  for (let i = 0; i < n; i++) product *= base;
  return product;
}
