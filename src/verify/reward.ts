/** From verdicts to a reward: what a program earned on the tests that pay, and why. */

import type { Verdicts } from '../core/judge.ts';
import type { TestKind, Verdict } from '../core/types.ts';

/** The tests a reward may see; hidden ones only evaluate. */
export const VISIBLE: readonly TestKind[] = ['public', 'reward'];

/** `binary` pays 1 when every visible test passes, `fraction` the share of visible tests that pass. */
export type RewardKind = 'binary' | 'fraction';

export interface RewardResult {
  /** null when the verdict failed through our fault: the rollout is left out of its group. */
  readonly total: number | null;
  /** The parts that were added up, by name. */
  readonly components: Readonly<Record<string, number>>;
}

/** The verdict of a completion that hit the length limit: decided by the sampler, nothing was run. */
export function truncatedVerdict(total: number): Verdict {
  return { outcome: 'truncated', passed: 0, total, perTest: [], ticks: 0, ledger: [], integrity: 'sealed' };
}

/**
 * One verdict from those of several kinds of test, in the order of `kinds`: counts add up, the outcome is that of the
 * first kind that did not pass, and a failure of ours anywhere makes the whole an `infra_error`.
 */
export function combineVerdicts(verdicts: Verdicts, kinds: readonly TestKind[]): Verdict {
  const parts = kinds.map((kind) => {
    const verdict = verdicts[kind];
    if (verdict === undefined) throw new Error(`reward: expected a verdict on the ${kind} tests, got none`);
    return verdict;
  });
  // A kind without tests says nothing; only when all are empty does its verdict (not passed: total is 0) stand.
  const counted = parts.filter((part) => part.total > 0 || part.outcome === 'infra_error');
  const relevant = counted.length > 0 ? counted : parts;
  const decisive =
    relevant.find((part) => part.outcome === 'infra_error') ??
    relevant.find((part) => part.outcome !== 'passed') ??
    relevant[0];
  if (decisive === undefined) throw new Error('reward: expected at least one kind of test, got none');
  return {
    ...decisive,
    passed: parts.reduce((sum, part) => sum + part.passed, 0),
    total: parts.reduce((sum, part) => sum + part.total, 0),
    perTest: parts.flatMap((part) => part.perTest),
    ticks: parts.reduce((sum, part) => sum + part.ticks, 0),
    ledger: parts.flatMap((part) => part.ledger),
  };
}

/**
 * Reward of a combined verdict on the visible tests. Whole counts decide (`passed === total`), never a threshold on the
 * fraction: 995 of 1000 is not all. Truncated completions earn 0.
 */
export function rewardOf(verdict: Verdict, kind: RewardKind): RewardResult {
  if (verdict.outcome === 'infra_error') return { total: null, components: {} };
  const { passed, total } = verdict;
  const ran = verdict.outcome !== 'truncated' && total > 0;
  switch (kind) {
    case 'binary': {
      const all = ran && passed === total ? 1 : 0;
      return { total: all, components: { all_tests: all } };
    }
    case 'fraction': {
      const share = ran ? passed / total : 0;
      return { total: share, components: { tests: share } };
    }
    default:
      return kind satisfies never;
  }
}
