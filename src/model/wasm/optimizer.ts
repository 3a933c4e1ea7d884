/** Global-norm clipping and AdamW over all parameters in the arena. */

import type { OptimizerStep } from '../../core/policy.ts';
import type { Network } from './network.ts';

/** PyTorch's guard in `clip_grad_norm_`: scale = min(1, max / (norm + 1e-6)). */
const CLIP_GUARD = 1e-6;

/** Adds the network's gradient to the sum that the next step follows; the first of a step replaces it. */
export function addGradient({ buffers: b, kernels: k, parameters }: Network, first: boolean): void {
  if (first) k.clear(b.total, 4 * parameters);
  k.accumulate(b.total, b.gradient, parameters);
}

/**
 * One AdamW step along the summed gradient; `taken` is the number of steps before this one. Returns the norm before
 * clipping; when it is not finite nothing changes and `applied` is false.
 */
export function optimizerStep(
  network: Network,
  step: OptimizerStep,
  taken: number,
): { gradNorm: number; applied: boolean } {
  const { kernels: k, buffers: b, layout, parameters } = network;
  const gradNorm = Math.sqrt(k.sumOfSquares(b.total, parameters));
  if (!Number.isFinite(gradNorm)) return { gradNorm, applied: false };
  const scale = step.clipNorm === Infinity ? 1 : Math.min(1, step.clipNorm / (gradNorm + CLIP_GUARD));
  const { beta1, beta2, learningRate: lr } = step;
  const stepSize = lr / (1 - power(beta1, taken + 1));
  const root = 1 / Math.sqrt(1 - power(beta2, taken + 1));
  for (const slot of layout.slots) {
    const at = 4 * slot.offset;
    const keep = slot.decays ? 1 - lr * step.weightDecay : 1;
    k.adamW(
      b.weights + at,
      b.total + at,
      b.moment1 + at,
      b.moment2 + at,
      slot.size,
      scale,
      beta1,
      beta2,
      1 - beta1,
      1 - beta2,
      step.epsilon,
      keep,
      stepSize,
      root,
    );
  }
  return { gradNorm, applied: true };
}

/** base^exponent by squaring: `**` may differ in the last bit between JavaScript engines, products do not. */
function power(base: number, exponent: number): number {
  let result = 1;
  for (let square = base, n = exponent; n > 0; n = Math.floor(n / 2), square *= square) {
    if (n % 2 === 1) result *= square;
  }
  return result;
}
