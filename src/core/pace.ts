/** How fast something goes and how long the rest will take. */

export interface Pace {
  /** Done per second; null before anything is. */
  readonly rate: number | null;
  readonly secondsLeft: number | null;
}

/**
 * The mean pace since the start.
 *
 * @param done since the start, of `total`
 * @param seconds since the start
 */
export function paceOf(done: number, total: number, seconds: number): Pace {
  if (done === 0 || seconds <= 0) return { rate: null, secondsLeft: null };
  const rate = done / seconds;
  return { rate, secondsLeft: Math.max(0, total - done) / rate };
}
