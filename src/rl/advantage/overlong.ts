/** Soft punishment of long completions (DAPO, arXiv:2503.14476 eq. 13): a slope before the limit instead of a cliff at it. */

/**
 * 0 up to `limit − cache` tokens, then falling in a straight line to −1 at the limit, and −1 beyond it. veRL lets the line
 * fall below −1 beyond the limit, where only its own padding could lead; paper and open-r1 stop, and so does this.
 *
 * @param length tokens of the completion, its end of text included
 * @param limit longest completion that may be sampled
 * @param cache tokens before the limit within which the reward falls; 0 is off
 */
export function overlongPenalty(length: number, limit: number, cache: number): number {
  const excess = length - (limit - cache);
  if (cache === 0 || excess <= 0) return 0;
  return Math.max(-1, -excess / cache);
}
