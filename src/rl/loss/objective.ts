/** The GRPO loss of one minibatch and its derivative with respect to every log-prob: surrogate + β·KL, weighted and summed. */

import { type Aggregation, tokenWeights } from './aggregate.ts';
import { klEstimate } from './kl.ts';
import { type ClipBounds, clippedSurrogate } from './surrogate.ts';

/** What the loss needs to know about a minibatch; tables are `[B, T]` row-major. */
export interface ObjectiveInput {
  readonly width: number; // T
  readonly mask: Uint8Array; // [B, T]
  /** Under the current weights. */
  readonly logProb: ArrayLike<number>; // [B, T]
  /** As stored by the sampler. */
  readonly oldLogProb: ArrayLike<number>; // [B, T]
  readonly refLogProb: ArrayLike<number>; // [B, T]
  /** One per completion; all its tokens share it. */
  readonly advantages: readonly number[]; // [B]
}

export interface ObjectiveOptions extends ClipBounds {
  /** Weight of the k3 term. */
  readonly beta: number;
  readonly aggregation: Aggregation;
}

export interface Objective {
  readonly loss: number;
  /** ∂loss/∂logProb, `[B, T]`; f64, so that finite differences can check it. */
  readonly dLogProb: Float64Array;
  /** Tokens inside the mask. */
  readonly tokens: number;
  readonly clippedLow: number;
  readonly clippedHigh: number;
}

/** Evaluates the loss; with no token inside the mask it is 0 with derivative 0. */
export function grpoObjective(input: ObjectiveInput, options: ObjectiveOptions): Objective {
  const { mask, width, logProb, oldLogProb, refLogProb, advantages } = input;
  const slots = advantages.length * width;
  for (const table of [mask, logProb, oldLogProb, refLogProb]) {
    if (table.length !== slots) {
      throw new Error(
        `objective: expected tables of ${advantages.length} × ${width} slots, got one of ${table.length}`,
      );
    }
  }
  const weights = tokenWeights(mask, width, options.aggregation);
  const dLogProb = new Float64Array(mask.length);
  let [loss, tokens, clippedLow, clippedHigh] = [0, 0, 0, 0];
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue;
    const token = clippedSurrogate(logProb[i]!, oldLogProb[i]!, advantages[Math.floor(i / width)]!, options);
    const kl = klEstimate('k3', logProb[i]!, refLogProb[i]!);
    loss += weights[i]! * (token.loss + options.beta * kl.value);
    dLogProb[i] = weights[i]! * (token.dLogProb + options.beta * kl.dLogProb);
    tokens++;
    if (token.clippedLow) clippedLow++;
    if (token.clippedHigh) clippedHigh++;
  }
  return { loss, dLogProb, tokens, clippedLow, clippedHigh };
}
