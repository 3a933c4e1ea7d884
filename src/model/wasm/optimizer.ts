/** Global-norm clipping and AdamW over all parameters in the arena. */

import type { OptimizerStep } from '../../core/policy.ts';
import { adamwFactors } from '../adamw-factors.ts';
import type { Network } from './network.ts';

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
  const { beta1, beta2, epsilon } = step;
  const { gradScale, stepSize, rootCorrection, decay } = adamwFactors(step, gradNorm, taken + 1);
  for (const slot of layout.slots) {
    const at = 4 * slot.offset;
    const keep = slot.decays ? 1 - decay : 1;
    k.adamW(
      b.weights + at,
      b.total + at,
      b.moment1 + at,
      b.moment2 + at,
      slot.size,
      gradScale,
      beta1,
      beta2,
      1 - beta1,
      1 - beta2,
      epsilon,
      keep,
      stepSize,
      rootCorrection,
    );
  }
  return { gradNorm, applied: true };
}
