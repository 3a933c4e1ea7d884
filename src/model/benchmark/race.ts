/**
 * Times several engines on the same work in one run: round by round, every contestant once in every round, the least of
 * all rounds kept. A machine that does other things as well then slows all of them alike.
 */

import type { Policy } from '../../core/policy.ts';
import { sum } from '../../core/stats.ts';
import type { Workload } from './workload.ts';

/** One optimiser step; log-probs of all sequences; completions for all prompts. */
export type Task = 'update' | 'score' | 'sample';

export const TASKS: readonly Task[] = ['update', 'score', 'sample'];

export interface Measurement {
  /** Milliseconds. */
  readonly wall: number;
  /** Milliseconds of all threads together; null where that cannot be told. */
  readonly cpu: number | null;
  /** GPU dispatches; null where there is no GPU, or nobody counts. */
  readonly dispatches: number | null;
  /** Completion tokens that `sample` made. */
  readonly tokens?: number;
  /** What `score` said of a completion token on the average, nats. */
  readonly meanLogProb?: number;
}

/** An engine that has loaded a workload. */
export interface Contestant extends AsyncDisposable {
  readonly name: string;
  /** False for one that has no way of its own to sample, and is compared on the rest. */
  readonly samples?: boolean;
  run(task: Task): Promise<Measurement>;
  /** The most that it held so far; null where that cannot be told. */
  peakBytes(): number | null;
}

export interface TaskTiming {
  /** Least wall time and least CPU time of the rounds, each on its own. */
  readonly wall: number;
  readonly cpu: number | null;
  readonly dispatches: number | null;
}

export interface SampleTiming extends TaskTiming {
  /** Completion tokens of the fastest round, and how many a second that makes, prefill included. */
  readonly tokens: number;
  readonly tokensPerSecond: number;
}

export interface Timing {
  readonly name: string;
  readonly update: TaskTiming;
  readonly score: TaskTiming;
  /** Null where an engine does not sample. */
  readonly sample: SampleTiming | null;
  readonly peakBytes: number | null;
}

export interface RaceOptions {
  readonly rounds: number;
  /** Runs of everything whose times are thrown away: compilers and pipelines warm up. Default 1. */
  readonly warmUps?: number;
  /** Of `raceLength` things, one call after each. */
  readonly onProgress?: (done: number, total: number) => void | Promise<void>;
}

/** How many things a race does: every task of everybody in every round, those that somebody cannot do included. */
export function raceLength(contestants: number, { rounds, warmUps = 1 }: RaceOptions): number {
  return (warmUps + rounds) * contestants * TASKS.length;
}

/** Nats by which engines may differ that have done the same updates; one update moves the workload's by 0.005. */
export const AGREEMENT = 1e-3;

/**
 * Runs everything `warmUps + rounds` times, one thing at a time.
 *
 * @throws when contestants that have done the same do not agree: the times of a wrong engine are worth nothing
 */
export async function race(contestants: readonly Contestant[], options: RaceOptions): Promise<Timing[]> {
  const { rounds, warmUps = 1, onProgress } = options;
  const total = raceLength(contestants.length, options);
  const measured = contestants.map((): Record<Task, Measurement[]> => ({ update: [], score: [], sample: [] }));
  let done = 0;
  for (let round = -warmUps; round < rounds; round++) {
    let first: number | undefined;
    for (const [i, contestant] of contestants.entries()) {
      for (const task of TASKS) {
        if (task !== 'sample' || contestant.samples !== false) {
          const measurement = await contestant.run(task);
          if (round >= 0) measured[i]![task].push(measurement);
          if (task === 'score') {
            const { meanLogProb = Number.NaN } = measurement;
            first ??= meanLogProb;
            checkAgreement([contestants[0]!.name, first], [contestant.name, meanLogProb]);
          }
        }
        await onProgress?.(++done, total);
      }
    }
  }
  return contestants.map((contestant, i) => timingOf(contestant, measured[i]!));
}

type NamedLogProb = readonly [name: string, meanLogProb: number];

function checkAgreement([first, expected]: NamedLogProb, [name, got]: NamedLogProb): void {
  if (Math.abs(expected - got) < AGREEMENT) return; // false for NaN too
  const values = `${expected} and ${got}`;
  throw new Error(`benchmark: ${first} and ${name}: expected equal log-probs after equal updates, got ${values}`);
}

function timingOf(contestant: Contestant, runs: Readonly<Record<Task, readonly Measurement[]>>): Timing {
  return {
    name: contestant.name,
    update: least(runs.update),
    score: least(runs.score),
    sample: runs.sample.length === 0 ? null : leastSample(runs.sample),
    peakBytes: contestant.peakBytes(),
  };
}

function leastSample(runs: readonly Measurement[]): SampleTiming {
  const fastest = runs.reduce((a, b) => (rate(b) > rate(a) ? b : a));
  return { ...least(runs), tokens: fastest.tokens ?? 0, tokensPerSecond: rate(fastest) };
}

/** Tokens per second. */
function rate({ tokens = 0, wall }: Measurement): number {
  return tokens / (wall / 1000);
}

function least(runs: readonly Measurement[]): TaskTiming {
  const minimum = (values: readonly (number | null)[]) => {
    const numbers = values.filter((value) => value !== null);
    return numbers.length === 0 ? null : Math.min(...numbers);
  };
  return {
    wall: Math.min(...runs.map(({ wall }) => wall)),
    cpu: minimum(runs.map(({ cpu }) => cpu)),
    dispatches: minimum(runs.map(({ dispatches }) => dispatches)),
  };
}

export interface PolicyGauges {
  /** Milliseconds of CPU time that this process has used so far. */
  readonly cpu?: () => number;
  /** GPU dispatches so far, for engines that do not count their own. */
  readonly dispatches?: () => number;
}

/** A Policy as a contestant; it is disposed with it. */
export function policyContestant(
  name: string,
  policy: Policy,
  workload: Workload,
  gauges: PolicyGauges = {},
): Contestant {
  const { batch, prompts, sampling, coefficients, step } = workload;
  const work: Readonly<Record<Task, () => Promise<Pick<Measurement, 'tokens' | 'meanLogProb'>>>> = {
    update: async () => {
      await policy.update(batch, coefficients, step);
      return {};
    },
    score: async () => {
      const { logProb, width } = await policy.score(batch);
      return { meanLogProb: sum(Array.from(logProb)) / (batch.sequences.length * width) };
    },
    sample: async () => {
      const completions = await policy.sample(prompts, sampling);
      return { tokens: sum(completions.map(({ ids }) => ids.length)) };
    },
  };
  const dispatches = gauges.dispatches ?? ownDispatches(policy);
  const read = () => ({ cpu: gauges.cpu?.(), dispatches: dispatches?.(), wall: performance.now() });
  const since = (now: number | undefined, before: number | undefined) =>
    now === undefined || before === undefined ? null : now - before;
  return {
    name,
    async run(task) {
      const before = read();
      const result = await work[task]();
      const now = read();
      return {
        wall: now.wall - before.wall,
        cpu: since(now.cpu, before.cpu),
        dispatches: since(now.dispatches, before.dispatches),
        ...result,
      };
    },
    peakBytes: () => policy.memory().peakBytes,
    [Symbol.asyncDispose]: () => policy[Symbol.asyncDispose](),
  };
}

/** Our engine on a GPU says how many kernels it has started. */
function ownDispatches(policy: Policy): (() => number) | undefined {
  return 'dispatches' in policy ? () => Number(policy.dispatches) : undefined;
}
