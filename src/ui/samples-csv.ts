/** Counts of each problem as a table for other programs. */

import type { GradedProblem } from '../core/samples.ts';

/** A field of RFC 4180: quoted where it must be. */
const field = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** One line per problem with head; pass@1 is c/n, empty where nothing is judged. */
export function problemsCsv(problems: readonly GradedProblem[]): string {
  const rows = problems.map(({ id, n, correct, unjudged, broken }) => [
    field(id),
    correct,
    n,
    n === 0 ? '' : correct / n,
    unjudged,
    broken,
  ]);
  return [['problem', 'passed', 'n', 'pass@1', 'not_judged', 'broken'], ...rows]
    .map((row) => `${row.join(',')}\r\n`)
    .join('');
}
