/** AdamW over one packed vector: decoupled weight decay, bias correction, clipping by global norm. */

import * as tf from '@tensorflow/tfjs-core';
import type { OptimizerStep } from '../../core/policy.ts';

/** Packed weights and first and second moments, one shape. */
export interface AdamwState {
  readonly weights: tf.Tensor1D;
  readonly moment1: tf.Tensor1D;
  readonly moment2: tf.Tensor1D;
}

/** min(1, max / (norm + 1e-6)), as `torch.nn.utils.clip_grad_norm_`. */
export function clipScale(gradNorm: number, clipNorm: number): number {
  return Math.min(1, clipNorm / (gradNorm + 1e-6));
}

/**
 * One step (Loshchilov & Hutter 2019, algorithm 2, with PyTorch's placing of epsilon):
 * θ ← θ − lr·wd·decays⊙θ − lr/(1−β1ᵗ) · m / (√v/√(1−β2ᵗ) + ε).
 *
 * @param gradient gradient of the loss; multiplied by `scale` (from `clipScale`) first
 * @param decays 1 where weight decay applies, else 0
 * @param count number of this step, from 1
 * @returns new tensors; the old ones stay with the caller
 */
export function adamw(
  state: AdamwState,
  gradient: tf.Tensor1D,
  scale: number,
  decays: tf.Tensor1D,
  step: OptimizerStep,
  count: number,
): AdamwState {
  const { learningRate, beta1, beta2, epsilon, weightDecay } = step;
  const [weights, moment1, moment2] = tf.tidy(() => {
    const clipped = tf.mul(gradient, scale);
    const moment1 = tf.add(tf.mul(state.moment1, beta1), tf.mul(clipped, 1 - beta1));
    const moment2 = tf.add(tf.mul(state.moment2, beta2), tf.mul(tf.square(clipped), 1 - beta2));
    const divisor = tf.add(tf.mul(tf.sqrt(moment2), 1 / Math.sqrt(1 - beta2 ** count)), epsilon);
    const move = tf.mul(tf.div(moment1, divisor), learningRate / (1 - beta1 ** count));
    const decayed =
      weightDecay === 0 ? state.weights : tf.mul(state.weights, tf.sub(1, tf.mul(decays, learningRate * weightDecay)));
    return [tf.sub(decayed, move), moment1, moment2] as tf.Tensor1D[];
  });
  return { weights: weights!, moment1: moment1!, moment2: moment2! };
}
