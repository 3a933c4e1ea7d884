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

const programs = (count: number): string => `${count} ${count === 1 ? 'program' : 'programs'}`;
const completions = (count: number): string => `${count} ${count === 1 ? 'completion' : 'completions'}`;

/** Sentences; none of what did not happen. Nothing is repaired: what a model wrote is what runs. */
export function notesOf(
  counts: RowCounts,
  unclear: readonly GradeRecord[],
  problems: ProblemFile | undefined,
): string[] {
  const { wholePrograms, repeatedPrompts, noBreakSpaces, fences } = counts;
  const behind = 'run behind the prompt all the same, as in HumanEval’s own evaluator';
  const notes: string[] = [];
  if (wholePrograms > 0) notes.push(`${completions(wholePrograms)} define the function themselves; they ${behind}.`);
  if (repeatedPrompts > 0)
    notes.push(`${completions(repeatedPrompts)} begin with the prompt once more; they ${behind}.`);
  if (noBreakSpaces > 0) {
    notes.push(`${programs(noBreakSpaces)} with no-break spaces (U+00A0) in the indentation: Python refuses them.`);
  }
  if (fences > 0) notes.push(`${programs(fences)} with lines of Markdown (\`\`\`): Python refuses them.`);
  if (problems !== undefined && problems.challenges > 0) {
    notes.push(
      `The ${problems.challenges} challenge tests of ${problems.file} are not run: pass@k on MBPP is on test_list.`,
    );
  }
  for (const record of unclear.slice(0, MAX_LISTED)) notes.push(`Cannot be judged: ${record.unclear}.`);
  if (unclear.length > MAX_LISTED) notes.push(`${unclear.length - MAX_LISTED} more programs cannot be judged so.`);
  return notes;
}
