/** The programs of a pool that a search may submit: those that pass the public tests. Nothing else that tests say is looked at. */

import { drawCounts, type PooledProgram, type SamplePool } from '../pool.ts';
import { clusterByBehaviour } from './clusters.ts';

/** What programs of one problem do on the probe inputs, by source; those that could not be probed are not in it. */
export type Behaviours = ReadonlyMap<string, readonly string[]>;

export interface Candidate {
  /** Index into the programs of the pool. */
  readonly program: number;
  readonly code: string;
  /** Samples with this very text. */
  readonly count: number;
  readonly outputs: readonly string[];
}

export interface Candidates {
  readonly candidates: readonly Candidate[];
  /** Samples that pass every public test, and those of them whose behaviour is not known. */
  readonly passPublic: number;
  readonly unprobed: number;
}

/** AlphaCode's filter (§4.5): every example test of the problem's statement is passed. */
export const passesFilter = ({ truncated, judged }: PooledProgram): boolean =>
  !truncated && judged.outcome !== 'infra_error' && judged.public;

export function findCandidates(pool: SamplePool, behaviours: Behaviours): Candidates {
  const counts = drawCounts(pool);
  const candidates: Candidate[] = [];
  let [passPublic, unprobed] = [0, 0];
  pool.programs.forEach((program, i) => {
    if (!passesFilter(program)) return;
    const { code } = program;
    const [count, outputs] = [counts[i]!, behaviours.get(code)];
    passPublic += count;
    if (outputs === undefined) unprobed += count;
    else candidates.push({ program: i, code, count, outputs });
  });
  return { candidates, passPublic, unprobed };
}

/** Index of the program that the search would submit first; null where none passes the public tests. */
export function searchPick(pool: SamplePool, behaviours: Behaviours): number | null {
  const { candidates } = findCandidates(pool, behaviours);
  const [largest] = clusterByBehaviour(
    candidates.map(({ outputs }) => outputs),
    candidates.map(({ count }) => count),
  );
  return largest === undefined ? null : candidates[largest.members[0]!]!.program;
}
