/** AdamW over one packed vector: decoupled weight decay, bias correction, clipping by global norm. */

import * as tf from '@tensorflow/tfjs-core';
import type { OptimizerStep } from '../../core/policy.ts';
import { adamwFactors } from '../adamw-factors.ts';

/** Packed weights and first and second moments, one shape. */
export interface AdamwState {
  readonly weights: tf.Tensor1D;
  readonly moment1: tf.Tensor1D;
  readonly moment2: tf.Tensor1D;
}

/**
 * One step (Loshchilov & Hutter 2019, algorithm 2, with PyTorch's placing of epsilon):
 * θ ← θ − lr·wd·decays⊙θ − lr/(1−β1ᵗ) · m / (√v/√(1−β2ᵗ) + ε).
 *
 * @param gradient gradient of the loss, clipped first
 * @param gradNorm its norm
 * @param decays 1 where weight decay applies, else 0
 * @param count number of this step, from 1
 * @returns new tensors; the old ones stay with the caller
 */
export function adamw(
  state: AdamwState,
  gradient: tf.Tensor1D,
  gradNorm: number,
  decays: tf.Tensor1D,
  step: OptimizerStep,
  count: number,
): AdamwState {
  const { beta1, beta2, epsilon } = step;
  const { gradScale, stepSize, rootCorrection, decay } = adamwFactors(step, gradNorm, count);
  const [weights, moment1, moment2] = tf.tidy(() => {
    const clipped = tf.mul(gradient, gradScale);
    const moment1 = tf.add(tf.mul(state.moment1, beta1), tf.mul(clipped, 1 - beta1));
    const moment2 = tf.add(tf.mul(state.moment2, beta2), tf.mul(tf.square(clipped), 1 - beta2));
    const divisor = tf.add(tf.mul(tf.sqrt(moment2), rootCorrection), epsilon);
    const move = tf.mul(tf.div(moment1, divisor), stepSize);
    const decayed = decay === 0 ? state.weights : tf.mul(state.weights, tf.sub(1, tf.mul(decays, decay)));
    return [tf.sub(decayed, move), moment1, moment2] as tf.Tensor1D[];
  });
  return { weights: weights!, moment1: moment1!, moment2: moment2! };
}
