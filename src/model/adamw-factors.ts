/** The scalars of one AdamW step, the same in every engine. */

import type { OptimizerStep } from '../core/policy.ts';

export interface AdamwFactors {
  /** What gradients are multiplied with so that their norm stays within `clipNorm`. */
  readonly gradScale: number;
  /** learningRate / (1 − β₁ᵗ). */
  readonly stepSize: number;
  /** 1 / √(1 − β₂ᵗ). */
  readonly rootCorrection: number;
  /** learningRate · weightDecay. */
  readonly decay: number;
}

/** @param count number of this step, from 1 */
export function adamwFactors(step: OptimizerStep, gradNorm: number, count: number): AdamwFactors {
  const { learningRate, beta1, beta2, weightDecay, clipNorm } = step;
  return {
    gradScale: clipScale(gradNorm, clipNorm),
    stepSize: learningRate / (1 - power(beta1, count)),
    rootCorrection: 1 / Math.sqrt(1 - power(beta2, count)),
    decay: learningRate * weightDecay,
  };
}

/** min(1, max / (norm + 1e-6)), as `torch.nn.utils.clip_grad_norm_`; 1 without a limit. */
export function clipScale(gradNorm: number, clipNorm: number): number {
  return Math.min(1, clipNorm / (gradNorm + 1e-6));
}

/** base^exponent by squaring: `**` may differ in the last bit between JavaScript engines, products do not. */
function power(base: number, exponent: number): number {
  let result = 1;
  for (let square = base, n = exponent; n > 0; n = Math.floor(n / 2), square *= square) {
    if (n % 2 === 1) result *= square;
  }
  return result;
}
