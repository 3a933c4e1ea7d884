/** The table's gradients are those that finite differences give: what other tests build on it can be trusted. */

import { expect, test } from 'vitest';
import type { Coefficients, TokenBatch } from '../../src/core/policy.ts';
import { TabularPolicy } from '../support/tabular-policy.ts';

/** AdamW without memory or clipping: the first step follows the sign alone, so the gradient is read from its moment. */
const STEP = { learningRate: 1e-3, beta1: 0, beta2: 0, epsilon: 1e-8, weightDecay: 0, clipNorm: 1e9 };

const batch: TokenBatch = {
  sequences: [
    { prompt: [0], completion: [2, 1] },
    { prompt: [1], completion: [3, 2, 1] },
  ],
  temperature: 0.7,
};

const coefficients: Coefficients = {
  width: 3,
  logProb: Float32Array.of(0.5, -1, 0, 0.25, 2, -0.75),
  entropy: Float32Array.of(-1, 0.5, 0, 1.5, -0.25, 1),
  value: Float32Array.of(1, -2, 0, 0.5, 0.75, -1),
};

const tableWithValues = () =>
  new TabularPolicy({
    prompts: 2,
    vocabulary: 4,
    positions: 3,
    endOfText: 1,
    valueHead: true,
    initial: (prompt, position, previous, token) => Math.sin(1 + prompt + 2 * position + 3 * previous + 5 * token),
  });

/** Σ coefficient · what it belongs to, at the given weights. */
async function loss(weights: Float32Array): Promise<number> {
  const policy = tableWithValues();
  await policy.load({ weights, step: 0 });
  const { logProb, entropy, value } = await policy.score(batch);
  return logProb.reduce(
    (sum, one, i) =>
      sum +
      coefficients.logProb[i]! * one +
      coefficients.entropy![i]! * entropy[i]! +
      coefficients.value![i]! * value![i]!,
    0,
  );
}

test('the gradient of log-probs, entropies and values is that of finite differences', async () => {
  const policy = tableWithValues();
  const { weights } = await policy.save();
  await policy.update(batch, coefficients, STEP);
  const gradient = (await policy.save()).moment1!;
  expect(gradient.filter((slope) => slope !== 0).length).toBeGreaterThan(20);
  for (let i = 0; i < weights.length; i++) {
    const at = (change: number) => loss(weights.map((weight, j) => (j === i ? weight + change : weight)));
    const slope = ((await at(0.01)) - (await at(-0.01))) / 0.02;
    expect(gradient[i]! - slope).toBeCloseTo(0, 3);
  }
});

test('values are 0 at first, 0 past a completion, and follow their own derivatives alone', async () => {
  const policy = tableWithValues();
  const before = await policy.score(batch);
  expect(before.value).toEqual(new Float32Array(6));
  const none = new Float32Array(6);
  await policy.update(batch, { width: 3, logProb: none, value: coefficients.value! }, STEP);
  const after = await policy.score(batch);
  expect([...after.value!].map(Math.sign)).toEqual([-1, 1, 0, -1, -1, 1]);
  expect(after.logProb).toEqual(before.logProb);
});

test('without a value head there are no values, and derivatives of them are refused', async () => {
  const policy = new TabularPolicy({ prompts: 2, vocabulary: 4, positions: 3, endOfText: 1 });
  expect(await policy.score(batch)).not.toHaveProperty('value');
  await expect(policy.update(batch, coefficients, STEP)).rejects.toThrow('no value head');
});
