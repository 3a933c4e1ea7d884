/** What holds of the weights for a sampler that is not the trainer, and the numbers that tell how far apart they are. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { correctionWeights, samplingDifference } from './correction.ts';

const logProbs = fc.array(fc.double({ min: -900, max: 0, noNaN: true }), { minLength: 1, maxLength: 6 });
const kinds = ['token-truncate', 'token-mask', 'sequence-truncate', 'sequence-mask'] as const;

test.each(kinds)('%s: weights lie between 0 and the cap, and are 1 where nothing differs', (correction) => {
  fc.assert(
    fc.property(logProbs, logProbs, (trainer, sampler) => {
      const length = Math.min(trainer.length, sampler.length);
      const options = { correction, correctionCap: 3 };
      const weights = correctionWeights(trainer.slice(0, length), sampler.slice(0, length), options);
      expect(weights).toHaveLength(length);
      expect(weights.every((weight) => weight >= 0 && weight <= 3)).toBe(true);
      if (correction.startsWith('sequence')) expect(new Set(weights).size).toBe(1);
      expect(correctionWeights(sampler, sampler, options).every((weight) => weight === 1)).toBe(true);
    }),
  );
});

test('the metrics: differences of tokens in nats, ratios as they are applied', () => {
  const rows = [
    { trainer: [-1, -1.3], sampler: [-1.05, -1] },
    { trainer: [-0.1], sampler: [-1.5] },
  ];
  const { difference, ratio } = samplingDifference(rows, { correction: 'token-mask', correctionCap: 2 })!;
  expect(difference.mean).toBeCloseTo((0.05 + 0.3 + 1.4) / 3, 12);
  expect(difference.max).toBeCloseTo(1.4, 12);
  expect(ratio).toMatchObject({ min: 0, max: Math.exp(-1 + 1.05) });
  const off = samplingDifference(rows, { correction: 'off', correctionCap: 2 })!;
  expect(off.ratio.max).toBeCloseTo(Math.exp(1.4), 12);
  expect(off.ratio.min).toBeCloseTo(Math.exp(-0.3), 12);
  expect(samplingDifference([], { correction: 'off', correctionCap: 2 })).toBeNull();
});
