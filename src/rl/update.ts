/** From rows to moved weights: minibatches, coefficients, optimiser steps, and what was seen on the way. */

import type { RunConfig } from '../core/config.ts';
import type { OptimizerStep, Policy } from '../core/policy.ts';
import type { TokenUpdate } from '../core/records.ts';
import { createRng } from '../core/rng.ts';
import { sum } from '../core/stats.ts';
import { weightedSum } from './loss/aggregate.ts';
import { completionMask } from './loss/mask.ts';
import { type Objective, type ObjectiveInput, type ObjectiveOptions, objectiveOf } from './loss/objective.ts';
import { packRows, tableWidth } from './loss/table.ts';
import { createTally, type UpdateSummary } from './record/tally.ts';
import type { TrainingRow } from './rows.ts';

export interface UpdateOptions {
  readonly config: Pick<RunConfig, 'seed' | 'algorithm' | 'optimizer' | 'sampling' | 'value'>;
  readonly endOfText: number;
  /** 0-based; with the pass it chooses the minibatches. */
  readonly step: number;
  /** Optimiser steps of the run so far. */
  readonly updates: number;
  readonly learningRate: number;
  /** β of this step. */
  readonly klCoefficient: number;
}

export interface Updated {
  readonly summary: UpdateSummary;
  /** What every optimiser step made of every row, in order. */
  readonly traces: ReadonlyMap<TrainingRow, readonly TokenUpdate[]>;
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
 * The first optimiser step meets the weights that the rows were scored under, so no forward pass is owed; from the second
 * on the weights have moved and the minibatch is scored again. A loss that is not finite is caught here, before it
 * reaches the weights; a gradient that is not finite is caught by the policy.
 */
export async function updateFromRows(
  policy: Policy,
  rows: readonly TrainingRow[],
  options: UpdateOptions,
): Promise<Updated> {
  const { config, endOfText, step, learningRate, klCoefficient } = options;
  const { algorithm, sampling, seed } = config;
  const objectiveSettings = objectiveOptions(config, klCoefficient);
  const optimizer: OptimizerStep = { ...config.optimizer, learningRate };
  const tally = createTally(algorithm);
  const traces = new Map<TrainingRow, TokenUpdate[]>(rows.map((row) => [row, []]));
  let moved = false;
  for (let pass = 0; pass < algorithm.innerEpochs; pass++) {
    for (const minibatch of minibatches(rows, algorithm.minibatches, seed, step * algorithm.innerEpochs + pass)) {
      const batch = { sequences: minibatch, temperature: sampling.temperature };
      const tables = toTables(minibatch, endOfText);
      const now = moved ? await policy.score(batch) : firstScores(minibatch, tables.width);
      const input = withCurrent(tables, now);
      const objective = objectiveOf(input, objectiveSettings);
      const flaw = firstFlaw(objective, objectiveSettings, minibatch, tables.width);
      if (flaw !== null) {
        tally.skip(flaw);
        continue;
      }
      const result = await policy.update(batch, coefficientsOf(objective, tables.width), optimizer);
      if (!moved) tally.compareSampler(minibatch, result.scores, input.mask);
      if (!result.applied) {
        tally.skip('the gradient of the model');
        continue;
      }
      moved = true;
      // The entropy is only known after the forward pass of the update itself.
      const told = algorithm.entropyBonus === 0 ? input : { ...input, entropy: result.scores.entropy };
      const seen = told === input ? objective : objectiveOf(told, objectiveSettings);
      tally.add({
        objective: seen,
        mask: input.mask,
        valued: sum(input.critic?.mask ?? input.mask),
        gradNorm: result.gradNorm,
        entropy: weightedSum(result.scores.entropy, input.mask),
        firstPass: pass === 0,
      });
      const update = options.updates + tally.applied;
      for (const [b, row] of minibatch.entries()) traces.get(row)!.push(traceOf(update, row, b, told, seen));
    }
  }
  return { summary: tally.summary(), traces };
}

/** The minibatch as `[B, T]` tables; the first end of text is the last token inside the mask. */
export function toTables(rows: readonly TrainingRow[], endOfText: number): Omit<ObjectiveInput, 'logProb'> {
  const completions = rows.map((row) => row.completion);
  const width = tableWidth(completions);
  const pack = (pick: (row: TrainingRow) => readonly number[]) => packRows(rows.map(pick), width);
  const corrected = rows.some(({ correction }) => correction !== undefined);
  // The value head may run, and learn nothing: a warm start has no returns.
  const valued = rows.some(({ returns }) => returns !== undefined);
  const masked = rows.some(({ valueMask }) => valueMask !== undefined);
  return {
    width,
    mask: completionMask(completions, endOfText, width),
    oldLogProb: pack((row) => row.oldLogProbs),
    refLogProb: pack((row) => row.refLogProbs),
    advantage: pack((row) => row.advantages),
    ...(corrected ? { correction: pack((row) => row.correction!) } : {}),
    ...(valued
      ? {
          critic: {
            value: pack((row) => row.values!),
            oldValue: pack((row) => row.values!),
            target: pack((row) => row.returns!),
            ...(masked ? { mask: Uint8Array.from(pack((row) => row.valueMask!)) } : {}),
          },
        }
      : {}),
  };
}

/** Surrogate, KL, aggregation and value loss of a run. */
export function objectiveOptions(
  { algorithm, sampling, value }: Pick<RunConfig, 'algorithm' | 'sampling' | 'value'>,
  klCoefficient = algorithm.beta,
): ObjectiveOptions {
  const { surrogate: type, ratio, clipLow, clipHigh, dualClip, aggregation: kind, entropyBonus } = algorithm;
  return {
    surrogate: { type, clipLow, clipHigh, dualClip },
    ratio,
    kl: {
      coefficient: algorithm.klPlacement === 'loss' ? klCoefficient : 0,
      estimator: algorithm.klEstimator,
    },
    aggregation: kind === 'constant-length' ? { type: kind, length: sampling.maxNewTokens } : { type: kind },
    entropyBonus,
    value: { coefficient: value.coefficient, clip: value.clip },
  };
}

/** What the policy says of a minibatch under the weights of now, `[B, T]`. */
interface Current {
  readonly logProb: ArrayLike<number>;
  readonly value?: ArrayLike<number>;
}

/** What the rows were scored with stands for the forward pass of the first optimiser step. */
function firstScores(rows: readonly TrainingRow[], width: number): Current {
  const stored = rows.map((row) => row.currentLogProbs ?? row.samplerLogProbs);
  return { logProb: packRows(stored, width) };
}

function withCurrent(tables: Omit<ObjectiveInput, 'logProb'>, { logProb, value }: Current): ObjectiveInput {
  const { critic, ...rest } = tables;
  if (critic === undefined) return { ...rest, logProb };
  return { ...rest, logProb, critic: { ...critic, value: value ?? critic.oldValue } };
}

const coefficientsOf = ({ dLogProb, dEntropy, dValue }: Objective, width: number) => ({
  width,
  logProb: Float32Array.from(dLogProb),
  ...(dEntropy === undefined ? {} : { entropy: Float32Array.from(dEntropy) }),
  ...(dValue === undefined ? {} : { value: Float32Array.from(dValue) }),
});

/** The first number of the loss that is not finite, in words; null where all are. */
function firstFlaw(
  { dLogProb, dValue, terms }: Objective,
  { kl }: ObjectiveOptions,
  rows: readonly TrainingRow[],
  width: number,
): string | null {
  const tables = {
    ratio: terms.ratio,
    // A KL that the loss does not have cannot spoil it.
    ...(kl.coefficient === 0 ? {} : { KL: terms.kl }),
    loss: terms.loss,
    derivative: dLogProb,
    'derivative of the value': dValue ?? [],
  };
  for (const [name, table] of Object.entries(tables)) {
    const at = table.findIndex((value: number) => !Number.isFinite(value));
    if (at !== -1)
      return `the ${name} of token ${(at % width) + 1} in completion ${Math.floor(at / width) + 1} of ${rows.length}`;
  }
  return null;
}

/** One row's part of a minibatch, for *Explain*. */
function traceOf(
  update: number,
  row: TrainingRow,
  b: number,
  { width, logProb, mask, entropy, critic }: ObjectiveInput,
  { terms, dLogProb, dEntropy, dValue }: Objective,
): TokenUpdate {
  const length = row.completion.length;
  // As f32, which is what the log-probs are: `Math.exp` differs in its last digit from one JavaScript engine to the next.
  const own = (table: ArrayLike<number>) =>
    Array.from({ length }, (_, t) => (mask[b * width + t] === 0 ? 0 : Math.fround(table[b * width + t]!)));
  return {
    update,
    logProbs: own(logProb),
    ratios: own(terms.ratio),
    clipped: terms.clipped.slice(b * width, b * width + length),
    kl: own(terms.kl),
    loss: own(terms.loss),
    dLogProb: own(dLogProb),
    ...(entropy === undefined || dEntropy === undefined ? {} : { entropy: own(entropy), dEntropy: own(dEntropy) }),
    ...(critic === undefined || dValue === undefined ? {} : { values: own(critic.value), dValue: own(dValue) }),
  };
}
