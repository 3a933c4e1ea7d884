/** Probability ratios that cannot overflow. */

/** Log-ratios are held within ±20 before the exponential, as veRL does: e²⁰ is far beyond every clip and cap. */
export const MAX_LOG_RATIO = 20;

/** exp(log-ratio), held between e⁻²⁰ and e²⁰. */
export function ratioOf(logRatio: number): number {
  return Math.exp(Math.min(MAX_LOG_RATIO, Math.max(-MAX_LOG_RATIO, logRatio)));
}
