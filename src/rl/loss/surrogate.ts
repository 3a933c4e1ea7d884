/** The clipped surrogate of PPO (Schulman et al. 2017, eq. 7) per token, with separate bounds below and above (DAPO, arXiv:2503.14476). */

export interface ClipBounds {
  /** The ratio is held above 1 − clipLow where A < 0. */
  readonly clipLow: number;
  /** The ratio is held below 1 + clipHigh where A > 0. */
  readonly clipHigh: number;
}

export interface TokenSurrogate {
  /** π(token) / π_old(token). */
  readonly ratio: number;
  /** −min(ρA, clip(ρ, 1 − clipLow, 1 + clipHigh)·A) */
  readonly loss: number;
  /** ∂loss/∂logProb: −ρA, or 0 where the clipped branch is the smaller one. */
  readonly dLogProb: number;
  /** Counted as TRL counts: ρ < 1 − clipLow and A < 0. */
  readonly clippedLow: boolean;
  /** ρ > 1 + clipHigh and A > 0. */
  readonly clippedHigh: boolean;
}

/** Log-ratios are held within ±20 before the exponential (veRL does the same), so that no ratio overflows. */
const MAX_LOG_RATIO = 20;

/** Surrogate of one token with log-prob now, log-prob when it was sampled, and the advantage of its completion. */
export function clippedSurrogate(
  logProb: number,
  oldLogProb: number,
  advantage: number,
  { clipLow, clipHigh }: ClipBounds,
): TokenSurrogate {
  const logRatio = logProb - oldLogProb;
  const ratio = Math.exp(Math.min(MAX_LOG_RATIO, Math.max(-MAX_LOG_RATIO, logRatio)));
  const clippedLow = ratio < 1 - clipLow && advantage < 0;
  const clippedHigh = ratio > 1 + clipHigh && advantage > 0;
  if (clippedLow) return { ratio, loss: -(1 - clipLow) * advantage, dLogProb: 0, clippedLow, clippedHigh };
  if (clippedHigh) return { ratio, loss: -(1 + clipHigh) * advantage, dLogProb: 0, clippedLow, clippedHigh };
  const loss = -ratio * advantage;
  return { ratio, loss, dLogProb: Math.abs(logRatio) > MAX_LOG_RATIO ? 0 : loss, clippedLow, clippedHigh };
}
