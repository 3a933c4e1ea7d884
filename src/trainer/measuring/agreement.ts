/**
 * CodeT's agreement measured (Chen et al. 2022, arXiv:2207.10397): the policy writes tests for problems that it has written
 * solutions for, every solution is run on every test, and what agrees most is picked. Tests of the problems themselves
 * never touch the choice; they only say afterwards whether it was right.
 */

import type { Judge } from '../../core/judge.ts';
import type { AgreedProblem, AgreementReport } from '../../core/measure-choices.ts';
import { sum } from '../../core/stats.ts';
import type { Problem } from '../../core/types.ts';
import type { AgreementMatrix, AgreementScore } from '../../eval/agreement/consensus.ts';
import { judgePick, type Picked, pickByAgreement, picksDiffer } from '../../eval/agreement/pick.ts';
import { drawCounts, firstDraws, type SamplePool } from '../../eval/pool.ts';
import { runMatrix } from './test-matrix.ts';
import { type WriteOptions, type Written, type WrittenTests, writeTests } from './written-tests.ts';

export interface AgreeOptions extends Omit<WriteOptions, 'onProgress'> {
  readonly judge: Judge;
  /** Samples of each problem at the request's temperature, `[problems]`: the first `solutions` draws are chosen among. */
  readonly pools: readonly SamplePool[];
  /**
   * Told how many completions of the tests prompt are there, then how many different solutions have been run. Waiting in it
   * pauses the work, false ends it.
   */
  readonly onProgress?: (part: 'tests' | 'agreement', done: number, total: number) => Promise<boolean> | boolean;
}

/** Programs of a pool in the best sets; null where nothing agrees. */
type AgreedPrograms = Readonly<Record<AgreementScore, readonly number[] | null>>;

export interface AgreedSet {
  /** Without the problems of which no solution could be judged. */
  readonly report: AgreementReport;
  /** What is picked among the samples of each problem, `[problems]`. */
  readonly picks: readonly AgreedPrograms[];
  /** What the model wrote. */
  readonly written: Written;
}

/** Agreement on every problem of a set, or null when `onProgress` ended it. */
export async function agreeOnSet(options: AgreeOptions): Promise<AgreedSet | null> {
  const { problems, request, set, onProgress } = options;
  const proceed = async (part: 'tests' | 'agreement', done: number, total: number) =>
    (await onProgress?.(part, done, total)) ?? true;
  const written = await writeTests({ ...options, onProgress: (done, total) => proceed('tests', done, total) });
  if (written === null) return null;
  const pools = options.pools.map((pool) => firstDraws(pool, request.solutions));
  const solutions = sum(pools.map(({ programs }) => programs.length));
  const agreed: Agreed[] = [];
  let [done, cells] = [0, 0];
  for (const [p, problem] of problems.entries()) {
    if (!(await proceed('agreement', done, solutions))) return null;
    const one = await agreeOn(options.judge, problem, pools[p]!, written.tests[p]!, (run) =>
      proceed('agreement', done + run, solutions),
    );
    if (one === null) return null;
    agreed.push(one);
    done += pools[p]!.programs.length;
    cells += one.cells;
  }
  if (!(await proceed('agreement', done, solutions))) return null;
  const judged = agreed.flatMap(({ problem }) => (problem === null ? [] : [problem]));
  return { report: { set, request, problems: judged, cells }, picks: agreed.map(({ picks }) => picks), written };
}

interface Agreed {
  /** Null where no solution could be judged. */
  readonly problem: AgreedProblem | null;
  readonly picks: AgreedPrograms;
  readonly cells: number;
}

async function agreeOn(
  judge: Judge,
  problem: Problem,
  pool: SamplePool,
  written: WrittenTests,
  proceed: (run: number) => Promise<boolean>,
): Promise<Agreed | null> {
  const judgedRows = await runMatrix(judge, problem, pool.programs, written.tests, proceed);
  if (judgedRows === null) return null;
  const { rows, reference, run } = judgedRows;
  const counts = drawCounts(pool);
  // What could not be judged says nothing, neither of itself nor of the tests.
  const judged = pool.programs.flatMap((program, at) =>
    rows[at] === null || program.judged.outcome === 'infra_error' ? [] : [at],
  );
  const matrix: AgreementMatrix = {
    passes: judged.map((at) => rows[at]!),
    solutionCounts: judged.map((at) => counts[at]!),
    testCounts: written.counts,
  };
  const product = pickByAgreement(matrix, 'product');
  const sqrt = pickByAgreement(matrix, 'sqrt');
  const programsOf = (picked: Picked | null) => (picked === null ? null : picked.solutions.map((row) => judged[row]!));
  const picks = { product: programsOf(product), sqrt: programsOf(sqrt) };
  const cells = run * written.tests.length;
  const solutions = sum(matrix.solutionCounts);
  if (solutions === 0) return { problem: null, picks, cells };
  const correct = judged.map((at) => pool.programs[at]!.judged.correct);
  const right = sum(matrix.solutionCounts.filter((_, row) => correct[row]));
  return {
    problem: {
      id: problem.id,
      solutions,
      written: written.written,
      valid: written.valid,
      distinct: written.tests.length,
      right: reference && shareOf(reference, written.counts),
      plain: right / solutions,
      product: product && judgePick(product, matrix, correct),
      sqrt: sqrt && judgePick(sqrt, matrix, correct),
      disagree: picksDiffer(product, sqrt),
    },
    picks,
    cells,
  };
}

/** Share of the written tests that pass; null where there is none. */
function shareOf(passes: readonly boolean[], counts: readonly number[]): number | null {
  const all = sum(counts);
  return all === 0 ? null : sum(counts.filter((_, test) => passes[test])) / all;
}
