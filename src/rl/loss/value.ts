/** The value head's loss of one token (PPO with a clipped value function: Schulman et al. 2017, code; TRL `PPOTrainer`, veRL `compute_value_loss`). */

export interface TokenValueLoss {
  /** ½ max((v − R)², (clip(v, v_old ± c) − R)²) */
  readonly loss: number;
  /** ∂loss/∂v: 0 where the clipped branch is the larger one. */
  readonly dValue: number;
  readonly clipped: boolean;
}

/** @param clip c, the farthest that v may move from `oldValue` before its loss stops pulling; 0 is off */
export function valueLoss(value: number, oldValue: number, target: number, clip: number): TokenValueLoss {
  const error = value - target;
  const free = error * error;
  if (clip > 0) {
    const held = Math.min(oldValue + clip, Math.max(oldValue - clip, value)) - target;
    if (held * held > free) return { loss: (held * held) / 2, dValue: 0, clipped: true };
  }
  return { loss: free / 2, dValue: error, clipped: false };
}
