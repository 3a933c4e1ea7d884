/** Losses of made-up rows, for tests that hold the update's arithmetic against numbers from elsewhere. */

import { expect } from 'vitest';
import { type Aggregation, tokenWeights, weightedSum } from '../../src/rl/loss/aggregate.ts';
import { type Objective, type ObjectiveOptions, objectiveOf } from '../../src/rl/loss/objective.ts';
import { type SurrogateOptions, tokenSurrogate } from '../../src/rl/loss/surrogate.ts';
import { packRows } from '../../src/rl/loss/table.ts';
import type { TrainingRow } from '../../src/rl/rows.ts';
import { toTables } from '../../src/rl/update.ts';

export const TOKEN_MEAN: Aggregation = { type: 'token-mean' };
export const SEQUENCE_MEAN: Aggregation = { type: 'sequence-mean' };

/** End of text in the rows made here; no token of theirs. */
export const END_OF_TEXT = 1;

/** PPO's clip at 0.2 and nothing else, with a token mean. */
export const PLAIN: ObjectiveOptions = {
  surrogate: { type: 'clip', clipLow: 0.2, clipHigh: 0.2, dualClip: 0 },
  ratio: 'token',
  kl: { coefficient: 0, estimator: 'k3' },
  aggregation: TOKEN_MEAN,
  entropyBonus: 0,
  value: { coefficient: 0, clip: 0 },
};

/** Every number within `tolerance`, relative to those above 1. */
export function expectClose(actual: ArrayLike<number>, expected: readonly number[], tolerance = 1e-9): void {
  expect(actual.length).toBe(expected.length);
  expected.forEach((value, i) => {
    expect(Math.abs(actual[i]! - value), `[${i}]: ${actual[i]} is not ${value}`).toBeLessThanOrEqual(
      tolerance * Math.max(1, Math.abs(value)),
    );
  });
}

/** Loss of ragged rows, padded here with `junk` that must not count. */
export function aggregate(losses: readonly (readonly number[])[], aggregation: Aggregation, junk = 99): number {
  const width = Math.max(...losses.map((row) => row.length));
  const pad = (row: readonly number[], filler: number) => [
    ...row,
    ...Array.from({ length: width - row.length }, () => filler),
  ];
  const ones = losses.map((row) => row.map(() => 1));
  return weightedSum(
    losses.flatMap((row) => pad(row, junk)),
    tokenWeights(Uint8Array.from(ones.flatMap((row) => pad(row, 0))), width, aggregation),
  );
}

/** A row of tokens that all models find as likely, with what a test says of them instead. */
export function row(advantages: readonly number[], given: Partial<TrainingRow> = {}): TrainingRow {
  const flat = advantages.map(() => -1);
  return {
    turn: 0,
    prompt: [0],
    completion: advantages.map(() => 5),
    samplerLogProbs: flat,
    oldLogProbs: flat,
    refLogProbs: flat,
    advantages,
    ...given,
  };
}

/** The objective of rows whose tokens have these log-probs now. */
export function moved(
  rows: readonly TrainingRow[],
  logProbs: readonly (readonly number[])[],
  options: Partial<ObjectiveOptions> = {},
): Objective {
  const tables = toTables(rows, END_OF_TEXT);
  return objectiveOf({ ...tables, logProb: packRows(logProbs, tables.width) }, { ...PLAIN, ...options });
}

/** The objective of rows under weights that have not moved since they were sampled. */
export function unmoved(rows: readonly TrainingRow[], options: Partial<ObjectiveOptions> = {}): Objective {
  return moved(
    rows,
    rows.map(({ oldLogProbs }) => oldLogProbs),
    options,
  );
}

/** Loss and derivative with ratio 1, β 0 and one advantage per row of the given length. */
export function firstStep(
  advantages: readonly number[],
  lengths: readonly number[],
  aggregation: Aggregation,
): Objective {
  const rows = lengths.map((length, i) => row(Array.from({ length }, () => advantages[i]!)));
  return unmoved(rows, { aggregation });
}

/** One token under PPO's clip, its derivative with respect to the log-prob summed over both ways that it takes. */
export function clipToken(
  logRatio: number,
  advantage: number,
  { clipLow = 0.2, clipHigh = 0.2, dualClip = 0 }: Partial<SurrogateOptions> = {},
) {
  const token = tokenSurrogate(-1, logRatio, advantage, { type: 'clip', clipLow, clipHigh, dualClip });
  return { ...token, derivative: token.dLogProb + token.dLogRatio };
}
