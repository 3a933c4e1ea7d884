/** Runs the solutions of a problem on tests that are none of its own: which passes which. */

import type { Judge } from '../../core/judge.ts';
import { withDefaults } from '../../core/limits.ts';
import { sum } from '../../core/stats.ts';
import { testCount } from '../../core/tests.ts';
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

/** Programs that are judged at a time: a pause waits no longer than for these. */
const AT_ONCE = 32;

/**
 * One run of every program with all tests, so that each cell is judged once; cut-off programs pass nothing and are not run.
 * Null when `proceed`, which is told from time to time how many programs have been run, said no.
 */
export async function runMatrix(
  judge: Judge,
  problem: Problem,
  programs: readonly PooledProgram[],
  tests: readonly TestCase[],
  proceed: (run: number) => Promise<boolean> = async () => true,
): Promise<TestMatrix | null> {
  const nothing = tests.map(() => false);
  if (tests.length === 0) return { rows: programs.map(() => nothing), reference: nothing, run: 0 };
  const asked = askedOnly(problem, tests);
  const { reference } = problem;
  const ended = programs.filter(({ truncated }) => !truncated).map(({ code }) => code);
  const codes = [...new Set([...ended, ...(reference === undefined ? [] : [reference])])];
  const byCode = new Map<string, readonly boolean[] | null>();
  for (let from = 0; from < codes.length; from += AT_ONCE) {
    if (from > 0 && !(await proceed(from))) return null;
    const part = codes.slice(from, from + AT_ONCE);
    const verdicts = await judge.judge(part.map((code) => ({ problem: asked, code, kinds: ['public'] })));
    part.forEach((code, i) => {
      byCode.set(code, rowOf(verdicts[i]!.public!, tests.length));
    });
  }
  const rows = programs.map(({ truncated, code }) => (truncated ? nothing : byCode.get(code)!));
  return {
    rows,
    reference: reference === undefined ? null : byCode.get(reference)!,
    run: ended.filter((code) => byCode.get(code) !== null).length,
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
  const { reference: _reference, inputs: _inputs, asserts: _asserts, limits, ...rest } = problem;
  const own = sum(ALL_KINDS.map((kind) => testCount(problem, kind)));
  const wallMs = withDefaults(limits).wallMs * Math.max(1, tests.length / Math.max(1, own));
  return { ...rest, tests: { public: tests, reward: [], hidden: [] }, limits: { ...limits, wallMs } };
}
