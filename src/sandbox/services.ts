/** What the sandbox does for the rest of the house, as typed methods over one runner of jobs: the pool's, or Node's. */

import type { AnalyseJob, Analyst, ProgramAnalysis } from '../core/analysis.ts';
import type { InputSettings, Probe } from '../core/behaviour.ts';
import type { Problem, TestCase, Verdict } from '../core/types.ts';
import type { FreshJob } from './analysis/fresh.ts';
import type { ProbeRequest } from './analysis/probe.ts';
import type { Assignment } from './judging/assignment.ts';
import { type Job, type JobRunner, resultsOf } from './judging/jobs.ts';

/** As an `Analyst` it has the layers `syntax` and `complexity`; other tools add theirs. */
export interface SandboxServices extends Analyst {
  /** Verdicts in order. */
  run(assignments: readonly Assignment[]): Promise<readonly Verdict[]>;
  /**
   * New tests of a problem, all different, the same for the same seed everywhere.
   *
   * @throws Error, one sentence: the problem has no generator or reference, or which of them failed, where, and on what
   */
  freshTests(problem: Problem, options: InputSettings): Promise<readonly TestCase[]>;
  /** What programs do on inputs from their problems' generators; equal programs of equal problems are run once. */
  readonly probe: Probe;
}

/** Analyses kept: about 1 kB each. */
const MAX_KEPT = 10_000;

/** The part of a problem that its own sources need; its tests stay here. */
function sources({ id, entryPoint, call, inputs, reference, limits }: Problem): FreshJob['problem'] {
  return {
    id,
    entryPoint,
    ...(call === undefined ? {} : { call }),
    ...(inputs === undefined ? {} : { inputs }),
    ...(reference === undefined ? {} : { reference }),
    ...(limits === undefined ? {} : { limits }),
  };
}

/** What decides how its programs behave. */
function conditions({ id, entryPoint, call, inputs, compare, limits, allow, undo }: Problem): ProbeRequest['problem'] {
  return {
    id,
    entryPoint,
    ...(call === undefined ? {} : { call }),
    compare,
    ...(inputs === undefined ? {} : { inputs }),
    ...(limits === undefined ? {} : { limits }),
    ...(allow === undefined ? {} : { allow }),
    ...(undo === undefined ? {} : { undo }),
  };
}

/** Asks for every key once. */
async function byKey<J, R>(
  jobs: ReadonlyMap<string, J>,
  ask: (jobs: readonly J[]) => Promise<readonly R[]>,
): Promise<ReadonlyMap<string, R>> {
  const answers = jobs.size === 0 ? [] : await ask([...jobs.values()]);
  return new Map([...jobs.keys()].map((key, i) => [key, answers[i]!]));
}

const analysisKey = ({ code, layers }: AnalyseJob): string =>
  `${layers.includes('syntax')} ${layers.includes('complexity')} ${code}`;

const growthKey = ({ problem, code }: { readonly problem: Problem; readonly code: string }): string =>
  JSON.stringify([problem.inputs, problem.entryPoint, problem.call, code]);

export function createServices(runner: JobRunner): SandboxServices {
  const kept = new Map<string, ProgramAnalysis>();
  /** A failure of ours is an answer without layers: it is not kept, the next asker may have more luck. */
  const keep = (key: string, answer: ProgramAnalysis) => {
    if (Object.keys(answer).length === 0) return;
    if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value!);
    kept.set(key, answer);
  };
  return {
    async run(assignments) {
      return resultsOf('judge', await runner(assignments.map((job): Job => ({ kind: 'judge', job }))));
    },
    async analyse(jobs) {
      const keys = jobs.map(analysisKey);
      // Taken now: while others wait for theirs, an answer may have to make room.
      const known = new Map(keys.flatMap((key) => (kept.has(key) ? [[key, kept.get(key)!]] : [])));
      const missing = new Map(keys.flatMap((key, i) => (known.has(key) ? [] : [[key, jobs[i]!]])));
      const found = await byKey(missing, async (wanted) =>
        resultsOf('analyse', await runner(wanted.map((job): Job => ({ kind: 'analyse', job })))),
      );
      for (const [key, answer] of found) keep(key, answer);
      return keys.map((key) => found.get(key) ?? known.get(key)!);
    },
    async growth(jobs) {
      const found = await byKey(new Map(jobs.map((job) => [growthKey(job), job])), async (wanted) => {
        const asked = wanted.map(
          ({ problem, code }): Job => ({ kind: 'growth', job: { problem: sources(problem), code } }),
        );
        return resultsOf('growth', await runner(asked));
      });
      return jobs.map((job) => found.get(growthKey(job))!);
    },
    async probe(jobs, settings) {
      // One object per problem: its key is made once, and a message that holds it often clones it once.
      const problems = new Map([...new Set(jobs.map(({ problem }) => problem))].map((one) => [one, conditions(one)]));
      const keys = new Map([...problems].map(([problem, asked]) => [problem, JSON.stringify(asked)]));
      const keyOf = ({ problem, code }: (typeof jobs)[number]) => `${keys.get(problem)} ${code}`;
      const found = await byKey(new Map(jobs.map((job) => [keyOf(job), job])), async (wanted) => {
        const asked = wanted.map(
          ({ problem, code }): Job => ({ kind: 'probe', job: { problem: problems.get(problem)!, code, ...settings } }),
        );
        return resultsOf('probe', await runner(asked));
      });
      return jobs.map((job) => found.get(keyOf(job))!);
    },
    async freshTests(problem, options) {
      if (problem.asserts !== undefined) {
        throw new Error(`problem ${JSON.stringify(problem.id)}: expected tests that are values, got asserts`);
      }
      const job: FreshJob = { problem: sources(problem), ...options };
      const [answer] = resultsOf('fresh', await runner([{ kind: 'fresh', job }]));
      if ('error' in answer!) throw new Error(answer.error);
      return answer!.tests;
    },
  };
}
