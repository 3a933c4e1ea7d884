/** What a graded file of samples says: counts of each problem, pass@k over problems with bands, outcomes. */

import type { CurvePoint } from '../core/records.ts';
import type { GradedProblem, SamplesReport } from '../core/samples.ts';
import type { Outcome } from '../core/types.ts';
import { passCurve, passPoint } from './curve.ts';

export interface GradedFile {
  /** Ids of the problems that have samples. */
  readonly problems: readonly string[];
  /** Index into `programs` of each row; −1 where the problem is unknown. */
  readonly rows: readonly number[];
  /** Problem of each different program, and its outcome; undefined while it was not judged. */
  readonly programs: readonly { readonly problem: string; readonly outcome: Outcome | undefined }[];
  /** Index into `programs` of the reference solutions, by problem. */
  readonly references: ReadonlyMap<string, number>;
}

interface Counts {
  n: number;
  correct: number;
  unjudged: number;
}

/** HumanEval's own evaluator reports these, each where there are samples enough. */
const USUAL_KS = [1, 10, 100];

/** Most ids in a sentence. */
const MAX_LISTED = 5;

const list = (ids: readonly string[]): string =>
  ids.slice(0, MAX_LISTED).join(', ') + (ids.length > MAX_LISTED ? ` and ${ids.length - MAX_LISTED} more` : '');

const problemsWord = (count: number): string => `${count} ${count === 1 ? 'problem' : 'problems'}`;

/** A reference solution that does not pass shows a broken problem, unless judging it failed through our fault. */
function isBroken({ programs, references }: GradedFile, id: string): boolean {
  const at = references.get(id);
  const outcome = at === undefined ? undefined : programs[at]!.outcome;
  return outcome !== undefined && outcome !== 'passed' && outcome !== 'infra_error';
}

function countProblems(file: GradedFile): GradedProblem[] {
  const counts = new Map<string, Counts>(file.problems.map((id) => [id, { n: 0, correct: 0, unjudged: 0 }]));
  for (const at of file.rows) {
    const program = file.programs[at];
    if (program === undefined) continue;
    const count = counts.get(program.problem)!;
    if (program.outcome === undefined || program.outcome === 'infra_error') count.unjudged++;
    else count.n++;
    if (program.outcome === 'passed') count.correct++;
  }
  return [...counts].map(([id, count]) => ({ id, ...count, broken: isBroken(file, id) }));
}

/** Why a number is over fewer problems, or for fewer k, than somebody may expect. */
function notesOf(problems: readonly GradedProblem[], counted: readonly GradedProblem[], ks: readonly number[]) {
  const notes: string[] = [];
  const broken = problems.filter((problem) => problem.broken).map(({ id }) => id);
  if (broken.length > 0) {
    notes.push(`The benchmark’s own solution fails on ${list(broken)}: ${problemsWord(broken.length)} left out.`);
  }
  const empty = problems.filter(({ n, broken }) => n === 0 && !broken).map(({ id }) => id);
  if (empty.length > 0) notes.push(`No sample is judged of ${list(empty)}: ${problemsWord(empty.length)} left out.`);
  const least = counted.toSorted((a, b) => a.n - b.n)[0];
  const most = Math.max(0, ...counted.map(({ n }) => n));
  if (least === undefined) return notes;
  if (most > least.n) {
    notes.push(`Problems have from ${least.n} to ${most} judged samples; every problem counts the same in the mean.`);
  }
  const beyond = ks.filter((k) => k > least.n);
  if (beyond.length > 0) {
    const names = beyond.map((k) => `pass@${k}`).join(', ');
    notes.push(`${names}: not told, since a problem (${least.id}) has ${least.n} judged samples only.`);
  }
  return notes;
}

/**
 * Problems whose reference solution fails and those without a judged sample are in no mean. A k that some problem has too
 * few samples for is left out and said, as pass@k is not known there (Chen et al. 2021, eq. 1).
 *
 * @param asked which pass@k are wanted; those of 1, 10 and 100 that are known when absent
 * @param seed of the bands
 */
export function samplesReport(file: GradedFile, asked?: readonly number[], seed = 0): SamplesReport {
  const problems = countProblems(file);
  const counted = problems.filter(({ n, broken }) => n > 0 && !broken);
  const least = counted.reduce((fewest, { n }) => Math.min(fewest, n), Number.POSITIVE_INFINITY);
  const at = (k: number): CurvePoint => passPoint(counted, k, { seed });
  const outcomes: Partial<Record<Outcome, number>> = {};
  const judged = new Set<number>();
  let graded = 0;
  for (const row of file.rows) {
    const outcome = file.programs[row]?.outcome;
    if (outcome === undefined) continue;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    judged.add(row);
    graded++;
  }
  return {
    problems,
    pass: counted.length === 0 ? [] : (asked ?? USUAL_KS).filter((k) => k <= least).map(at),
    curve: counted.length === 0 ? [] : passCurve(counted, { seed }),
    outcomes,
    graded,
    judged: judged.size,
    notes: notesOf(problems, counted, asked ?? []),
  };
}
