/** AlphaCode's search measured (Li et al. 2022, arXiv:2203.07814): what passes the public tests is run on generated inputs, clustered and submitted. */

import type { Probe, ProbeJob } from '../../core/behaviour.ts';
import type { SearchReport, SearchRequest } from '../../core/measure-choices.ts';
import type { RunSetName } from '../../core/records.ts';
import type { Problem } from '../../core/types.ts';
import { firstDraws, type SamplePool } from '../../eval/pool.ts';
import { type Behaviours, passesFilter } from '../../eval/search/candidates.ts';
import { searchReport } from '../../eval/search/report.ts';

/** Sizes of probe inputs grow from 1 to this: about what the problems' own tests have. */
const PROBE_SIZE = 20;

/** Programs probed between two reports of progress: enough to keep all workers busy. */
const BATCH = 64;

/** Told how many programs are probed, of how many. Waiting in it pauses the work, false ends it. */
type OnProgress = (done: number, total: number) => Promise<boolean> | boolean;

export interface ProbeMemoryOptions {
  readonly probe: Probe;
  readonly seed: number;
  /** Inputs of each problem. */
  readonly probes: number;
}

/**
 * What programs do, for a whole measurement: one that was probed is not run again, whichever model wrote it and however
 * many samples are looked at.
 */
export class ProbeMemory {
  readonly #probe: Probe;
  readonly #settings: Parameters<Probe>[1];
  readonly #known = new Map<Problem, Map<string, readonly string[]>>();
  #probed = 0;
  /** Most programs behave like others: each list of outputs is kept once. */
  readonly #outputs = new Map<string, readonly string[]>();

  constructor({ probe, seed, probes }: ProbeMemoryOptions) {
    this.#probe = probe;
    this.#settings = { seed, count: probes, size: PROBE_SIZE };
  }

  /** Programs that were run so far; one that was run again counts again. */
  get probed(): number {
    return this.#probed;
  }

  /** By source; programs that could not be probed are missing. */
  of(problem: Problem): Behaviours {
    return this.#of(problem);
  }

  #of(problem: Problem): Map<string, readonly string[]> {
    const known = this.#known.get(problem) ?? new Map<string, readonly string[]>();
    this.#known.set(problem, known);
    return known;
  }

  /** Probes what is not known yet; what fails through our fault is tried once more. False when `onProgress` ended it. */
  async learn(jobs: readonly ProbeJob[], onProgress: OnProgress): Promise<boolean> {
    const missing = jobs.filter(({ problem, code }) => !this.#of(problem).has(code));
    for (let from = 0; from < missing.length; from += BATCH) {
      if (!(await onProgress(from, missing.length))) return false;
      const failed = await this.#ask(missing.slice(from, from + BATCH));
      if (failed.length > 0) await this.#ask(failed);
    }
    return onProgress(missing.length, missing.length);
  }

  /** Those that failed. */
  async #ask(jobs: readonly ProbeJob[]): Promise<ProbeJob[]> {
    const results = await this.#probe(jobs, this.#settings);
    this.#probed += jobs.length;
    return jobs.filter(({ problem, code }, i) => {
      const result = results[i];
      if (result === undefined)
        throw new Error(
          'probe: expected an answer for each program, got none: the sandbox is older than the page, reload it',
        );
      if ('error' in result) return true;
      const key = JSON.stringify(result.outputs);
      const outputs = this.#outputs.get(key) ?? result.outputs;
      this.#outputs.set(key, outputs);
      this.#of(problem).set(code, outputs);
      return false;
    });
  }
}

/** The different programs of the pools that a search looks at: those that pass the public tests. */
export function survivorsOf(problems: readonly Problem[], pools: readonly SamplePool[]): ProbeJob[] {
  return pools.flatMap(({ programs }, p) =>
    programs.filter(passesFilter).map(({ code }) => ({ problem: problems[p]!, code })),
  );
}

export interface SearchOptions {
  readonly set: RunSetName;
  readonly request: SearchRequest;
  readonly problems: readonly Problem[];
  /** Samples of each problem at the request's temperature, `[problems]`: the first `request.samples` draws are searched. */
  readonly pools: readonly SamplePool[];
  /** With `request.probes` inputs. */
  readonly memory: ProbeMemory;
  /** Of the draws behind n@k, and of the bootstrap. */
  readonly seed: number;
  readonly onProgress?: OnProgress;
}

/**
 * Searches every problem of a set, or gives null when `onProgress` ended it. Afterwards `memory` knows what the survivors of
 * the pools, and so of all their beginnings, do.
 *
 * @throws Error when no problem has a judged sample
 */
export async function searchSet(options: SearchOptions): Promise<SearchReport | null> {
  const { set, request, problems, memory, seed, onProgress = () => true } = options;
  const pools = options.pools.map((pool) => firstDraws(pool, request.samples));
  if (!(await memory.learn(survivorsOf(problems, pools), onProgress))) return null;
  return searchReport({
    set,
    request,
    problems: problems.map(({ id }) => id),
    pools,
    behaviours: problems.map((problem) => memory.of(problem)),
    seed,
  });
}
