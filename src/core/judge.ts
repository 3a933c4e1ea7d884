/** The other thing `rl` sees of the world: a Judge runs programs against the tests of a problem. */

import type { Harness, Problem, TestKind, Verdict } from './types.ts';

/** Verdicts of one program on the kinds of test that were asked for. */
export type Verdicts = Readonly<Partial<Record<TestKind, Verdict>>>;

export interface JudgeJob {
  readonly problem: Problem;
  readonly code: string;
  readonly kinds: readonly TestKind[];
  /** `sealed` when absent; the weak ones are lessons. */
  readonly harness?: Harness;
}

export interface Judge extends AsyncDisposable {
  /**
   * Runs every job and returns verdicts in order. Identical (problem, code) pairs are run once.
   * Failures that are ours come back as `infra_error` after one retry; they are never thrown and never a wrong answer.
   */
  judge(jobs: readonly JudgeJob[]): Promise<Verdicts[]>;
}
