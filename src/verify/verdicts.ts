/** One verdict out of those on several kinds of test, and the verdict on what was never run. */

import type { Verdicts } from '../core/judge.ts';
import type { Effect, TestKind, Verdict } from '../core/types.ts';

/** The tests a reward may see; hidden ones only evaluate. */
export const VISIBLE: readonly TestKind[] = ['public', 'reward'];

/** pass@k means that all three kinds pass. */
export const ALL_KINDS: readonly TestKind[] = ['public', 'reward', 'hidden'];

/** The verdict of a completion that hit the length limit: decided by the sampler, nothing was run. */
export function truncatedVerdict(total: number): Verdict {
  return { outcome: 'truncated', passed: 0, total, perTest: [], ticks: 0, ledger: [], integrity: 'sealed' };
}

/**
 * One verdict from those of several kinds of test, in the order of `kinds`: counts add up, the outcome is that of the
 * first kind that did not pass, and a failure of ours anywhere makes the whole an `infra_error`. The kinds come from one
 * run of the program, so that its module body, its memory and its ledger count once.
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
  const perTest = parts.flatMap((part) => part.perTest);
  const heaps = parts.flatMap(({ heapBytes }) => (heapBytes === undefined ? [] : [heapBytes]));
  return {
    ...decisive,
    passed: parts.reduce((sum, part) => sum + part.passed, 0),
    total: parts.reduce((sum, part) => sum + part.total, 0),
    perTest,
    ticks: ticksOf(perTest) + Math.max(...parts.map((part) => part.ticks - ticksOf(part.perTest))),
    ...(heaps.length === 0 ? {} : { heapBytes: Math.max(...heaps) }),
    ...(parts.some((part) => part.flaky) ? { flaky: true } : {}),
    ledger: mergeLedgers(parts.map((part) => part.ledger)),
  };
}

const ticksOf = (tests: Verdict['perTest']): number => tests.reduce((sum, test) => sum + test.ticks, 0);

/** Each effect once, with its highest count: the ledgers are views of one. */
function mergeLedgers(ledgers: readonly (readonly Effect[])[]): Effect[] {
  const merged = new Map<string, Effect>();
  for (const effect of ledgers.flat()) {
    const key = JSON.stringify([effect.kind, effect.detail, effect.refused]);
    const known = merged.get(key);
    if (known === undefined || known.count < effect.count) merged.set(key, effect);
  }
  return [...merged.values()];
}
