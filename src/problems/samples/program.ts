/** The program that a sample of a benchmark's problem stands for, and what is noticed of it on the way. */

import { describe, type Fields, fail, inside, type Place, readOptionalText } from '../fields.ts';
import type { BenchmarkProblem } from './problem-file.ts';

/** How a sample gives its program. */
export type SampleForm =
  /** The whole program, under `solution` or `code`; or a completion of a prompt that is a sentence. */
  | 'program'
  /** What follows the prompt. */
  | 'completion'
  /** A completion that begins with the prompt once more. */
  | 'repeats-prompt'
  /** A completion that defines the function itself. */
  | 'whole-program';

function formOf(completion: string, { prompt, target }: BenchmarkProblem): SampleForm {
  if (prompt === '') return 'program';
  if (completion.trimStart().startsWith(prompt.trim())) return 'repeats-prompt';
  const definition = new RegExp(`^(?:async )?def ${target.entryPoint}\\s*\\(`, 'm');
  // What is indented goes on from the prompt, whatever it defines further down.
  const goesOn = /^(?:[ \t]*\r?\n)*[ \t]+\S/.test(completion);
  return !goesOn && definition.test(completion) ? 'whole-program' : 'completion';
}

/**
 * Program of a sample that is joined to a problem. A completion runs behind the prompt whatever it repeats, as in
 * HumanEval's own evaluator (openai/human-eval, `check_correctness`): Python lets a later definition take the place of an
 * earlier one, and imports of the prompt stay. `solution` and `code` run alone, as in EvalPlus.
 */
export function joinProgram(
  row: Fields,
  problem: BenchmarkProblem,
  place: Place,
): { readonly code: string; readonly form: SampleForm } {
  const text = (name: string) => readOptionalText(row.get(name), inside(place, name));
  const whole = text('solution') ?? text('code');
  if (whole !== undefined) return { code: whole, form: 'program' };
  const completion = text('completion');
  if (completion === undefined) {
    const expected = 'a completion of the prompt, or the program under code or solution';
    fail(inside(place, 'completion'), expected, describe(row.get('completion')));
  }
  return { code: problem.prompt + completion, form: formOf(completion, problem) };
}
