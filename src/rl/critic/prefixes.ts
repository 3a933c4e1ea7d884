/** How an outcome critic is asked: after each token of a program, how likely its outcome is. */

import type { Sequence } from '../../core/policy.ts';
import type { Outcome } from '../../core/types.ts';
import { OUTCOME_CLASSES, outcomeClass } from '../advantage/outcome-critic.ts';

/** A program that was judged. */
export interface OutcomeTurn extends Sequence {
  readonly outcome: Outcome;
  /** Two runs of it disagreed. */
  readonly flaky?: true | undefined;
}

/** A program with the token by which the critic names its class. */
export interface Lesson extends Sequence {
  readonly truth: number;
}

/**
 * Tokens by which the critic names the classes, in the order of `OUTCOME_CLASSES`. What they meant to its checkpoint is of
 * no account: it learns what they mean here.
 */
const CLASS_IDS: readonly number[] = [2, 3, 4, 5];

/** Null for a program that teaches nothing: judging failed by a fault of ours, or two runs of it disagreed. */
export function lessonOf({ prompt, completion, outcome, flaky }: OutcomeTurn): Lesson | null {
  const name = flaky ? null : outcomeClass(outcome);
  return name === null ? null : { prompt, completion, truth: CLASS_IDS[OUTCOME_CLASSES.indexOf(name)]! };
}

/**
 * One sequence per token, `[T]`: everything up to and with the token as its prompt, the true class as its completion. They
 * are prefixes of each other, so engines that share common beginnings (`model/plan`) read a program once for all of them.
 * Where the context ends one token before the program does, its last prefix that fits is asked twice.
 */
export function prefixSequences(lesson: Lesson, contextLength: number): Sequence[] {
  return lesson.completion.map((_, t) => ({ prompt: knownAt(lesson, t, contextLength), completion: [lesson.truth] }));
}

/** The other three classes after the last token, `[3]`. */
export function rivalSequences(lesson: Lesson, contextLength: number): Sequence[] {
  const prompt = knownAt(lesson, lesson.completion.length - 1, contextLength);
  return CLASS_IDS.filter((id) => id !== lesson.truth).map((id) => ({ prompt, completion: [id] }));
}

function knownAt({ prompt, completion }: Sequence, t: number, contextLength: number): number[] {
  return [...prompt, ...completion.slice(0, Math.min(t + 1, contextLength - prompt.length))];
}
