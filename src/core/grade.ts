/** What `grade` takes and gives: one program held against one set of tests, as plain data that any part may build. */

import type {
  AssertSuite,
  Comparison,
  Effect,
  Grant,
  Harness,
  Limits,
  Outcome,
  TestCase,
  TestResult,
  Tolerance,
  TracebackFrame,
  UndoScope,
  Verdict,
} from './types.ts';

/** The forms in which tests come: values to call the function with, texts on standard input, and Python of their own. */
export type GradeTests =
  | {
      /** Calls `entryPoint(*args)` and compares what comes back. */
      readonly type: 'values';
      readonly tests: readonly TestCase[];
      readonly compare: Comparison;
      readonly tolerance?: Tolerance;
      readonly paying?: Paying;
    }
  | {
      /** Runs the whole program with the one argument on standard input and compares what it prints, line by line. */
      readonly type: 'stdin';
      readonly tests: readonly TestCase[];
      readonly tolerance?: Tolerance;
      readonly paying?: Paying;
    }
  | AssertSuite;

/**
 * Positions of the tests that pay the reward; each of them once when absent. A test that is public and reward both
 * stands here twice, because training counts it in both. Hidden tests never pay.
 */
type Paying = readonly number[];

/** One program to grade. */
export interface GradeRecord {
  readonly id: string;
  /** Id of the problem that it answers. */
  readonly problem: string;
  /** Name of the function that the tests call. */
  readonly entryPoint: string;
  /** The whole program. */
  readonly code: string;
  readonly tests: GradeTests;
  /** Budgets that differ from the defaults. */
  readonly limits?: Partial<Limits>;
  readonly allow?: readonly Grant[];
  readonly undo?: UndoScope;
  /** `sealed` when absent. */
  readonly harness?: Harness;
  /** Why nobody can tell what the tests call. Such a record is never run: this sentence is its `infra_error`. */
  readonly unclear?: string;
}

/** One output line of `grade` (CONTRACTS §8); field names are those of the file. */
export interface GradeResult {
  readonly id: string;
  readonly problem: string;
  readonly outcome: Outcome;
  readonly passed: number;
  readonly total: number;
  /** Share of the paying tests that passed; null when the failure was ours. */
  readonly reward: number | null;
  readonly per_test: readonly TestResult[];
  readonly error?: string;
  readonly line?: number;
  readonly traceback?: readonly TracebackFrame[];
  readonly ticks: number;
  /** Most memory beyond the interpreter's own, bytes. */
  readonly heap_bytes?: number;
  /** Wall time, milliseconds: the one number here that differs from run to run. */
  readonly wall_ms?: number;
  /** Where the record grants `stdout`. */
  readonly stdout?: string;
  /** Left out when the program tried nothing. */
  readonly ledger?: readonly Effect[];
  /** Two runs of the record disagreed (`--twice`). */
  readonly flaky?: true;
  readonly integrity: Verdict['integrity'];
}

/** Share of the paying tests that passed; 0 when nothing ran, null when the failure was ours. */
function reward(tests: GradeTests, verdict: Verdict): number | null {
  if (verdict.outcome === 'infra_error') return null;
  if (!('paying' in tests) || tests.paying === undefined) {
    return verdict.total === 0 ? 0 : verdict.passed / verdict.total;
  }
  // When nothing ran there are no results to count.
  const paid = tests.paying.filter((at) => verdict.perTest[at]?.outcome === 'passed').length;
  return tests.paying.length === 0 ? 0 : paid / tests.paying.length;
}

/** An object with one field, or none where there is nothing to say. */
const field = <K extends string, T>(name: K, value: T | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { readonly [N in K]?: T };

/** Puts a verdict on a record's tests into the form that `grade` prints. */
export function toGradeResult(record: GradeRecord, verdict: Verdict): GradeResult {
  return {
    id: record.id,
    problem: record.problem,
    outcome: verdict.outcome,
    passed: verdict.passed,
    total: verdict.total,
    reward: reward(record.tests, verdict),
    per_test: verdict.perTest,
    ...field('error', verdict.error),
    ...field('line', verdict.line),
    ...field('traceback', verdict.traceback),
    ticks: verdict.ticks,
    ...field('heap_bytes', verdict.heapBytes),
    ...field('wall_ms', verdict.wallMs),
    ...field('stdout', verdict.stdout),
    ...(verdict.ledger.length === 0 ? {} : { ledger: verdict.ledger }),
    ...field('flaky', verdict.flaky),
    integrity: verdict.integrity,
  };
}

/** The result of a record that was not run, by a fault of its tests. */
export function unclearResult({ id, problem }: GradeRecord, error: string): GradeResult {
  const nothing = { passed: 0, total: 0, reward: null, per_test: [], ticks: 0 };
  return { id, problem, outcome: 'infra_error', ...nothing, error, integrity: 'sealed' };
}

/** The result of a record whose two runs disagreed: no verdict stands, and no reward. */
export function flakyResult({ id, problem, total, integrity }: GradeResult, outcomes: readonly Outcome[]): GradeResult {
  const error = `two runs of the program disagree: ${outcomes.join(' and ')}`;
  return {
    id,
    problem,
    outcome: 'infra_error',
    passed: 0,
    total,
    reward: null,
    per_test: [],
    error,
    ticks: 0,
    flaky: true,
    integrity,
  };
}
