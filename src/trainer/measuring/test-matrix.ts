/** Runs the solutions of a problem on tests that are none of its own: which passes which. */

import type { Judge } from '../../core/judge.ts';
import { withDefaults } from '../../core/limits.ts';
import { sum } from '../../core/stats.ts';
import type { Problem, TestCase, Verdict } from '../../core/types.ts';
import type { PooledProgram } from '../../eval/pool.ts';
import { ALL_KINDS } from '../../verify/verdicts.ts';

interface TestMatrix {
  /** Which tests each program passes, `[programs][tests]`; null for one that could not be judged. */
  readonly rows: readonly (readonly boolean[] | null)[];
  /** Those of the reference solution; null where there is none, or it could not be judged. */
  readonly reference: readonly boolean[] | null;
  /** Programs whose cells were judged. */
  readonly run: number;
}

/** One run of every program with all tests, so that each cell is judged once. Cut-off programs pass nothing and are not run. */
export async function runMatrix(
  judge: Judge,
  problem: Problem,
  programs: readonly PooledProgram[],
  tests: readonly TestCase[],
): Promise<TestMatrix> {
  const nothing = tests.map(() => false);
  if (tests.length === 0) return { rows: programs.map(() => nothing), reference: nothing, run: 0 };
  const asked = askedOnly(problem, tests);
  const ended = programs.filter(({ truncated }) => !truncated);
  const codes = ended.map(({ code }) => code);
  const { reference } = problem;
  const verdicts = await judge.judge(
    [...codes, ...(reference === undefined ? [] : [reference])].map((code) => {
      return { problem: asked, code, kinds: ['public'] as const };
    }),
  );
  const rowsRun = verdicts.map((verdict) => rowOf(verdict.public!, tests.length));
  const byProgram = new Map(ended.map((program, i) => [program, rowsRun[i]!]));
  return {
    rows: programs.map((program) => (program.truncated ? nothing : byProgram.get(program)!)),
    reference: rowsRun[ended.length] ?? null,
    run: rowsRun.slice(0, ended.length).filter((row) => row !== null).length,
  };
}

/** Nothing ran where a program could not be loaded: it passes no test. */
function rowOf({ outcome, perTest }: Verdict, tests: number): boolean[] | null {
  if (outcome === 'infra_error') return null;
  return Array.from({ length: tests }, (_, i) => perTest[i]?.outcome === 'passed');
}

/**
 * The problem with these tests and none of its own, under its own conditions: a solution is held to what its verdict holds
 * it to. So a test that ends in a kill starts the module anew for the next one, and from the fourth on that used up its
 * budget the others have a tenth of it. The wall clock grows with the number of tests.
 */
function askedOnly(problem: Problem, tests: readonly TestCase[]): Problem {
  const { reference: _reference, inputs: _inputs, limits, ...rest } = problem;
  const own = sum(ALL_KINDS.map((kind) => problem.tests[kind].length));
  const wallMs = withDefaults(limits).wallMs * Math.max(1, tests.length / Math.max(1, own));
  return { ...rest, tests: { public: tests, reward: [], hidden: [] }, limits: { ...limits, wallMs } };
}
