/** Public, reward and hidden tests of one program in a single run: which tests to send, and how the verdict falls apart again. */

import type { JudgeJob, Verdicts } from '../../core/judge.ts';
import type { Problem, TestCase, TestKind, Verdict } from '../../core/types.ts';
import type { Assignment } from './assignment.ts';
import { verdictOf } from './verdict.ts';

const KINDS: readonly TestKind[] = ['public', 'reward', 'hidden'];

/** The tests of a problem for some kinds, each once, and where each kind's tests are in that list. */
export interface TestPlan {
  readonly tests: Assignment['tests'];
  /** `all`: the kind's tests are those that the run turned out to have. */
  readonly indices: Readonly<Partial<Record<TestKind, readonly number[] | 'all'>>>;
}

/** A test that is both public and reward is usually one object; then it runs once. */
export function planTests(problem: Problem, kinds: readonly TestKind[]): TestPlan {
  const { compare, tolerance, asserts } = problem;
  const known = KINDS.filter((kind) => kinds.includes(kind));
  if (asserts !== undefined && known.some((kind) => kind !== 'hidden')) {
    const all = known.map((kind) => [kind, kind === 'hidden' ? [] : 'all'] as const);
    return { tests: asserts, indices: Object.fromEntries(all) };
  }
  const positions = new Map<TestCase, number>();
  const indices: Partial<Record<TestKind, readonly number[]>> = {};
  for (const kind of known) {
    indices[kind] = problem.tests[kind].map((test) => {
      const at = positions.get(test) ?? positions.size;
      positions.set(test, at);
      return at;
    });
  }
  const tests = [...positions.keys()];
  const within = tolerance === undefined ? {} : { tolerance };
  if (problem.call === 'stdin') return { tests: { type: 'stdin', tests, ...within }, indices };
  return { tests: { type: 'values', tests, compare, ...within }, indices };
}

/** The verdict of one kind, from the verdict on all tests that ran; memory, time and ledger are those of the whole run. */
function verdictOfKind(whole: Verdict, indices: readonly number[] | 'all'): Verdict {
  if (indices === 'all') return whole;
  if (whole.perTest.length === 0) return { ...whole, total: indices.length };
  const perTest = indices.map((i) => whole.perTest[i]!);
  const bodyTicks = whole.ticks - whole.perTest.reduce((sum, test) => sum + test.ticks, 0);
  const { ledger, integrity, heapBytes, wallMs, stdout } = whole;
  return verdictOf(perTest, {
    bodyTicks,
    ...(heapBytes === undefined ? {} : { heapBytes }),
    ...(wallMs === undefined ? {} : { wallMs }),
    ...(stdout === undefined ? {} : { stdout }),
    ledger,
    integrity,
  });
}

export function splitVerdict(whole: Verdict, plan: TestPlan): Verdicts {
  const entries = Object.entries(plan.indices).map(([kind, indices]) => [kind, verdictOfKind(whole, indices)] as const);
  return Object.fromEntries(entries) as Verdicts;
}

/** Runs assignments and gives verdicts in order: the pool in the browser, one engine in Node. */
export type Runner = (assignments: readonly Assignment[]) => Promise<readonly Verdict[]>;

/**
 * Judges jobs through a runner: identical (problem, kinds, harness, code) run once, every program runs all its kinds in
 * one go, and what failed for a reason of ours is tried once more.
 */
export async function judgeJobs(jobs: readonly JudgeJob[], run: Runner): Promise<Verdicts[]> {
  const plans = new Map<Problem, Map<string, TestPlan>>();
  const planOf = ({ problem, kinds }: JudgeJob): TestPlan => {
    const byKinds = plans.get(problem) ?? new Map<string, TestPlan>();
    plans.set(problem, byKinds);
    const key = KINDS.filter((kind) => kinds.includes(kind)).join();
    const plan = byKinds.get(key) ?? planTests(problem, kinds);
    byKinds.set(key, plan);
    return plan;
  };
  const assignments: Assignment[] = [];
  const places = new Map<TestPlan, Map<string, number>>();
  const wanted = jobs.map((job) => {
    const plan = planOf(job);
    const byCode = places.get(plan) ?? new Map<string, number>();
    places.set(plan, byCode);
    const { code, harness = 'sealed' } = job;
    const known = byCode.get(`${harness} ${code}`);
    if (known !== undefined) return { plan, at: known };
    const at = assignments.length;
    byCode.set(`${harness} ${code}`, at);
    const { entryPoint, limits, allow, undo } = job.problem;
    assignments.push({
      code,
      entryPoint,
      tests: plan.tests,
      harness,
      ...(limits === undefined ? {} : { limits }),
      ...(allow === undefined ? {} : { allow }),
      ...(undo === undefined ? {} : { undo }),
    });
    return { plan, at };
  });
  const verdicts = await runTwice(assignments, run);
  return wanted.map(({ plan, at }) => splitVerdict(verdicts[at]!, plan));
}

/** Runs assignments; those that came back as `infra_error` run once more. */
export async function runTwice(assignments: readonly Assignment[], run: Runner): Promise<Verdict[]> {
  if (assignments.length === 0) return [];
  const verdicts = [...(await run(assignments))];
  const failed = verdicts.flatMap((verdict, i) => (verdict.outcome === 'infra_error' ? [i] : []));
  if (failed.length === 0) return verdicts;
  const again = await run(failed.map((i) => assignments[i]!));
  failed.forEach((i, j) => {
    verdicts[i] = again[j]!;
  });
  return verdicts;
}
