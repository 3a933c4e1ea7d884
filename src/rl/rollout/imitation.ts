/** Supervised warm start: reference solutions as rows whose surrogate is their log-likelihood. */

import type { PromptCodec } from '../../core/codec.ts';
import type { Sequence } from '../../core/policy.ts';
import type { Problem } from '../../core/types.ts';
import type { TrainingRow } from '../rows.ts';

export interface Lessons {
  /** The prompt of each problem and its reference solution, end of text included. */
  readonly sequences: readonly Sequence[];
  /** Problems without a reference solution. */
  readonly unsolved: number;
  /** Problems whose reference solution is longer than a completion may be, or does not fit in the context. */
  readonly tooLong: number;
}

/** What can be imitated of these problems, in order. */
export function lessonsOf(problems: readonly Problem[], codec: PromptCodec, maxNewTokens: number): Lessons {
  const solved = problems.flatMap((problem) => {
    if (problem.reference === undefined) return [];
    return [{ prompt: codec.encodePrompt(problem), completion: codec.encodeProgram(problem.reference) }];
  });
  const sequences = solved.filter(
    ({ prompt, completion }) =>
      completion.length <= maxNewTokens && prompt.length + completion.length <= codec.contextLength,
  );
  return { sequences, unsolved: problems.length - solved.length, tooLong: solved.length - sequences.length };
}

/**
 * Rows for the log-likelihood surrogate: advantage 1 on every token, so that its gradient is that of cross-entropy.
 *
 * @param logProbs of the policy before the update, `[T]` each: where ratios are looked at, they begin at 1
 * @param refLogProbs of the frozen reference, `[T]` each
 */
export function imitationRows(
  sequences: readonly Sequence[],
  logProbs: readonly (readonly number[])[],
  refLogProbs: readonly (readonly number[])[],
): TrainingRow[] {
  return sequences.map((sequence, i) => ({
    ...sequence,
    turn: 0,
    // Nobody sampled them: they count as the policy's own.
    samplerLogProbs: logProbs[i]!,
    oldLogProbs: logProbs[i]!,
    refLogProbs: refLogProbs[i]!,
    advantages: sequence.completion.map(() => 1),
  }));
}
