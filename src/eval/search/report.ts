/** AlphaCode's search over sampled programs (Li et al. 2022, §4.4–4.6): filter, cluster, submit; its funnel and its n@k curve. */

import type { Funnel, SearchedProblem, SearchPoint, SearchReport, SearchRequest } from '../../core/measuring.ts';
import type { ProblemSetName } from '../../core/records.ts';
import { createRng } from '../../core/rng.ts';
import { bootstrapMean } from '../bootstrap.ts';
import { meanPassAtK } from '../pass-at-k.ts';
import { countDraws, firstDraws, poolCounts, type SamplePool } from '../pool.ts';
import { type Behaviours, type Candidate, findCandidates } from './candidates.ts';
import { clusterByBehaviour, submissionOrder } from './clusters.ts';
import { type DrawnPool, searchBudgets, solvedShare } from './resample.ts';

export interface SearchInput {
  readonly set: ProblemSetName;
  readonly request: SearchRequest;
  /** Ids. */
  readonly problems: readonly string[];
  /** `[problems]`; of a larger pool the first `request.samples` draws count. */
  readonly pools: readonly SamplePool[];
  /** `[problems]`. */
  readonly behaviours: readonly Behaviours[];
  readonly seed: number;
}

/** Draws of each budget below the whole pool. */
const DRAWS = 200;

interface Searched {
  readonly problem: SearchedProblem;
  readonly drawn: DrawnPool;
}

/** Which candidates fall into which cluster, and which are submitted: decided before any verdict but the public one is looked at. */
function select(candidates: readonly Candidate[], submissions: number) {
  const clusters = clusterByBehaviour(
    candidates.map(({ outputs }) => outputs),
    candidates.map(({ count }) => count),
  );
  return { clusters, order: submissionOrder(clusters, submissions) };
}

function searchProblem(id: string, pool: SamplePool, behaviours: Behaviours, submissions: number): Searched {
  const { candidates, passPublic, unprobed } = findCandidates(pool, behaviours);
  const { clusters, order } = select(candidates, submissions);
  const isCorrect = ({ program }: Candidate) => pool.programs[program]!.judged.correct;
  const submitted = order.map(({ program, cluster }) => {
    const candidate = candidates[program]!;
    return { code: candidate.code, count: candidate.count, cluster, correct: isCorrect(candidate) };
  });
  const clusterOf = new Map(clusters.flatMap(({ members }, cluster) => members.map((member) => [member, cluster])));
  const { n, correct } = poolCounts(id, pool);
  const funnel: Funnel = {
    sampled: n,
    distinct: pool.programs.filter(({ judged }) => judged.outcome !== 'infra_error').length,
    compile: countDraws(pool, ({ truncated, judged }) => !truncated && judged.outcome !== 'syntax_error'),
    passPublic,
    unprobed,
    clusters: clusters.length,
    submitted: submitted.length,
    solved: Number(submitted.some((submission) => submission.correct)),
  };
  return {
    problem: { id, funnel, clusters: clusters.map(({ size }) => size), submissions: submitted },
    drawn: {
      samples: n,
      correct,
      programs: candidates.map((candidate, i) => {
        const { code, count } = candidate;
        return { code, count, cluster: clusterOf.get(i)!, correct: isCorrect(candidate) };
      }),
    },
  };
}

function addFunnels(funnels: readonly Funnel[]): Funnel {
  const total = (key: keyof Funnel) => funnels.reduce((sum, funnel) => sum + funnel[key], 0);
  return {
    sampled: total('sampled'),
    distinct: total('distinct'),
    compile: total('compile'),
    passPublic: total('passPublic'),
    unprobed: total('unprobed'),
    clusters: total('clusters'),
    submitted: total('submitted'),
    solved: total('solved'),
  };
}

/** Every problem and budget has random numbers of its own. */
const streamOf = (problem: number, budget: number): number => problem * 64 + budget;

function searchCurve(searched: readonly Searched[], submissions: number, seed: number): SearchPoint[] {
  const samples = searched.reduce((least, { drawn }) => Math.min(least, drawn.samples), Number.POSITIVE_INFINITY);
  const tallies = searched.map(({ drawn }) => ({ n: drawn.samples, correct: drawn.correct }));
  return searchBudgets(samples).map((budget, b) => {
    const shares = searched.map(({ problem, drawn }, p) => {
      if (budget === drawn.samples) return problem.funnel.solved;
      return solvedShare(drawn, { budget, submissions, draws: DRAWS }, createRng('search', seed, streamOf(p, b)));
    });
    return {
      budget,
      solved: bootstrapMean(shares, { seed }),
      pass: meanPassAtK(tallies, budget),
      draws: searched.every(({ drawn }) => budget === drawn.samples) ? 1 : DRAWS,
    };
  });
}

/**
 * Searches every problem of a set. The curve goes up to the smallest number of judged samples of a problem; problems
 * without any say nothing and stay out of it. Reward and hidden tests decide what is correct, never what is submitted.
 *
 * @throws Error when no problem has a judged sample
 */
export function searchReport({ set, request, problems, pools, behaviours, seed }: SearchInput): SearchReport {
  const searched = problems.map((id, p) =>
    searchProblem(id, firstDraws(pools[p]!, request.samples), behaviours[p]!, request.submissions),
  );
  const judged = searched.filter(({ drawn }) => drawn.samples > 0);
  if (judged.length === 0) throw new Error(`search: expected judged samples of set ${set}, got none`);
  return {
    set,
    request,
    problems: searched.map(({ problem }) => problem),
    total: addFunnels(searched.map(({ problem }) => problem.funnel)),
    curve: searchCurve(judged, request.submissions, seed),
  };
}
