/** From counts per problem to the evaluation of a set: pass@k curve, bands, visible and greedy rates. */

import type { ProblemCounts, RunSetName, SetEvaluation } from '../core/records.ts';
import { mean, sum } from '../core/stats.ts';
import type { Outcome } from '../core/types.ts';
import { passCurve } from './curve.ts';
import { countDraws, poolCounts, type SamplePool } from './pool.ts';

export interface SetCounts {
  readonly set: RunSetName;
  readonly temperature: number;
  /** Samples per problem that were asked for; a problem may have fewer, where judging failed through our fault. */
  readonly n: number;
  readonly problems: readonly ProblemCounts[];
  /** Of all samples, on visible and hidden tests together. */
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
  /** Of all samples: those whose failure is the NameError of a module. */
  readonly missingImports: number;
  /** Of the bootstrap. */
  readonly seed: number;
}

/**
 * Summarises a set. Rates are means over problems. A problem without any judged sample says nothing and stays out of
 * the means; throws when there is no other.
 */
export function summarizeSet(counts: SetCounts): SetEvaluation {
  const { set, temperature, n, problems, outcomes, missingImports, seed } = counts;
  const judged = problems.filter((problem) => problem.n > 0);
  if (judged.length === 0) throw new Error(`evaluate: expected judged samples of set ${set}, got none`);
  const curve = passCurve(judged, { seed, asked: n });
  const greedy = problems.flatMap((problem) => (problem.greedy === undefined ? [] : [Number(problem.greedy)]));
  return {
    set,
    temperature,
    n,
    problems,
    curve,
    passAt1: curve[0]!.pass,
    visibleAt1: mean(judged.map((problem) => problem.visible / problem.n)),
    ...(greedy.length === 0 ? {} : { greedy: mean(greedy) }),
    outcomes,
    missingImports,
  };
}

/** What the pools of a set are to be called, and how they came about. */
export interface PoolSummary extends Pick<SetCounts, 'set' | 'temperature' | 'n' | 'seed'> {
  /** Ids of the problems, in the order of their pools. */
  readonly ids: readonly string[];
  /** One greedy completion of each problem, where they were asked for. */
  readonly greedy?: readonly SamplePool[];
}

/** Summarises the pools of a set; throws as `summarizeSet` does. */
export function summarizePools(pools: readonly SamplePool[], { ids, greedy, ...about }: PoolSummary): SetEvaluation {
  const outcomes: Partial<Record<Outcome, number>> = {};
  for (const { programs, draws } of pools) {
    for (const at of draws) {
      const { outcome } = programs[at]!.judged;
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  }
  const problems = ids.map((id, p): ProblemCounts => {
    const best = greedy?.[p]?.programs[0]?.judged;
    return {
      ...poolCounts(id, pools[p]!),
      ...(best === undefined || best.outcome === 'infra_error' ? {} : { greedy: best.correct }),
    };
  });
  const missingImports = sum(pools.map((pool) => countDraws(pool, ({ judged }) => judged.missingImport)));
  return summarizeSet({ ...about, problems, outcomes, missingImports });
}
