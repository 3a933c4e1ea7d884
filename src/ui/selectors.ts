/** What the panels show, derived from the run state: solve rates, the green bar, chart series, comparisons. */

import type { MetricName } from '../core/metrics.ts';
import type { Evaluation, ProblemCounts, RunSetName, SetEvaluation, StepRecord } from '../core/records.ts';
import { wilsonInterval } from '../core/stats.ts';
import type { Point } from './charts/path.ts';
import type { RunState } from './state.ts';

/** How many of a problem's last groups its live rate averages over. */
export const LIVE_WINDOW = 4;

export interface Rate {
  readonly value: number;
  /** Samples behind the value. */
  readonly n: number;
  /** Fresh samples on all tests, or training rollouts on the visible ones. */
  readonly from: 'evaluation' | 'training';
}

export interface ProblemRates {
  readonly before: Rate | null;
  readonly now: Rate | null;
}

/** Before and now of one of the ten, or of a problem of one's own. While training, `now` is what its latest rollouts did; afterwards what was measured. */
export function problemRates(state: RunState, id: string): ProblemRates {
  return { before: measured(state.before, id), now: measured(state.after, id) ?? liveRate(state.steps, id) };
}

export interface BarRates extends ProblemRates {
  /** How many of the problems `now` is about; the others count in it as before. */
  readonly visited: number;
}

/** Mean over the ten: what the green bar shows. Problems that were not visited yet count as before. */
export function barRates(state: RunState, ids: readonly string[]): BarRates {
  const before = lectureSet(state.before);
  const after = lectureSet(state.after);
  const beforeRate: Rate | null = before && { value: before.passAt1.value, n: before.n, from: 'evaluation' };
  if (after)
    return {
      before: beforeRate,
      now: { value: after.passAt1.value, n: after.n, from: 'evaluation' },
      visited: ids.length,
    };
  const rates = ids.map((id) => problemRates(state, id));
  const visited = rates.filter((rate) => rate.now !== null);
  if (visited.length === 0) return { before: beforeRate, now: null, visited: 0 };
  const values = rates.map((rate) => rate.now?.value ?? rate.before?.value).filter((value) => value !== undefined);
  const n = visited.reduce((sum, rate) => sum + rate.now!.n, 0);
  return { before: beforeRate, now: { value: mean(values), n, from: 'training' }, visited: visited.length };
}

function measured(evaluation: Evaluation | null, id: string): Rate | null {
  const sets = [lectureSet(evaluation), pickSet(evaluation, 'own')];
  const counts = sets.flatMap((set) => set?.problems ?? []).find((problem) => problem.id === id);
  return counts && counts.n > 0 ? { value: counts.correct / counts.n, n: counts.n, from: 'evaluation' } : null;
}

function liveRate(steps: readonly StepRecord[], id: string): Rate | null {
  let solved = 0;
  let of = 0;
  let visits = 0;
  for (let i = steps.length - 1; i >= 0 && visits < LIVE_WINDOW; i--) {
    const group = steps[i]!.problems.find((problem) => problem.id === id);
    if (!group || group.of === 0) continue;
    solved += group.solved;
    of += group.of;
    visits++;
  }
  return of > 0 ? { value: solved / of, n: of, from: 'training' } : null;
}

/** The lecture's set at the training temperature. */
export const lectureSet = (evaluation: Evaluation | null): SetEvaluation | null => pickSet(evaluation, 'lecture');

/** Whether a run measured problems of a person's own. */
export const hasOwnSet = ({ before, after }: RunState): boolean =>
  [before, after].some((evaluation) => evaluation?.sets.some(({ set }) => set === 'own'));

/** A set's evaluation at temperature 1; other temperatures come from `otherTemperatures`. */
export function pickSet(evaluation: Evaluation | null, name: RunSetName): SetEvaluation | null {
  const sets = evaluation?.sets.filter((set) => set.set === name) ?? [];
  return sets.find((set) => set.temperature === 1) ?? sets[0] ?? null;
}

/** The same set at other temperatures, coolest first. */
export function otherTemperatures(evaluation: Evaluation | null, name: RunSetName): SetEvaluation[] {
  const main = pickSet(evaluation, name);
  const sets = evaluation?.sets.filter((set) => set.set === name && set !== main) ?? [];
  return sets.sort((a, b) => a.temperature - b.temperature);
}

/** What a band is over: other problems of the same kind, or other samples of these. */
export type BandKind = 'problems' | 'samples';

/** The pass@k curve of a set with its bands; those over samples are missing in what an older version stored. */
export function curvePoints(set: SetEvaluation | null, bands: BandKind = 'problems'): Point[] {
  return (set?.curve ?? []).map(({ k, pass, samples }) => {
    const band = bands === 'problems' ? pass : samples;
    return { x: k, y: pass.value, ...(band === undefined ? {} : { low: band.low, high: band.high }) };
  });
}

/** One metric over steps. */
export function metricPoints(steps: readonly StepRecord[], name: MetricName): Point[] {
  return steps.flatMap((record) => {
    const y = record.metrics[name];
    return y === undefined ? [] : [{ x: record.step, y }];
  });
}

/** pass@k of a set with its band, at every epoch where it was measured with samples enough. */
export function measuredPoints(state: RunState, name: RunSetName, k: number): Point[] {
  return [state.before, ...state.during, state.after].flatMap((evaluation) => {
    const set = pickSet(evaluation, name);
    const pass = k === 1 ? set?.passAt1 : set?.curve.find((point) => point.k === k)?.pass;
    return evaluation && pass ? [{ x: evaluation.epoch, y: pass.value, low: pass.low, high: pass.high }] : [];
  });
}

/** pass@1 of the ten with its band, at every epoch where it was measured. */
export const evaluationPoints = (state: RunState): Point[] => measuredPoints(state, 'lecture', 1);

/** The model at hand as it was last measured, after training or in between; null before the first of both. */
export const latestMeasured = ({ during, after }: RunState): Evaluation | null => after ?? during.at(-1) ?? null;

/**
 * Problems that the steps visited and whose rate fell by more than chance does: the 95 % intervals of the two do not meet. RL can lose a problem, and the page says so; of one that was never trained it cannot be said.
 */
export function lostProblems(
  before: SetEvaluation,
  after: SetEvaluation,
  steps: readonly StepRecord[],
): ProblemCounts[] {
  const visited = new Set(steps.flatMap(({ problems }) => problems.map(({ id }) => id)));
  return after.problems.filter((problem) => {
    const earlier = before.problems.find((other) => other.id === problem.id);
    if (earlier === undefined || earlier.n === 0 || problem.n === 0 || !visited.has(problem.id)) return false;
    return wilsonInterval(problem.correct, problem.n).high < wilsonInterval(earlier.correct, earlier.n).low;
  });
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
