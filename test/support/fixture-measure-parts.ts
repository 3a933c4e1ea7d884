/** The made-up search, agreement and selections of one model on one set. */

import type {
  AgreedProblem,
  AgreementPick,
  AgreementReport,
  AgreementRequest,
  Funnel,
  SearchedProblem,
  SearchReport,
  SearchRequest,
  SelectionName,
  SelectionReport,
} from '../../src/core/measure-choices.ts';
import type { ProblemSetName } from '../../src/core/records.ts';
import { createRng } from '../../src/core/rng.ts';
import { mean } from '../../src/core/stats.ts';
import { bootstrapMean } from '../../src/eval/bootstrap.ts';
import { passAtK } from '../../src/eval/pass-at-k.ts';
import { FIXTURE_PROBLEMS } from './fixture-problems.ts';

export interface MadeUpProblem {
  readonly id: string;
  /** Chance that a sample is right. */
  readonly rate: number;
  readonly index: number;
}

function searchedOf({ id, rate, index }: MadeUpProblem, { samples, submissions }: SearchRequest): SearchedProblem {
  const rng = createRng('tests', 21, index);
  const { right, wrong } = FIXTURE_PROBLEMS[index % 10]!;
  const passPublic = Math.round(samples * Math.min(0.97, rate * 1.1 + 0.002 * (index % 3)));
  const correct = Math.min(passPublic, Math.round(samples * rate));
  // The right cluster, and wrong ones that share what else passes the public tests.
  const sizes = [correct];
  for (let left = passPublic - correct; left > 0; ) {
    const size = Math.max(1, Math.ceil(left * (0.3 + 0.3 * rng.next())));
    sizes.push(size);
    left -= size;
  }
  const order = sizes.map((size, at) => ({ size, right: at === 0 })).filter(({ size }) => size > 0);
  order.sort((a, b) => b.size - a.size);
  const chosen = order.slice(0, submissions).map((one, cluster) => ({
    code: one.right ? right.code : wrong[cluster % wrong.length]!.code,
    count: Math.max(1, Math.round(one.size * 0.6)),
    cluster,
    correct: one.right,
  }));
  const funnel: Funnel = {
    sampled: samples,
    distinct: Math.round(samples * 0.32),
    compile: Math.round(samples * 0.975),
    passPublic,
    unprobed: 0,
    clusters: order.length,
    submitted: chosen.length,
    solved: Number(chosen.some((one) => one.correct)),
  };
  return { id, funnel, clusters: order.map(({ size }) => size), submissions: chosen };
}

const BUDGETS = [1, 3, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000] as const;

export function searchOf(
  set: ProblemSetName,
  request: SearchRequest,
  problems: readonly MadeUpProblem[],
): SearchReport {
  const searched = problems.map((problem) => searchedOf(problem, request));
  const sum = (of: keyof Funnel) => searched.reduce((total, { funnel }) => total + funnel[of], 0);
  const n = request.samples;
  const curve = BUDGETS.filter((budget) => budget <= n).map((budget) => {
    const passes = (k: number) => problems.map(({ rate }) => passAtK({ n, correct: Math.round(n * rate) }, k));
    const values = passes(budget);
    // Up to as many samples as are submitted, nothing is chosen; from there on, the choice is right now and then.
    const free = passes(Math.min(budget, request.submissions));
    const solved = free.map((value, i) => value + 0.4 * (values[i]! - value));
    return { budget, solved: bootstrapMean(solved, { seed: 0 }), pass: mean(values), draws: budget === n ? 1 : 200 };
  });
  const total: Funnel = {
    sampled: sum('sampled'),
    distinct: sum('distinct'),
    compile: sum('compile'),
    passPublic: sum('passPublic'),
    unprobed: sum('unprobed'),
    clusters: sum('clusters'),
    submitted: sum('submitted'),
    solved: sum('solved'),
  };
  return { set, request, problems: searched, total, curve };
}

const pick = (solutions: number, tests: number, score: number, correct: number): AgreementPick => ({
  ...{ solutions, tests, score, correct },
  tied: 1,
});

function agreedOf({ id, rate, index }: MadeUpProblem, { solutions }: AgreementRequest): AgreedProblem {
  const rng = createRng('tests', 31, index);
  const written = rng.int(160, 420);
  const valid = Math.round(written * (0.6 + 0.3 * rng.next()));
  const counts = { written, valid, distinct: Math.round(valid * 0.6), right: 0.25 + 0.5 * rng.next() };
  const common = { id, solutions, ...counts, plain: rate };
  if (index % 11 === 7)
    return { ...common, valid: 0, distinct: 0, right: 0, product: null, sqrt: null, disagree: false };
  const many = Math.max(9, Math.round(solutions * rate));
  const large = pick(many, 20, many * 20, rate > 0.35 ? 1 : 0);
  // Few solutions that pass many tests: the square root weighs their tests more.
  const tests = Math.round((10 * Math.sqrt(many) + 5 * many) / 2);
  const small = pick(4, tests, 2 * tests, 1 - large.correct);
  if (index % 4 === 3) return { ...common, product: large, sqrt: small, disagree: true };
  return { ...common, product: large, sqrt: { ...large, score: Math.sqrt(many) * 20 }, disagree: false };
}

export function agreementOf(
  set: ProblemSetName,
  request: AgreementRequest,
  problems: readonly MadeUpProblem[],
): AgreementReport {
  const agreed = problems.map((problem) => agreedOf(problem, request));
  return { set, request, problems: agreed, cells: agreed.reduce((sum, { distinct }) => sum + 31 * distinct, 0) };
}

/** How far each choice gets from chance (0) to what any choice could reach (1). */
const SKILLS: readonly (readonly [SelectionName, number])[] = [
  ['random', 0],
  ['likelihood', 0.28],
  ['public-tests', 0.61],
  ['largest-cluster', 0.78],
  ['agreement-product', 0.7],
  ['agreement-sqrt', 0.66],
  ['critic', 0.35],
  ['oracle', 1],
];

/** The critic is there for the trained model only. */
export function selectionsOf(
  set: ProblemSetName,
  problems: readonly MadeUpProblem[],
  trained: boolean,
): SelectionReport {
  const samples = 100;
  const selections = SKILLS.filter(([name]) => trained || name !== 'critic').map(([name, skill]) => {
    const values = problems.map(({ rate }) => rate + skill * (1 - (1 - rate) ** samples - rate));
    return { name, passAt1: bootstrapMean(values, { seed: 0 }) };
  });
  return { set, temperature: 0.8, samples, selections };
}
