/** AdamW and clipping of the tfjs engine against golden numbers. */

import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { clipScale } from '../../src/model/adamw-factors.ts';
import { adamw } from '../../src/model/tfjs/adamw.ts';
import { withBackend } from '../../src/model/tfjs/backends.ts';
import { norm } from '../../src/model/tfjs/parameters.ts';
import goldenAdamw from '../cases/golden/adamw.json' with { type: 'json' };
import goldenClip from '../cases/golden/grad_clip.json' with { type: 'json' };

describe.each(['cpu', 'wasm'] as const)('on %s', (backend) => {
  it.each(goldenAdamw.cases)('AdamW case %#', ({ in: input, out }) =>
    withBackend(backend, async () => {
      const step = {
        learningRate: input.lr,
        beta1: input.beta1,
        beta2: input.beta2,
        epsilon: input.eps,
        weightDecay: input.weight_decay,
        clipNorm: Number.POSITIVE_INFINITY,
      };
      const decays = tf.onesLike(tf.tensor1d(input.param)) as tf.Tensor1D;
      const zeros = tf.zerosLike(decays);
      let state = { weights: tf.tensor1d(input.param), moment1: zeros, moment2: zeros };
      for (const [i, gradient] of input.grads.entries()) {
        state = adamw(state, tf.tensor1d(gradient), 1, decays, step, i + 1);
        const weights = await state.weights.data();
        out.params_after_each_step[i]!.forEach((value, j) => {
          expect(Math.abs(weights[j]! - value)).toBeLessThan(2e-6 * Math.max(1, Math.abs(value)));
        });
      }
      for (const [got, expected] of [
        [await state.moment1.data(), out.exp_avg],
        [await state.moment2.data(), out.exp_avg_sq],
      ] as const) {
        expected.forEach((value, j) => {
          expect(Math.abs(got[j]! - value)).toBeLessThanOrEqual(1e-5 * Math.abs(value) + 1e-30);
        });
      }
    }),
  );

  it.each(goldenClip.cases)('clipping case %#', ({ in: input, out }) =>
    withBackend(backend, async () => {
      const gradients = input.grads.flat();
      const padded = new Float32Array(512);
      padded.set(gradients);
      const total = (await norm(tf.tensor1d(padded)).data())[0]!;
      expect(Math.abs(total - out.total_norm)).toBeLessThan(1e-5 * Math.max(1, out.total_norm));
      const scale = clipScale(total, input.max_norm);
      out.clipped.flat().forEach((value, i) => {
        expect(Math.abs(gradients[i]! * scale - value)).toBeLessThan(1e-5 * Math.max(1, Math.abs(value)));
      });
    }),
  );
});
