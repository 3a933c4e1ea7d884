/** How an outcome critic is asked: after each token of a program, which class of outcome comes next. */

import type { Policy, Sequence } from '../../core/policy.ts';
import { logSoftmax } from '../../core/stats.ts';
import { OUTCOME_CLASSES } from '../advantage/outcome-critic.ts';

/**
 * Token ids by which the critic names the classes, in the order of `OUTCOME_CLASSES`. What they meant to its checkpoint
 * is of no account: it learns what they mean here, and only their shares of each other are looked at.
 */
const CLASS_IDS: readonly number[] = [2, 3, 4, 5];
const CLASSES = OUTCOME_CLASSES.length;

/** Programs that are scored in one call: bounds the lists of prefixes, which grow with the square of their length. */
const MAX_PROGRAMS = 64;

/**
 * One sequence per token and class, `[T · 4]`: everything up to and with the token as its prompt, the class as its
 * completion. They are prefixes of each other, so engines that share common beginnings (`model/plan`) read a program once
 * for all of them. Where the context ends one token before the program does, its last prefix that fits is asked twice.
 */
export function prefixSequences({ prompt, completion }: Sequence, contextLength: number): Sequence[] {
  const room = contextLength - prompt.length;
  return completion.flatMap((_, t) => {
    const known = [...prompt, ...completion.slice(0, Math.min(t + 1, room))];
    return CLASS_IDS.map((id) => ({ prompt: known, completion: [id] }));
  });
}

/** Log-probability of each class after each token of every program, `[B][T][4]`, renormalised over the four. */
export async function classLogProbs(
  critic: Policy,
  programs: readonly Sequence[],
  contextLength: number,
): Promise<Float64Array[][]> {
  const all: Float64Array[][] = [];
  for (let from = 0; from < programs.length; from += MAX_PROGRAMS) {
    const part = programs.slice(from, from + MAX_PROGRAMS);
    const sequences = part.flatMap((program) => prefixSequences(program, contextLength));
    const { logProb } = await critic.score({ sequences, temperature: 1 });
    // Over the four alone the normaliser of the vocabulary cancels: log-probs will do for logits.
    const rows = Array.from({ length: sequences.length / CLASSES }, (_, i) =>
      logSoftmax(logProb.subarray(i * CLASSES, (i + 1) * CLASSES)),
    );
    let at = 0;
    for (const { completion } of part) {
      all.push(rows.slice(at, at + completion.length));
      at += completion.length;
    }
  }
  return all;
}
