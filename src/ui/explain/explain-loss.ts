/** What one optimiser step made of one attempt, worked out again from what the record keeps: ratio, clip, KL, loss, slope. */

import type { AlgorithmConfig, RunConfig } from '../../core/config.ts';
import type { Clipped, TokenUpdate, TrainedTurn } from '../../core/records.ts';
import { mean, sum } from '../../core/stats.ts';
import { minibatchOf, type StepCase } from './explain-case.ts';

/** Log-ratios beyond this are held. */
const MAX_LOG_RATIO = 20;

/** k1 = −x, k2 = x²/2, k3 = eˣ − 1 − x with x = log π_ref − log π. */
export function klValue(estimator: AlgorithmConfig['klEstimator'], logProb: number, reference: number): number {
  const x = reference - logProb;
  if (estimator === 'k1') return -x;
  if (estimator === 'k2') return (x * x) / 2;
  const held = Math.min(x, MAX_LOG_RATIO);
  return Math.max(0, Math.expm1(held) - held);
}

/** ∂KL/∂log π. */
function klSlope(estimator: AlgorithmConfig['klEstimator'], logProb: number, reference: number): number {
  const x = reference - logProb;
  if (estimator === 'k1') return 1;
  if (estimator === 'k2') return -x;
  return x > MAX_LOG_RATIO ? 0 : -Math.expm1(x);
}

/** The part of the loss that one token’s share of the batch is multiplied with. */
export interface TokenWeight {
  readonly value: number;
  /** Counted over the minibatch, or read off the record where that keeps only part of it. */
  readonly from: 'counted' | 'inferred';
  /** Attempts and tokens of the minibatch that the record has. */
  readonly rows: number;
  readonly tokens: number;
  /** Tokens of this attempt. */
  readonly length: number;
}

export interface TokenTerms {
  /** log π − log π_old of the token, and what its ratio is made of: the same, or the mean over the attempt. */
  readonly logRatio: number;
  readonly usedLogRatio: number;
  readonly ratio: number;
  readonly clipped: Clipped;
  readonly correction: number;
  /** Before the weight. */
  readonly surrogate: number;
  readonly kl: number;
  readonly klSlope: number;
  readonly entropy: number;
  /** ½(V − R)², clipped; 0 where no value is learned. */
  readonly valueLoss: number;
  /** Of the surrogate, before the weight; through a sequence ratio, the mean over the attempt. */
  readonly surrogateSlope: number;
  /** What the token adds to the loss; null where the weight is not known. */
  readonly loss: number | null;
  /** ∂loss/∂log π */
  readonly slope: number | null;
}

export interface LossCase {
  readonly weight: TokenWeight | null;
  readonly valueWeight: number | null;
  readonly tokens: readonly TokenTerms[];
}

/** @param pass index into the updates of the attempt */
export function lossCase(step: StepCase, turn: TrainedTurn, pass: number): LossCase | null {
  const update = turn.updates[pass];
  if (update === undefined) return null;
  const { algorithm, value } = step.config;
  const plain = plainTerms(step.config, turn, update);
  const pull = algorithm.klPlacement === 'loss' ? step.beta : 0;
  const slopes = plain.map(({ surrogateSlope, klSlope: own }) => surrogateSlope + (pull === 0 ? 0 : pull * own));
  const weight = weightOf(step, turn, update, slopes);
  const valueWeight = valueWeightOf(step, turn, update);
  const tokens = plain.map((one, t): TokenTerms => {
    if (weight === null) return { ...one, loss: null, slope: null };
    const own =
      one.correction * one.surrogate + (pull === 0 ? 0 : pull * one.kl) - algorithm.entropyBonus * one.entropy;
    const estimate = one.valueLoss === 0 ? 0 : (valueWeight ?? 0) * value.coefficient * one.valueLoss;
    return { ...one, loss: weight.value * own + estimate, slope: weight.value * slopes[t]! };
  });
  return { weight, valueWeight, tokens };
}

function plainTerms(config: RunConfig, turn: TrainedTurn, update: TokenUpdate): Omit<TokenTerms, 'loss' | 'slope'>[] {
  const { algorithm, value } = config;
  const logRatios = update.logProbs.map((now, t) => now - turn.oldLogProbs[t]!);
  const sequence = algorithm.ratio === 'sequence' ? mean(logRatios) : null;
  const tokens = update.logProbs.map((now, t) => {
    const usedLogRatio = sequence ?? logRatios[t]!;
    const correction = turn.correction?.[t] ?? 1;
    const token = surrogateOf(algorithm, now, usedLogRatio, turn.advantages[t]!);
    return {
      ...token,
      logRatio: logRatios[t]!,
      usedLogRatio,
      correction,
      clipped: correction === 0 ? ('masked' as const) : token.clipped,
      kl: klValue(algorithm.klEstimator, now, turn.referenceLogProbs[t]!),
      klSlope: klSlope(algorithm.klEstimator, now, turn.referenceLogProbs[t]!),
      entropy: update.entropy?.[t] ?? 0,
      valueLoss: turn.valueMask?.[t] === 0 ? 0 : valueLoss(turn, update, t, value.clip),
    };
  });
  const through = tokens.map(({ correction, throughRatio }) => correction * throughRatio);
  const shared = sequence === null ? null : mean(through);
  return tokens.map(({ throughRatio: _, direct, ...token }, t) => ({
    ...token,
    surrogateSlope: token.correction * direct + (shared ?? through[t]!),
  }));
}

