/** The shape of one task family: what can be asked, how it can be solved, and how people get it wrong. */

import type { InputKind } from './inputs.ts';

/**
 * A description of the task in one of three forms; `frames.ts` puts sentences around it:
 * - `noun:the sum of two numbers`      → "Write a function that returns the sum of two numbers"
 * - `verb:reverse|a string`            → "Write a function that reverses a string", "Reverse a string"
 * - `whether:a number is even`         → "Check if a number is even"
 */
export type Description = `noun:${string}` | `verb:${string}|${string}` | `whether:${string}`;

/**
 * A function body as a template: lines separated by `\n`, indented by tabs (the first level is added when rendered).
 * `$1 $2 $3` are the arguments. Locals get a name from a pool and keep it through the body:
 * `$R` result/total, `$I` number item, `$C` character, `$W` word, `$J` index, `$N` counter, `$B` best so far.
 * The function is always called `solution`, so recursion is `solution($1 - 1)`.
 */
export type Body = string;

export interface Family {
  readonly id: string;
  /** Which arguments the function takes: names, and a seeded generator of inputs with the edge cases that matter. */
  readonly inputs: InputKind;
  readonly descriptions: readonly Description[];
  /** Descriptions kept out of the corpus and of training: evaluated as unseen phrasings. Their words occur elsewhere. */
  readonly unseen?: readonly Description[];
  /** Correct bodies, the idiomatic one first (it is the reference that computes expected values). */
  readonly right: readonly Body[];
  /** The one mistake that most people make here; it dominates the corpus's wrong programs of this family. */
  readonly popular: Body;
  /** Other plausible mistakes. */
  readonly wrong: readonly Body[];
  /** Relative frequency in the corpus; 1 when absent. */
  readonly weight?: number;
  /** True for a composition that is never in the corpus and never trained on. */
  readonly heldOut?: boolean;
}
