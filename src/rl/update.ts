/** From chosen rollouts to moved weights: minibatches, coefficients, optimiser steps, and what was seen on the way. */

import type { RunConfig } from '../core/config.ts';
import type { Policy, Sequence } from '../core/policy.ts';
import { createRng } from '../core/rng.ts';
import { weightedSum } from './loss/aggregate.ts';
import { completionMask } from './loss/mask.ts';
import { grpoObjective, type ObjectiveInput, type ObjectiveOptions } from './loss/objective.ts';
import { packRows, tableWidth, unpackRows } from './loss/table.ts';

/** One completion as the loss sees it, with the log-probs of its tokens `[T_i]`. */
export interface TrainingRow extends Sequence {
  readonly oldLogProbs: readonly number[];
  readonly refLogProbs: readonly number[];
  readonly advantage: number;
}

/** Sums over the optimiser steps of one rollout batch. */
export interface UpdateSummary {
  /** Optimiser steps whose gradient was finite and moved the weights. */
  readonly applied: number;
  /** Steps whose gradient was not finite: the weights were left as they were. */
  readonly skipped: number;
  /** Means over applied steps; null when there was none. */
  readonly loss: number | null;
  readonly gradNorm: number | null;
  /** Mean over the tokens of the first pass's applied steps, nats; null when there was none. */
  readonly entropy: number | null;
  /** Shares of the tokens of applied steps, over all passes. */
  readonly clippedLow: number | null;
  readonly clippedHigh: number | null;
  /** Largest |log-prob of the sampler − log-prob of the first update's forward pass|, nats. */
  readonly samplerDifference: number | null;
}

type UpdateConfig = Pick<RunConfig, 'seed' | 'algorithm' | 'optimizer' | 'sampling'>;

/** Log-probs of every sequence's tokens under the frozen reference, `[T_i]` each. */
export async function referenceLogProbs(
  policy: Policy,
  sequences: readonly Sequence[],
  temperature: number,
): Promise<number[][]> {
  if (sequences.length === 0) return [];
  const scores = await policy.score({ sequences, temperature }, 'reference');
  const lengths = sequences.map((sequence) => sequence.completion.length);
  return unpackRows(scores.logProb, scores.width, lengths);
}

/** Splits in seeded random order into at most `count` parts of nearly equal size, none of them empty. */
export function minibatches<T>(items: readonly T[], count: number, seed: number, stream: number): T[][] {
  const shuffled = createRng('shuffle', seed, stream).shuffle(items);
  const size = Math.ceil(items.length / count);
  const parts: T[][] = [];
  for (let from = 0; from < shuffled.length; from += size) parts.push(shuffled.slice(from, from + size));
  return parts;
}

/**
 * All optimiser steps of one rollout batch: `innerEpochs` passes over shuffled minibatches.
 *
 * The first step sees the weights that sampled, so the stored log-probs are the current ones and no forward pass is
 * owed; from the second step on the weights have moved and the minibatch is scored again.
 */
export async function updateFromRows(
  policy: Policy,
  rows: readonly TrainingRow[],
  endOfText: number,
  config: UpdateConfig,
  step: number,
): Promise<UpdateSummary> {
  const { algorithm, optimizer, sampling } = config;
  const sums = {
    updates: 0,
    applied: 0,
    loss: 0,
    gradNorm: 0,
    tokens: 0,
    low: 0,
    high: 0,
    entropy: 0,
    entropyTokens: 0,
  };
  let samplerDifference: number | null = null;
  for (let pass = 0; pass < algorithm.innerEpochs; pass++) {
    const stream = step * algorithm.innerEpochs + pass;
    for (const minibatch of minibatches(rows, algorithm.minibatches, config.seed, stream)) {
      const batch = { sequences: minibatch, temperature: sampling.temperature };
      const tables = toTables(minibatch, endOfText);
      const { width, mask, oldLogProb } = tables;
      const first = sums.updates === 0;
      const logProb = first ? oldLogProb : (await policy.score(batch)).logProb;
      const objective = grpoObjective({ ...tables, logProb }, objectiveOptions(config));
      const result = await policy.update(batch, { width, logProb: Float32Array.from(objective.dLogProb) }, optimizer);
      if (first) samplerDifference = largestDifference(oldLogProb, result.scores.logProb, mask);
      sums.updates++;
      // What a skipped step saw is what made its gradient overflow: none of it is a measurement.
      if (!result.applied) continue;
      sums.applied++;
      if (pass === 0) {
        sums.entropy += weightedSum(result.scores.entropy, mask);
        sums.entropyTokens += objective.tokens;
      }
      sums.tokens += objective.tokens;
      sums.low += objective.clippedLow;
      sums.high += objective.clippedHigh;
      sums.loss += objective.loss;
      sums.gradNorm += result.gradNorm;
    }
  }
  return {
    applied: sums.applied,
    skipped: sums.updates - sums.applied,
    loss: share(sums.loss, sums.applied),
    gradNorm: share(sums.gradNorm, sums.applied),
    entropy: share(sums.entropy, sums.entropyTokens),
    clippedLow: share(sums.low, sums.tokens),
    clippedHigh: share(sums.high, sums.tokens),
    samplerDifference,
  };
}

/** The minibatch as `[B, T]` tables; the first end of text is the last token inside the mask. */
export function toTables(rows: readonly TrainingRow[], endOfText: number): Omit<ObjectiveInput, 'logProb'> {
  const completions = rows.map((row) => row.completion);
  const width = tableWidth(completions);
  const pack = (pick: (row: TrainingRow) => readonly number[]) => packRows(rows.map(pick), width);
  return {
    width,
    mask: completionMask(completions, endOfText, width),
    oldLogProb: pack((row) => row.oldLogProbs),
    refLogProb: pack((row) => row.refLogProbs),
    advantages: rows.map((row) => row.advantage),
  };
}

/** Clip bounds, β and aggregation of a run. */
export function objectiveOptions({ algorithm, sampling }: Pick<RunConfig, 'algorithm' | 'sampling'>): ObjectiveOptions {
  const type = algorithm.aggregation;
  const { clipLow, clipHigh, beta } = algorithm;
  const aggregation = type === 'constant-length' ? { type, length: sampling.maxNewTokens } : { type };
  return { clipLow, clipHigh, beta, aggregation };
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>, mask: Uint8Array): number {
  let largest = 0;
  mask.forEach((real, i) => {
    if (real === 1) largest = Math.max(largest, Math.abs(a[i]! - b[i]!));
  });
  return largest;
}