/** The surrogate of one token, and its slope: straight on log π, and through the ratio. */
function surrogateOf(algorithm: AlgorithmConfig, logProb: number, logRatio: number, advantage: number) {
  const { surrogate: kind, clipLow, clipHigh, dualClip } = algorithm;
  const ratio = Math.exp(Math.min(MAX_LOG_RATIO, Math.max(-MAX_LOG_RATIO, logRatio)));
  const held = (bound: number, clipped: Clipped) => ({
    ...{ ratio, clipped, surrogate: -bound * advantage, direct: 0, throughRatio: 0 },
  });
  const high = ratio > 1 + clipHigh && advantage > 0;
  switch (kind) {
    case 'clip': {
      if (ratio < 1 - clipLow && advantage < 0) return held(1 - clipLow, 'low');
      if (high) return held(1 + clipHigh, 'high');
      if (dualClip > 0 && advantage < 0 && ratio > dualClip) return held(dualClip, 'dual');
      const throughRatio = Math.abs(logRatio) > MAX_LOG_RATIO ? 0 : -ratio * advantage;
      return { ratio, clipped: 'no' as const, surrogate: -ratio * advantage, direct: 0, throughRatio };
    }
    case 'cispo': {
      const direct = -Math.min(ratio, 1 + clipHigh) * advantage;
      const clipped: Clipped = high ? 'high' : 'no';
      return { ratio, clipped, surrogate: direct * logProb, direct, throughRatio: 0 };
    }
    case 'log-likelihood':
      return {
        ...{ ratio, clipped: 'no' as const, surrogate: -advantage * logProb, direct: -advantage, throughRatio: 0 },
      };
    default:
      return kind satisfies never;
  }
}

function valueLoss({ values, returns }: TrainedTurn, update: TokenUpdate, t: number, clip: number): number {
  if (update.values === undefined || values === undefined || returns === undefined) return 0;
  const [now, before, target] = [update.values[t]!, values[t]!, returns[t]!];
  const free = (now - target) ** 2;
  const held = Math.min(before + clip, Math.max(before - clip, now)) - target;
  return (clip > 0 ? Math.max(free, held * held) : free) / 2;
}

/** The weight of every token of this attempt, which all four aggregations give alike. */
function weightOf(
  step: StepCase,
  turn: TrainedTurn,
  update: TokenUpdate,
  slopes: readonly number[],
): TokenWeight | null {
  const rows = minibatchOf(step.rollouts, update.update);
  const lengths = rows.map((row) => row.turn.ids.length);
  const facts = { rows: rows.length, tokens: sum(lengths), length: turn.ids.length };
  if (step.whole) return { ...facts, value: aggregated(step.config, facts), from: 'counted' };
  const steepest = slopes.reduce((top, slope, t) => (Math.abs(slope) > Math.abs(slopes[top]!) ? t : top), 0);
  const steep = slopes[steepest] ?? 0;
  return steep === 0 ? null : { ...facts, value: update.dLogProb[steepest]! / steep, from: 'inferred' };
}

function aggregated(
  { algorithm, sampling }: RunConfig,
  { rows, tokens, length }: { readonly rows: number; readonly tokens: number; readonly length: number },
): number {
  switch (algorithm.aggregation) {
    case 'token-mean':
      return 1 / tokens;
    case 'sequence-mean':
      return 1 / (rows * length);
    case 'sequence-sum':
      return 1 / rows;
    case 'constant-length':
      return 1 / (rows * sampling.maxNewTokens);
    default:
      return algorithm.aggregation satisfies never;
  }
}

/** Value losses are aggregated like the policy’s, over the tokens whose value is learned. */
function valueWeightOf(step: StepCase, turn: TrainedTurn, update: TokenUpdate): number | null {
  if (update.values === undefined || !step.whole) return null;
  const learned = ({ ids, valueMask }: TrainedTurn) => (valueMask === undefined ? ids.length : sum(valueMask));
  const rows = minibatchOf(step.rollouts, update.update);
  const tokens = sum(rows.map((row) => learned(row.turn)));
  return aggregated(step.config, { rows: rows.length, tokens, length: learned(turn) });
}
