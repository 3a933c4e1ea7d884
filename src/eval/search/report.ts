/** AlphaCode's search over sampled programs (Li et al. 2022, §4.4–4.6): filter, cluster, submit; its funnel and its n@k curve. */

import type { Funnel, SearchedProblem, SearchPoint, SearchReport, SearchRequest } from '../../core/measure-choices.ts';
import type { RunSetName } from '../../core/records.ts';
import { createRng } from '../../core/rng.ts';
import { bootstrapMean } from '../bootstrap.ts';
import { meanPassAtK } from '../pass-at-k.ts';
import { countDraws, firstDraws, poolCounts, type SamplePool } from '../pool.ts';
import { type Behaviours, type Candidate, findCandidates } from './candidates.ts';
import { clusterByBehaviour, submissionOrder } from './clusters.ts';
import { type DrawnPool, searchBudgets, solvedShare } from './resample.ts';

export interface SearchInput {
  readonly set: RunSetName;
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
  /** Samples that pass everything, whether they may be submitted or not. */
  readonly correct: number;
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
  const failing = clusters.filter(({ failed }) => failed).length;
  return {
    problem: {
      id,
      funnel,
      clusters: clusters.map(({ size }) => size),
      ...(failing === 0 ? {} : { failing }),
      submissions: submitted,
    },
    correct,
    drawn: {
      samples: n,
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

interface CurveSettings {
  /** Samples that were asked for of each problem, up to which the curve goes as far as any problem has them. */
  readonly asked: number;
  readonly submissions: number;
  readonly seed: number;
}

function searchCurve(all: readonly Searched[], { asked, submissions, seed }: CurveSettings): SearchPoint[] {
  const most = all.reduce((largest, { drawn }) => Math.max(largest, drawn.samples), 0);
  return searchBudgets(Math.min(asked, most)).map((budget, b) => {
    const able = all.filter(({ drawn }) => drawn.samples >= budget);
    const shares = all.flatMap(({ problem, drawn }, p) => {
      if (budget > drawn.samples) return [];
      if (budget === drawn.samples) return problem.funnel.solved;
      return solvedShare(drawn, { budget, submissions, draws: DRAWS }, createRng('search', seed, streamOf(p, b)));
    });
    const tallies = able.map(({ drawn, correct }) => ({ n: drawn.samples, correct }));
    return {
      budget,
      solved: bootstrapMean(shares, { seed }),
      pass: meanPassAtK(tallies, budget),
      draws: able.every(({ drawn }) => budget === drawn.samples) ? 1 : DRAWS,
      ...(able.length < all.length ? { problems: able.length } : {}),
    };
  });
}

/**
 * Searches every problem of a set. Problems without a judged sample say nothing and stay out of the curve; those that lost
 * some are left out of its points beyond what they have, which say how many problems they are over. Reward and hidden tests
 * decide what is correct, never what is submitted.
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
    curve: searchCurve(judged, { asked: request.samples, submissions: request.submissions, seed }),
  };
}
