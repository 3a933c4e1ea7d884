/** Everything a sandbox worker can be asked to do, and what comes back: one table, from which pool, worker and client take their types. */

import type { AnalyseJob, Growth, ProgramAnalysis } from '../../core/analysis.ts';
import type { ProbeResult } from '../../core/behaviour.ts';
import { withDefaults } from '../../core/limits.ts';
import { WALL_CLOCK } from '../../core/same-verdict.ts';
import { countOf } from '../../core/tests.ts';
import type { Verdict } from '../../core/types.ts';
import { ANALYSIS_LIMITS, GENERATOR_LIMITS, GROWTH_LIMITS, GROWTH_SIZES, probeLimits } from '../analysis/budgets.ts';
import type { FreshJob, FreshResult } from '../analysis/fresh.ts';
import type { GrowthJob } from '../analysis/growth.ts';
import type { ProbeRequest } from '../analysis/probe.ts';
import { type Assignment, limitsOf } from './assignment.ts';
import { type Integrity, infraError } from './verdict.ts';

interface JobTable {
  /** A program with its tests. */
  readonly judge: { readonly job: Assignment; readonly result: Verdict };
  /** A source that is looked at, never run. */
  readonly analyse: { readonly job: AnalyseJob; readonly result: ProgramAnalysis };
  /** New tests from a problem's own generator and reference. */
  readonly fresh: { readonly job: FreshJob; readonly result: FreshResult };
  /** A program on inputs of growing size; null where that says nothing. */
  readonly growth: { readonly job: GrowthJob; readonly result: Growth | null };
  /** What a program does on inputs without right answers. */
  readonly probe: { readonly job: ProbeRequest; readonly result: ProbeResult };
}

export type JobKind = keyof JobTable;
export type JobOf<K extends JobKind> = JobTable[K]['job'];
export type ResultOf<K extends JobKind> = JobTable[K]['result'];

/** One thing to do. */
export type Job = { readonly [K in JobKind]: { readonly kind: K; readonly job: JobOf<K> } }[JobKind];
/** Its answer; `kind` is that of the job. */
export type Result = { readonly [K in JobKind]: { readonly kind: K; readonly result: ResultOf<K> } }[JobKind];

/** Answers jobs in order; failures of ours are answers too. */
export type JobRunner = (jobs: readonly Job[]) => Promise<readonly Result[]>;

/** The interpreter of programs, between two jobs. */
export interface InterpreterState {
  /** Memory, break and stack pointer equal the checkpoint byte for byte. */
  readonly pristine: boolean;
  /** Of the used memory; all workers of one image have the same, whatever ran in them. */
  readonly digest: string;
}

const isKind =
  <K extends JobKind>(kind: K) =>
  (result: Result): result is Extract<Result, { readonly kind: K }> =>
    result.kind === kind;

/**
 * The answers of one kind, when all are of it.
 *
 * @throws Error when an answer is of another kind, which only a mistake of ours can do
 */
export function resultsOf<K extends JobKind>(kind: K, results: readonly Result[]): ResultOf<K>[] {
  const found = results.filter(isKind(kind));
  if (found.length < results.length) throw new Error(`sandbox: expected answers of kind ${kind}, got others`);
  return found.map(({ result }) => result);
}

/** Wall-clock time after which a worker at this job is stuck, milliseconds. */
export function wallMsOf(job: Job): number {
  switch (job.kind) {
    case 'judge':
      return limitsOf(job.job).wallMs;
    case 'analyse':
      return ANALYSIS_LIMITS.wallMs;
    case 'fresh':
      return GENERATOR_LIMITS.wallMs + withDefaults(job.job.problem.limits).wallMs;
    case 'growth':
      return GENERATOR_LIMITS.wallMs + GROWTH_SIZES.length * GROWTH_LIMITS.wallMs;
    case 'probe':
      return GENERATOR_LIMITS.wallMs + probeLimits(job.job.problem.limits).wallMs;
    default:
      return job satisfies never;
  }
}

/** The answer when the failure is ours. */
export function lostResult(job: Job, message: string, integrity: Integrity): Result {
  switch (job.kind) {
    case 'judge':
      return { kind: job.kind, result: infraError(message, countOf(job.job.tests), integrity) };
    case 'analyse':
      return { kind: job.kind, result: {} };
    case 'fresh':
    case 'probe':
      return { kind: job.kind, result: { error: message } };
    case 'growth':
      return { kind: job.kind, result: null };
    default:
      return job satisfies never;
  }
}

/** The answer when no budget could end the job alone in its worker, and the last-resort watchdog did. */
export function stuckResult(job: Job): Result {
  const message = `${WALL_CLOCK} the watchdog ended the program`;
  if (job.kind !== 'judge') return lostResult(job, message, 'sealed');
  const result: Verdict = {
    outcome: 'timeout',
    passed: 0,
    total: countOf(job.job.tests),
    perTest: [],
    error: message,
    ticks: 0,
    ledger: [],
    integrity: 'sealed',
  };
  return { kind: job.kind, result };
}
