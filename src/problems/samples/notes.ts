/** What is worth saying of a file of samples: counted row by row, said in sentences. */

import type { GradeRecord } from '../../core/grade.ts';
import type { ProblemFile } from './problem-file.ts';
import type { SampleForm } from './program.ts';

export interface RowCounts {
  readonly wholePrograms: number;
  readonly repeatedPrompts: number;
  /** Programs with U+00A0 where Python wants spaces. */
  readonly noBreakSpaces: number;
  /** Programs with a line that starts with ```. */
  readonly fences: number;
}

export const NO_COUNTS: RowCounts = { wholePrograms: 0, repeatedPrompts: 0, noBreakSpaces: 0, fences: 0 };

export function countForm(counts: RowCounts, form: SampleForm): RowCounts {
  if (form === 'whole-program') return { ...counts, wholePrograms: counts.wholePrograms + 1 };
  if (form === 'repeats-prompt') return { ...counts, repeatedPrompts: counts.repeatedPrompts + 1 };
  return counts;
}

export function countProgram(counts: RowCounts, code: string): RowCounts {
  const spaces = /^[ \t]*\u00a0/m.test(code);
  const fences = /^[ \t]*```/m.test(code);
  if (!spaces && !fences) return counts;
  return {
    ...counts,
    noBreakSpaces: counts.noBreakSpaces + (spaces ? 1 : 0),
    fences: counts.fences + (fences ? 1 : 0),
  };
}

const MAX_LISTED = 3;

/** Sentences; none of what did not happen. Nothing is repaired: what a model wrote is what runs. */
export function notesOf(
  counts: RowCounts,
  unclear: readonly GradeRecord[],
  problems: ProblemFile | undefined,
): string[] {
  const behind = 'which run behind the prompt all the same, as in HumanEval’s own evaluator';
  const counted: readonly (readonly [string, number])[] = [
    [`Completions that define the function themselves, ${behind}`, counts.wholePrograms],
    [`Completions that begin with the prompt once more, ${behind}`, counts.repeatedPrompts],
    ['Programs with no-break spaces (U+00A0) in the indentation, which Python refuses', counts.noBreakSpaces],
    ['Programs with lines of Markdown (```), which Python refuses', counts.fences],
    [
      `Challenge tests of ${problems?.file}, which are not run, since MBPP is measured on test_list`,
      problems?.challenges ?? 0,
    ],
  ];
  const notes = counted.flatMap(([what, count]) => (count === 0 ? [] : [`${what}: ${count}.`]));
  for (const record of unclear.slice(0, MAX_LISTED)) notes.push(`Cannot be judged: ${record.unclear}.`);
  if (unclear.length > MAX_LISTED) notes.push(`${unclear.length - MAX_LISTED} more programs cannot be judged so.`);
  return notes;
}
