/** Measurements of a run as two tables: a row for each point of a pass@k curve, and one for each problem. */

import { type CsvCell, csvText } from '../../core/csv.ts';
import type { Evaluation, MeasuredWhen } from '../../core/records.ts';

export interface MeasuredEvaluation {
  readonly when: MeasuredWhen;
  readonly evaluation: Evaluation;
}

const SHARED = ['when', 'epoch', 'set', 'temperature', 'samples'] as const;

export const CURVE_HEAD = [...SHARED, 'k', 'pass_at_k', 'low', 'high', 'visible_pass_at_1', 'greedy_pass'] as const;
export const PROBLEM_HEAD = [...SHARED, 'problem_id', 'correct', 'visible_correct', 'greedy'] as const;

export function evaluationTables(measured: readonly MeasuredEvaluation[]): {
  readonly curves: string;
  readonly problems: string;
} {
  const sets = measured.flatMap(({ when, evaluation: { epoch, sets: all } }) =>
    all.map((set) => ({ ...set, when, epoch })),
  );
  const curves = sets.flatMap(({ when, epoch, set, temperature, n, curve, visibleAt1, greedy }) =>
    curve.map(({ k, pass }): CsvCell[] => [
      ...[when, epoch, set, temperature, n],
      ...[k, pass.value, pass.low, pass.high, visibleAt1, greedy ?? null],
    ]),
  );
  const problems = sets.flatMap(({ when, epoch, set, temperature, problems: all }) =>
    all.map(({ id, n, correct, visible, greedy }): CsvCell[] => [
      ...[when, epoch, set, temperature, n],
      ...[id, correct, visible, greedy === undefined ? null : Number(greedy)],
    ]),
  );
  return { curves: csvText([CURVE_HEAD, ...curves]), problems: csvText([PROBLEM_HEAD, ...problems]) };
}
