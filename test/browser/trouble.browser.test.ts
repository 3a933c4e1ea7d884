/** A GPU that is really lost: the policy is made anew on a new device and goes on from the state that was kept. */

import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import type { Policy } from '../../src/core/policy.ts';
import { createPolicy } from '../../src/model/create.ts';
import { PolicyKeeper } from '../../src/trainer/policy-keeper.ts';
import { STEP } from '../support/policy-behaviour.ts';
import { NANO, randomCoefficients, randomSequences, randomWeights } from '../support/random-model.ts';

const weights = randomWeights(NANO, 5);
const sequences = randomSequences(NANO, 8, 3);

/** Two updates; what the second saw and left. */
async function twoUpdates(policy: Policy, between = async () => {}) {
  const update = (seed: number) =>
    policy.update({ sequences, temperature: 1 }, randomCoefficients(sequences, seed), STEP);
  await update(1);
  await between();
  const { gradNorm } = await update(2);
  return { gradNorm, ...(await policy.save()) };
}

const unplug = async () => (tf.backend() as unknown as { device: GPUDevice }).device.destroy();

describe('a lost GPU', () => {
  it('is replaced, and the work gives what it would have given', async () => {
    const troubles: string[] = [];
    await using keeper = await PolicyKeeper.start({
      wanted: 'webgpu',
      state: { policy: { weights, reference: weights, step: 0 } },
      make: (wanted) => createPolicy({ wanted, spec: NANO, weights }),
      onTrouble: (message) => troubles.push(message),
    });
    const whole = await keeper.use((policy) => twoUpdates(policy));
    await keeper.load({ policy: { weights, reference: weights, step: 0 } });
    let plugged = true;
    const again = await keeper.use((policy) =>
      twoUpdates(policy, async () => {
        if (plugged) await unplug();
        plugged = false;
      }),
    );
    expect(troubles).toHaveLength(1);
    expect(troubles[0]).toMatch(/^webgpu failed: .*; webgpu, started anew, goes on from the last finished step$/);
    expect(again).toEqual(whole);
  });
});
