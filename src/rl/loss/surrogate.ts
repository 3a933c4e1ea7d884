/** What the loss makes of one token's ratio and advantage: clipped as in PPO or CISPO, or the plain log-likelihood. */

import type { Clipped } from '../../core/records.ts';
import { MAX_LOG_RATIO, ratioOf } from './ratio.ts';

export interface ClipBounds {
  /** The ratio is held above 1 − clipLow where A < 0. */
  readonly clipLow: number;
  /** The ratio is held below 1 + clipHigh where A > 0. */
  readonly clipHigh: number;
}

/**
 * - `clip`: −min(ρA, clip(ρ, 1 − clipLow, 1 + clipHigh)·A) (PPO, Schulman et al. 2017 eq. 7; separate bounds: DAPO,
 *   arXiv:2503.14476 eq. 8). With a dual clip c, where A < 0, at most −c·A (Ye et al. 2020, arXiv:1912.09729 eq. 5).
 * - `cispo`: −sg(min(ρ, 1 + clipHigh))·A·logProb (MiniMax-M1, arXiv:2506.13585 eq. 4, without a lower bound; TRL's
 *   `epsilon_high` is our 1 + clipHigh).
 * - `log-likelihood`: −A·logProb (REINFORCE; with A = 1, maximum likelihood).
 */
export interface SurrogateOptions extends ClipBounds {
  readonly type: 'clip' | 'cispo' | 'log-likelihood';
  /** 0 is off. */
  readonly dualClip: number;
}

export interface TokenSurrogate {
  /** π / π_old. */
  readonly ratio: number;
  readonly loss: number;
  /** ∂loss/∂logProb where the ratio is held fixed. */
  readonly dLogProb: number;
  /** ∂loss/∂log ρ: 0 where a clipped branch decides. */
  readonly dLogRatio: number;
  /** `low` and `high` as TRL counts: ρ < 1 − clipLow and A < 0; ρ > 1 + clipHigh and A > 0. */
  readonly clipped: Exclude<Clipped, 'masked'>;
}

/** @param logRatio log ρ, of the token or of its whole sequence */
export function tokenSurrogate(
  logProb: number,
  logRatio: number,
  advantage: number,
  options: SurrogateOptions,
): TokenSurrogate {
  const { type, clipLow, clipHigh, dualClip } = options;
  const ratio = ratioOf(logRatio);
  const low = ratio < 1 - clipLow && advantage < 0;
  const high = ratio > 1 + clipHigh && advantage > 0;
  switch (type) {
    case 'clip': {
      if (low) return fixed(ratio, -(1 - clipLow) * advantage, 'low');
      if (high) return fixed(ratio, -(1 + clipHigh) * advantage, 'high');
      if (dualClip > 0 && advantage < 0 && ratio > dualClip) return fixed(ratio, -dualClip * advantage, 'dual');
      const loss = -ratio * advantage;
      const dLogRatio = Math.abs(logRatio) > MAX_LOG_RATIO ? 0 : loss;
      return { ratio, loss, dLogProb: 0, dLogRatio, clipped: 'no' };
    }
    case 'cispo': {
      const dLogProb = -Math.min(ratio, 1 + clipHigh) * advantage;
      return { ratio, loss: dLogProb * logProb, dLogProb, dLogRatio: 0, clipped: high ? 'high' : 'no' };
    }
    case 'log-likelihood':
      return { ratio, loss: -advantage * logProb, dLogProb: -advantage, dLogRatio: 0, clipped: 'no' };
    default:
      return type satisfies never;
  }
}

function fixed(ratio: number, loss: number, clipped: TokenSurrogate['clipped']): TokenSurrogate {
  return { ratio, loss, dLogProb: 0, dLogRatio: 0, clipped };
}
