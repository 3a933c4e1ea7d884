/** What holds of every way to add up token losses: pieces make the whole, copies change a mean of nothing. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aggregate, SEQUENCE_MEAN, TOKEN_MEAN } from '../../../test/support/loss-rows.ts';
import { type Aggregation, tokenWeights, weightedSum } from './aggregate.ts';

const WIDTH = 5;
const loss = fc.double({ min: -2, max: 2, noNaN: true });
const rows = fc.array(fc.array(loss, { minLength: 0, maxLength: WIDTH }), { minLength: 1, maxLength: 6 });
const KINDS: Aggregation[] = [
  TOKEN_MEAN,
  SEQUENCE_MEAN,
  { type: 'sequence-sum' },
  { type: 'constant-length', length: 7 },
];

test.each(KINDS)('micro-batches of any size add up to the whole minibatch: $type', (kind) => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 4 }), (given, size) => {
      const slots = given.flatMap((row) => Array.from({ length: WIDTH }, (_, t) => row[t] ?? Number.NaN));
      const weights = tokenWeights(
        Uint8Array.from(slots, (slot) => Number(!Number.isNaN(slot))),
        WIDTH,
        kind,
      );
      let sum = 0;
      for (let from = 0; from < slots.length; from += size * WIDTH) {
        const to = from + size * WIDTH;
        sum += weightedSum(slots.slice(from, to), weights.subarray(from, to));
      }
      expect(sum).toBeCloseTo(weightedSum(slots, weights), 12);
    }),
  );
});

test.each(KINDS)('a batch twice over has the loss of the batch: $type', (kind) => {
  fc.assert(
    fc.property(rows, (given) => {
      expect(aggregate([...given, ...given], kind)).toBeCloseTo(aggregate(given, kind), 12);
    }),
  );
});

test('with a constant length no row knows how long the others are', () => {
  const constant = { type: 'constant-length', length: 7 } as const;
  fc.assert(
    fc.property(rows, rows, (some, others) => {
      const apart = aggregate(some, constant) * some.length + aggregate(others, constant) * others.length;
      const together = aggregate([...some, ...others], constant) * (some.length + others.length);
      expect(together).toBeCloseTo(apart, 10);
    }),
  );
});
