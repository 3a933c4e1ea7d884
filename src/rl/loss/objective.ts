/**
 * The loss of one minibatch and its derivative with respect to every log-prob, entropy and value: surrogate + β·KL
 * − bonus·entropy + value loss, weighted and summed.
 */

import type { Clipped } from '../../core/records.ts';
import { mean, sum } from '../../core/stats.ts';
import { type Aggregation, tokenWeights } from './aggregate.ts';
import { type KlEstimator, klEstimate } from './kl.ts';
import { type SurrogateOptions, tokenSurrogate } from './surrogate.ts';
import { valueLoss } from './value.ts';

/** What the loss needs to know about a minibatch; tables are `[B, T]` row-major. */
export interface ObjectiveInput {
  readonly width: number; // T
  readonly mask: Uint8Array; // [B, T]
  /** Under the current weights. */
  readonly logProb: ArrayLike<number>; // [B, T]
  /** Under the weights that the ratio compares with. */
  readonly oldLogProb: ArrayLike<number>; // [B, T]
  readonly refLogProb: ArrayLike<number>; // [B, T]
  readonly advantage: ArrayLike<number>; // [B, T]
  /** What the surrogate is weighed with for the sampler's difference, no derivative; 1 where absent. */
  readonly correction?: ArrayLike<number>; // [B, T]
  /** Of the next-token distribution, nats; for the value of the bonus only. */
  readonly entropy?: ArrayLike<number>; // [B, T]
  readonly critic?: CriticTables;
}

/** What the value head says now, said when the batch was sampled, and should have said. */
export interface CriticTables {
  readonly value: ArrayLike<number>; // [B, T]
  readonly oldValue: ArrayLike<number>; // [B, T]
  readonly target: ArrayLike<number>; // [B, T]
  /** Tokens whose value is learned, for one value per turn; all trained ones when absent. */
  readonly mask?: Uint8Array; // [B, T]
}

export interface ObjectiveOptions {
  readonly surrogate: SurrogateOptions;
  /** ρ of each token, or of the whole completion as the geometric mean of its tokens' (GSPO, arXiv:2507.18071 eq. 7). */
  readonly ratio: 'token' | 'sequence';
  /** Weight 0 where the KL is taken off the reward instead. */
  readonly kl: { readonly coefficient: number; readonly estimator: KlEstimator };
  readonly aggregation: Aggregation;
  readonly entropyBonus: number;
  readonly value: { readonly coefficient: number; readonly clip: number };
}

/** The loss token by token, `[B, T]`: what *Explain* shows. */
export interface TokenTerms {
  readonly ratio: Float64Array;
  readonly clipped: readonly Clipped[];
  readonly kl: Float64Array;
  /** What the token adds to the loss, its weight included. */
  readonly loss: Float64Array;
}

export interface Objective {
  readonly loss: number;
  /** The parts that add up to `loss`. */
  readonly parts: { readonly policy: number; readonly kl: number; readonly entropy: number; readonly value: number };
  /** ∂loss/∂logProb, `[B, T]`; f64, so that finite differences can check it. */
  readonly dLogProb: Float64Array;
  /** ∂loss/∂entropy, where there is a bonus. */
  readonly dEntropy?: Float64Array;
  /** ∂loss/∂value, where there is a value head. */
  readonly dValue?: Float64Array;
  readonly terms: TokenTerms;
  /** Tokens inside the mask. */
  readonly tokens: number;
  /** Tokens whose value loss was decided by the clipped value. */
  readonly valueClipped: number;
}

