/** What the one-page report of a run says, apart from how it looks. */

import type { DeviceInfo, RolloutRecord, StepRecord } from '../../core/records.ts';
import { RUN_SETS, type RunSetName, type SetEvaluation } from '../../core/records.ts';
import type { Outcome, Problem } from '../../core/types.ts';
import { OUTCOME_LOOKS } from '../parts/outcomes.tsx';
import { pickSet } from '../selectors.ts';
import type { RunState } from '../state.ts';

export interface MeasuredSet {
  readonly set: RunSetName;
  readonly before: SetEvaluation | null;
  readonly after: SetEvaluation | null;
}

/** The sets that were measured at all. */
export function measuredSets({ before, after }: RunState): MeasuredSet[] {
  return RUN_SETS.map((set) => ({ set, before: pickSet(before, set), after: pickSet(after, set) })).filter(
    (row) => row.before !== null || row.after !== null,
  );
}

export interface OutcomeShare {
  readonly outcome: Outcome;
  readonly count: number;
  readonly share: number;
}

/** In the order in which the page shows outcomes; none that did not occur. */
export function outcomeShares({ outcomes }: StepRecord): OutcomeShare[] {
  const all = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  return (Object.keys(OUTCOME_LOOKS) as Outcome[]).flatMap((outcome) => {
    const count = outcomes[outcome] ?? 0;
    return count === 0 ? [] : [{ outcome, count, share: count / all }];
  });
}

/** A problem that the model got wrong at first and right in the end. */
export interface Example {
  readonly problem: Problem | null;
  readonly problemId: string;
  readonly before: ExampleProgram;
  readonly after: ExampleProgram;
}

export interface ExampleProgram {
  readonly step: number;
  readonly rollout: RolloutRecord;
}

export interface StepRollouts {
  readonly step: number;
  readonly rollouts: readonly RolloutRecord[];
}

/**
 * The problem whose solve rate rose most between two steps, with its commonest wrong program of the first and its commonest
 * right one of the last. A program that ran and gave a wrong answer tells more than one that did not compile.
 */
export function exampleOf(
  first: StepRollouts,
  last: StepRollouts,
  problems: ReadonlyMap<string, Problem>,
): Example | null {
  if (first.step >= last.step) return null;
  const ids = [...new Set(first.rollouts.map(({ problemId }) => problemId))];
  let best: { readonly example: Example; readonly rise: number } | null = null;
  for (const id of ids) {
    const [early, late] = [first, last].map(({ rollouts }) => rollouts.filter(({ problemId }) => problemId === id)) as [
      RolloutRecord[],
      RolloutRecord[],
    ];
    const wrong = early.filter(({ outcome }) => outcome !== 'passed' && outcome !== 'infra_error');
    const ran = wrong.filter(({ outcome }) => outcome === 'wrong_answer');
    const before = commonest(ran.length > 0 ? ran : wrong);
    const after = commonest(late.filter(({ outcome }) => outcome === 'passed'));
    if (before === null || after === null) continue;
    const rise = solved(late) - solved(early);
    if (best !== null && rise <= best.rise) continue;
    const example = {
      ...{ problem: problems.get(id) ?? null, problemId: id },
      ...{ before: { step: first.step, rollout: before }, after: { step: last.step, rollout: after } },
    };
    best = { rise, example };
  }
  return best?.example ?? null;
}

const solved = (records: readonly RolloutRecord[]): number =>
  records.filter(({ outcome }) => outcome === 'passed').length / records.length;

/** The program written most often; of equals the first. */
function commonest(records: readonly RolloutRecord[]): RolloutRecord | null {
  const counts = new Map<string, number>();
  for (const { code } of records) counts.set(code, (counts.get(code) ?? 0) + 1);
  return records.reduce<RolloutRecord | null>((best, record) => {
    const more = best === null || (counts.get(record.code) ?? 0) > (counts.get(best.code) ?? 0);
    return more ? record : best;
  }, null);
}

/** The first lines of a program, as many as there is room for; the number left out follows. */
export function excerpt(code: string, most: number): { readonly text: string; readonly left: number } {
  const lines = code.trimEnd().split('\n');
  return { text: lines.slice(0, most).join('\n'), left: Math.max(0, lines.length - most) };
}

/** "webgpu, Apple M2: 38k tokens/s" is for the page; here only what ran. */
export const deviceName = ({ engine, backend, adapter }: DeviceInfo): string =>
  adapter === '' ? `${backend} (${engine})` : `${backend} (${engine}), ${adapter}`;
