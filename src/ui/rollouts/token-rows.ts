/** What an optimiser step made of each token of a completion, as the lines of a table. */

import type { Clipped, TrainedTurn } from '../../core/records.ts';

export interface TokenRow {
  readonly text: string;
  readonly advantage: number;
  /** Log-probs: the ratio's denominator, before the whole step, under the weights that this optimiser step moved, after it all. */
  readonly old: number;
  readonly before: number;
  readonly now: number;
  readonly after: number | null;
  readonly reference: number;
  readonly ratio: number;
  readonly clipped: Clipped;
  readonly kl: number;
  readonly loss: number;
  readonly slope: number;
  /** Of the value head before the step, under the weights that this optimiser step moved, and what came; null without one. */
  readonly value: number | null;
  readonly valueNow: number | null;
  readonly returned: number | null;
  readonly valueSlope: number | null;
  readonly entropy: number | null;
  readonly entropySlope: number | null;
  readonly outcomeProb: number | null;
  readonly correction: number | null;
}

/** Spaces and line ends made visible; the end of text has no letters of its own. */
export function visibleText(piece: string): string {
  if (piece === '') return '⟨end⟩';
  return piece.replaceAll('\n', '⏎').replaceAll(' ', '␣').replaceAll('\t', '⇥');
}

/** @param pass index into `updates`; empty where this turn met no optimiser step */
export function tokenRows(turn: TrainedTurn, pass: number): TokenRow[] {
  const update = turn.updates[pass];
  if (update === undefined) return [];
  // Where one value stands for the whole attempt, those of its other tokens mean nothing.
  const learned = (numbers: readonly number[] | undefined, t: number) =>
    turn.valueMask?.[t] === 0 ? null : (numbers?.[t] ?? null);
  return turn.pieces.map((piece, t) => ({
    text: visibleText(piece),
    advantage: turn.advantages[t]!,
    old: turn.oldLogProbs[t]!,
    // Without scores of the trainer, those of the sampler are the ones before the step.
    before: turn.currentLogProbs?.[t] ?? turn.oldLogProbs[t]!,
    now: update.logProbs[t]!,
    after: turn.after?.[t] ?? null,
    reference: turn.referenceLogProbs[t]!,
    ratio: update.ratios[t]!,
    clipped: update.clipped[t]!,
    kl: update.kl[t]!,
    loss: update.loss[t]!,
    slope: update.dLogProb[t]!,
    value: learned(turn.values, t),
    valueNow: learned(update.values, t),
    returned: learned(turn.returns, t),
    valueSlope: learned(update.dValue, t),
    entropy: update.entropy?.[t] ?? null,
    entropySlope: update.dEntropy?.[t] ?? null,
    outcomeProb: turn.outcomeProbs?.[t] ?? null,
    correction: turn.correction?.[t] ?? null,
  }));
}
