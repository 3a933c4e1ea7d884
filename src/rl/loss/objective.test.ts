/** The derivative of the loss against finite differences, over random minibatches. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toTables } from '../update.ts';
import { klEstimate } from './kl.ts';
import { grpoObjective, type ObjectiveOptions } from './objective.ts';
import { clippedSurrogate } from './surrogate.ts';

const logProb = fc.double({ min: -4, max: -0.01, noNaN: true });
const token = fc.record({ now: logProb, old: logProb, ref: logProb });
const row = fc.record({
  tokens: fc.array(token, { minLength: 1, maxLength: 5 }),
  advantage: fc.double({ min: -2, max: 2, noNaN: true }),
});
const options: fc.Arbitrary<ObjectiveOptions> = fc.record({
  clipLow: fc.constant(0.2),
  clipHigh: fc.constantFrom(0.2, 0.28),
  beta: fc.constantFrom(0, 0.04, 1),
  aggregation: fc.constantFrom(
    { type: 'token-mean' } as const,
    { type: 'sequence-mean' } as const,
    { type: 'constant-length', length: 7 } as const,
  ),
});

test('∂loss/∂logProb is exact', () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), options, (rows, chosen) => {
      const tables = toTables(
        rows.map(({ tokens, advantage }) => ({
          prompt: [0],
          completion: tokens.map(() => 5),
          oldLogProbs: tokens.map(({ old }) => old),
          refLogProbs: tokens.map(({ ref }) => ref),
          advantage,
        })),
        1,
      );
      const { width } = tables;
      const now = new Float64Array(rows.length * width);
      rows.forEach(({ tokens }, b) => {
        now.set(
          tokens.map((t) => t.now),
          b * width,
        );
      });
      const at = (values: Float64Array) => grpoObjective({ ...tables, logProb: values }, chosen);
      const { dLogProb, tokens } = at(now);
      expect(tokens).toBe(rows.reduce((sum, { tokens: inRow }) => sum + inRow.length, 0));
      const h = 1e-6;
      now.forEach((value, i) => {
        const ratio = Math.exp(value - tables.oldLogProb[i]!);
        // At a corner of the clip there is no derivative to compare with.
        if (Math.abs(ratio - 1 + chosen.clipLow) < 1e-4 || Math.abs(ratio - 1 - chosen.clipHigh) < 1e-4) return;
        const up = now.slice();
        const down = now.slice();
        up[i] = value + h;
        down[i] = value - h;
        const slope = (at(up).loss - at(down).loss) / (2 * h);
        expect(Math.abs(dLogProb[i]! - slope)).toBeLessThan(1e-6 * Math.max(1, Math.abs(slope)));
      });
    }),
    { numRuns: 60 },
  );
});

test('the clipped loss is never below the plain one, and k3 never below 0', () => {
  fc.assert(
    fc.property(token, fc.double({ min: -2, max: 2, noNaN: true }), ({ now, old, ref }, advantage) => {
      const { loss, ratio } = clippedSurrogate(now, old, advantage, { clipLow: 0.2, clipHigh: 0.28 });
      expect(loss).toBeGreaterThanOrEqual(-ratio * advantage - 1e-12);
      expect(klEstimate('k3', now, ref).value).toBeGreaterThanOrEqual(0);
    }),
  );
});

test.each(['k1', 'k2', 'k3'] as const)('derivative of %s', (name) => {
  fc.assert(
    fc.property(logProb, logProb, (now, ref) => {
      const h = 1e-6;
      const slope = (klEstimate(name, now + h, ref).value - klEstimate(name, now - h, ref).value) / (2 * h);
      const { dLogProb } = klEstimate(name, now, ref);
      expect(Math.abs(dLogProb - slope)).toBeLessThan(1e-6 * Math.max(1, Math.abs(slope)));
    }),
  );
});

test('tables that do not fit together are refused', () => {
  const input = {
    width: 2,
    mask: new Uint8Array(4),
    logProb: [0, 0, 0, 0],
    oldLogProb: [0, 0, 0, 0],
    refLogProb: [0, 0, 0],
    advantages: [1, 1],
  };
  const chosen = { clipLow: 0.2, clipHigh: 0.2, beta: 0, aggregation: { type: 'token-mean' } } as const;
  expect(() => grpoObjective(input, chosen)).toThrow('objective: expected tables of 2 × 2 slots, got one of 3');
});