/** Evaluates the loss; with no token inside the mask it is 0 with derivative 0. */
export function objectiveOf(input: ObjectiveInput, options: ObjectiveOptions): Objective {
  checkTables(input);
  const { mask, width, logProb, refLogProb, advantage, correction, entropy, critic } = input;
  const { kl: klTerm, entropyBonus } = options;
  const weights = tokenWeights(mask, width, options.aggregation);
  const logRatio = logRatios(input, options.ratio);
  const size = mask.length;
  const dLogProb = new Float64Array(size);
  const dLogRatio = new Float64Array(size);
  const dEntropy = entropyBonus === 0 ? undefined : new Float64Array(size);
  const learned = critic === undefined ? undefined : criticTerms(critic, input, options);
  const terms = { ratio: new Float64Array(size), kl: new Float64Array(size), loss: new Float64Array(size) };
  const clipped: Clipped[] = Array.from({ length: size }, () => 'no');
  const parts = { policy: 0, kl: 0, entropy: 0, value: 0 };
  let tokens = 0;
  for (let i = 0; i < size; i++) {
    if (mask[i] === 0) continue;
    tokens++;
    const weight = weights[i]!;
    const trust = weight * (correction?.[i] ?? 1);
    // Without a KL term nothing of the reference counts, not even what is not finite: 0 · NaN is NaN.
    const pull = weight * klTerm.coefficient;
    const token = tokenSurrogate(logProb[i]!, logRatio[i]!, advantage[i]!, options.surrogate);
    const kl = klEstimate(klTerm.estimator, logProb[i]!, refLogProb[i]!);
    const policy = trust * token.loss;
    const divergence = pull === 0 ? 0 : pull * kl.value;
    const bonus = dEntropy === undefined ? 0 : -weight * entropyBonus * (entropy?.[i] ?? 0);
    dLogProb[i] = trust * token.dLogProb + (pull === 0 ? 0 : pull * kl.dLogProb);
    dLogRatio[i] = trust * token.dLogRatio;
    if (dEntropy !== undefined) dEntropy[i] = -weight * entropyBonus;
    const estimate = learned?.loss[i] ?? 0;
    terms.ratio[i] = token.ratio;
    terms.kl[i] = kl.value;
    terms.loss[i] = policy + divergence + bonus + estimate;
    clipped[i] = correction?.[i] === 0 ? 'masked' : token.clipped;
    parts.policy += policy;
    parts.kl += divergence;
    parts.entropy += bonus;
    parts.value += estimate;
  }
  addThroughRatio(dLogProb, dLogRatio, input, options.ratio);
  return {
    loss: parts.policy + parts.kl + parts.entropy + parts.value,
    parts,
    dLogProb,
    ...(dEntropy === undefined ? {} : { dEntropy }),
    ...(learned === undefined ? {} : { dValue: learned.dValue }),
    terms: { ...terms, clipped },
    tokens,
    valueClipped: learned?.clipped ?? 0,
  };
}

/** The value loss token by token, weights included: aggregated like the policy's, over the tokens whose value is learned. */
function criticTerms(critic: CriticTables, { mask, width }: ObjectiveInput, options: ObjectiveOptions) {
  const { coefficient, clip } = options.value;
  const learned = mask.map((real, i) => real & (critic.mask?.[i] ?? 1));
  const weights = tokenWeights(learned, width, options.aggregation);
  const loss = new Float64Array(mask.length);
  const dValue = new Float64Array(mask.length);
  let clipped = 0;
  learned.forEach((real, i) => {
    if (real === 0) return;
    const one = valueLoss(critic.value[i]!, critic.oldValue[i]!, critic.target[i]!, clip);
    loss[i] = weights[i]! * coefficient * one.loss;
    dValue[i] = weights[i]! * coefficient * one.dValue;
    if (one.clipped) clipped++;
  });
  return { loss, dValue, clipped };
}

/** log ρ of every token: its own, or the mean over the tokens of its completion. */
function logRatios({ mask, width, logProb, oldLogProb }: ObjectiveInput, level: ObjectiveOptions['ratio']) {
  const ratios = Float64Array.from(mask, (real, i) => (real === 0 ? 0 : logProb[i]! - oldLogProb[i]!));
  if (level === 'sequence') forRows(mask, width, (row) => row.fill(mean(row)), ratios);
  return ratios;
}

/** ∂loss/∂logProb through ρ: every token's own, or its completion's mean. */
function addThroughRatio(
  dLogProb: Float64Array,
  dLogRatio: Float64Array,
  { mask, width }: ObjectiveInput,
  level: ObjectiveOptions['ratio'],
): void {
  if (level === 'sequence') forRows(mask, width, (row) => row.fill(mean(row)), dLogRatio);
  for (let i = 0; i < dLogProb.length; i++) dLogProb[i]! += dLogRatio[i]!;
}

/** Visits the trained tokens of every row, which stand at its beginning. */
function forRows(mask: Uint8Array, width: number, visit: (row: Float64Array) => void, table: Float64Array): void {
  for (let from = 0; from < mask.length; from += width) {
    const length = sum(mask.subarray(from, from + width));
    if (length > 0) visit(table.subarray(from, from + length));
  }
}

function checkTables({ mask, width, critic, entropy, correction, ...input }: ObjectiveInput): void {
  const rows = width === 0 ? 0 : mask.length / width;
  const { logProb, oldLogProb, refLogProb, advantage } = input;
  const optional = [correction, entropy, critic?.value, critic?.oldValue, critic?.target, critic?.mask];
  for (const table of [logProb, oldLogProb, refLogProb, advantage, ...optional]) {
    if (table !== undefined && table.length !== mask.length) {
      throw new Error(`objective: expected tables of ${rows} × ${width} slots, got one of ${table.length}`);
    }
  }
}
