/** The tfjs engine in Node, beyond golden numbers: gradients, sampling, resuming, leaks. */

import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { createTfjsPolicy } from '../../src/model/tfjs/policy.ts';
import { oracleParity } from '../support/oracle-parity.ts';
import { lossCurve, policyBehaviour, STEP } from '../support/policy-behaviour.ts';
import { NANO, randomCoefficients, randomSequences, randomWeights } from '../support/random-model.ts';
import { NANO_WITH_VALUES, valueHeadBehaviour } from '../support/value-head-behaviour.ts';

const weights = randomWeights(NANO, 5);

describe.each(['cpu', 'wasm'] as const)('tfjs on %s', (backend) => {
  policyBehaviour((options) => createTfjsPolicy({ ...options, backend }), { brief: backend === 'cpu' });
  valueHeadBehaviour((options) => createTfjsPolicy({ ...options, backend }), { brief: backend === 'cpu' });

  it('leaks no tensor: sampling, scoring, updating, saving, loading, disposing', async () => {
    const empty = tf.memory().numTensors;
    const policy = await createTfjsPolicy({ spec: NANO, weights, backend });
    const loaded = tf.memory().numTensors;
    for (let round = 0; round < 3; round++) {
      const sequences = randomSequences(NANO, 5 + round, round);
      const prompts = sequences.map(({ prompt }) => prompt);
      const streams = prompts.map((_, i) => i);
      await policy.sample(prompts, { maxNewTokens: 9, temperature: 1, topP: 1, topK: 0, seed: round, streams });
      await policy.score({ sequences, temperature: 1 }, 'reference');
      await policy.update({ sequences, temperature: 1 }, randomCoefficients(sequences, round), STEP);
      await policy.setReference();
      await policy.load(await policy.save());
      expect(tf.memory().numTensors).toBe(loaded);
    }
    await policy[Symbol.asyncDispose]();
    expect(tf.memory().numTensors).toBe(empty);
  });
});

describe('tfjs on wasm with a value head, against cpu', () =>
  oracleParity(
    (options) => createTfjsPolicy({ ...options, backend: 'wasm' }),
    (options) => createTfjsPolicy({ ...options, backend: 'cpu' }),
    NANO_WITH_VALUES,
  ));

it('has the same losses on cpu and wasm over five updates', async () => {
  await using cpu = await createTfjsPolicy({ spec: NANO, weights, backend: 'cpu' });
  await using wasm = await createTfjsPolicy({ spec: NANO, weights, backend: 'wasm' });
  const [a, b] = [await lossCurve(cpu, 5), await lossCurve(wasm, 5)];
  expect(a.at(-1)).toBeLessThan(a[0]!);
  a.forEach((loss, i) => {
    expect(b[i]).toBeCloseTo(loss, 4);
  });
});

it('learns with the ReLU of a model that asks for it', async () => {
  const spec = { ...NANO, activation: 'relu' as const };
  await using policy = await createTfjsPolicy({ spec, weights, backend: 'wasm' });
  const losses = await lossCurve(policy, 5);
  expect(losses.at(-1)).toBeLessThan(losses[0]!);
});
