/**
 * The sandbox's engine inside a Node process: for unit tests and for scripts that compute expected values. It is not
 * the sealed thing (its verdicts say `integrity: 'node'`): no second wall stands behind the import firewall, and no
 * watchdog can end a C call that never polls.
 */

import type { Judge } from '../core/judge.ts';
import { withDefaults } from '../core/limits.ts';
import type { Limits } from '../core/types.ts';
import type { PyValue } from '../core/value.ts';
import type { Interpreter } from './cpython/interpreter.ts';
import { marshal } from './cpython/marshal-write.ts';
import { Engine } from './judging/engine.ts';
import { judgeJobs, type Runner } from './judging/kinds.ts';
import { type Failure, Program } from './judging/program.ts';
import { createServices, type SandboxServices } from './services.ts';
import { loadSandboxFiles } from './snapshot/files.ts';

/** What one call gave: a plain value, or why not. */
export type CallOutcome =
  | { readonly value: PyValue }
  | { readonly outcome: Failure['outcome'] | 'wrong_answer'; readonly error: string };

/** A program and the argument lists to call its function with. */
export interface CallJob {
  readonly code: string;
  readonly entryPoint: string;
  readonly argsList: readonly (readonly PyValue[])[];
  readonly limits?: Partial<Limits>;
}

let shared: Promise<Engine> | undefined;

/** The process's engine; the first call takes a few seconds when the files have to be made. */
export function nodeEngine(): Promise<Engine> {
  shared ??= loadSandboxFiles().then(({ module, image }) => new Engine(module, image, 'node'));
  return shared;
}

/** Everything the sandbox does, one job after the other in this process. */
export const nodeServices: SandboxServices = createServices(async (jobs) => {
  const engine = await nodeEngine();
  return jobs.map((job) => engine.run(job));
});

/** Runs assignments one after the other in this process. */
export const nodeRunner: Runner = nodeServices.run;

/** The Judge of unit tests and scripts. */
export function createNodeJudge(): Judge {
  return { judge: (jobs) => judgeJobs(jobs, nodeRunner), [Symbol.asyncDispose]: async () => undefined };
}

function runJob(python: Interpreter, job: CallJob): CallOutcome[] {
  using program = new Program(python, job.code, job.entryPoint, withDefaults(job.limits));
  const failure = program.load();
  return job.argsList.map((args) => {
    if (failure !== undefined) return { outcome: failure.outcome, error: failure.error };
    const result = program.test(marshal({ type: 'tuple', items: args }));
    switch (result.type) {
      case 'value':
        return { value: result.value };
      case 'opaque':
        return { outcome: 'wrong_answer', error: result.reason };
      case 'failed':
        return { outcome: result.failure.outcome, error: result.failure.error };
      default:
        return result satisfies never;
    }
  });
}

/**
 * Calls `entryPoint(*args)` of a program for each argument list, each with fresh arguments, all in one interpreter
 * state that is undone at the end. A value that is not plain data comes back as `wrong_answer`.
 */
export async function runCalls(
  code: string,
  entryPoint: string,
  argsList: readonly (readonly PyValue[])[],
  limits?: Partial<Limits>,
): Promise<CallOutcome[]> {
  return runJob((await nodeEngine()).sealed, {
    code,
    entryPoint,
    argsList,
    ...(limits === undefined ? {} : { limits }),
  });
}

/** As `runCalls`, for many programs (1–3 ms each). */
export async function runCallJobs(jobs: readonly CallJob[]): Promise<CallOutcome[][]> {
  const engine = await nodeEngine();
  return jobs.map((job) => runJob(engine.sealed, job));
}
