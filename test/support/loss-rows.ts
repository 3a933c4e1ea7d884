/** Losses of made-up rows, for tests that hold the update's arithmetic against numbers from elsewhere. */

import { expect } from 'vitest';
import { type Aggregation, tokenWeights, weightedSum } from '../../src/rl/loss/aggregate.ts';
import { grpoObjective } from '../../src/rl/loss/objective.ts';
import { toTables } from '../../src/rl/update.ts';

export const TOKEN_MEAN: Aggregation = { type: 'token-mean' };
export const SEQUENCE_MEAN: Aggregation = { type: 'sequence-mean' };

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
  const mask = Uint8Array.from(
    losses.flatMap((row) =>
      pad(
        row.map(() => 1),
        0,
      ),
    ),
  );
  return weightedSum(
    losses.flatMap((row) => pad(row, junk)),
    tokenWeights(mask, width, aggregation),
  );
}

/** Loss and derivative with ratio 1, β 0 and one advantage per row of the given length. */
export function firstStep(advantages: readonly number[], lengths: readonly number[], aggregation: Aggregation) {
  const rows = lengths.map((length, i) => ({
    prompt: [0],
    completion: Array.from({ length }, () => 5),
    oldLogProbs: Array.from({ length }, () => -1),
    refLogProbs: Array.from({ length }, () => -1),
    advantage: advantages[i]!,
  }));
  const tables = toTables(rows, 1);
  const options = { clipLow: 0.2, clipHigh: 0.2, beta: 0, aggregation };
  return grpoObjective({ ...tables, logProb: tables.oldLogProb }, options);
}
