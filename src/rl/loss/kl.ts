/** Per-token estimators of KL(policy ‖ reference) from samples of the policy, with their derivatives. */

import { MAX_LOG_RATIO } from './ratio.ts';

export type KlEstimator = 'k1' | 'k2' | 'k3';

export interface TokenKl {
  /** Nats. */
  readonly value: number;
  /** ∂value/∂logProb. */
  readonly dLogProb: number;
}

/**
 * With x = refLogProb − logProb: k1 = −x, k2 = x²/2, k3 = eˣ − 1 − x (Schulman, "Approximating KL Divergence", 2020).
 *
 * k1 and k3 have the expectation KL(π ‖ ref); k3 is never negative. In expectation ∇k1 vanishes, ∇k2 is ∇KL(π ‖ ref)
 * and ∇k3 points along ∇KL(ref ‖ π).
 *
 * Where x > 20, k3 stands at e²⁰ − 21 with derivative 0, as in veRL. Below −20 veRL holds x too, and it holds k3 itself
 * within ±10, which ends the pull from x ≈ 2.6 on and below −11; neither is done here, so that what strays still returns.
 */
export function klEstimate(estimator: KlEstimator, logProb: number, refLogProb: number): TokenKl {
  const x = refLogProb - logProb;
  switch (estimator) {
    case 'k1':
      return { value: -x, dLogProb: 1 };
    case 'k2':
      return { value: (x * x) / 2, dLogProb: -x };
    case 'k3': {
      if (x > MAX_LOG_RATIO) return { value: Math.expm1(MAX_LOG_RATIO) - MAX_LOG_RATIO, dLogProb: 0 };
      // expm1 keeps the digits of tiny x, where eˣ − 1 would round k3 below zero.
      const growth = Math.expm1(x);
      return { value: Math.max(0, growth - x), dLogProb: -growth };
    }
    default:
      return estimator satisfies never;
  }
}
