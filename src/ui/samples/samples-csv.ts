/** Counts of each problem as a table for other programs. */

import { csvText } from '../../core/csv.ts';
import type { GradedProblem } from '../../core/samples.ts';

/** One line per problem with head; pass@1 is c/n, empty where nothing is judged. */
export function problemsCsv(problems: readonly GradedProblem[]): string {
  const rows = problems.map(({ id, n, correct, unjudged, broken }) => [
    ...[id, correct, n, n === 0 ? null : correct / n, unjudged],
    String(broken),
  ]);
  return csvText([['problem', 'passed', 'n', 'pass@1', 'not_judged', 'broken'], ...rows]);
}
