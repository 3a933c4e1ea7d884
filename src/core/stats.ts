/** Plain statistics in f64: moments, quantiles, and the distributions that logits describe. */

/** Arithmetic mean; throws on an empty list, for which no number is right. */
export function mean(values: ArrayLike<number>): number {
  if (values.length === 0) throw new Error('stats.mean: expected at least one number, got none');
  return sum(values) / values.length;
}

export function sum(values: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i]!;
  return total;
}

/**
 * Standard deviation in two passes (never √(E[x²] − E[x]²), which loses everything when the spread is small).
 *
 * @param ddof 0 divides by n (population), 1 by n − 1 (sample; 0 for a single value).
 */
export function standardDeviation(values: ArrayLike<number>, ddof: 0 | 1 = 0): number {
  const center = mean(values);
  if (values.length <= ddof) return 0;
  let squares = 0;
  for (let i = 0; i < values.length; i++) squares += (values[i]! - center) ** 2;
  return Math.sqrt(squares / (values.length - ddof));
}

/** Quantile of an ascending list with linear interpolation between order statistics (NumPy's default, type 7). */
export function quantile(sorted: ArrayLike<number>, q: number): number {
  if (sorted.length === 0) throw new Error('stats.quantile: expected at least one number, got none');
  if (!(q >= 0 && q <= 1)) throw new Error(`stats.quantile: expected q in [0, 1], got ${q}`);
  const position = q * (sorted.length - 1);
  const low = Math.floor(position);
  const high = Math.ceil(position);
  return sorted[low]! + (sorted[high]! - sorted[low]!) * (position - low);
}

const Z_95 = 1.959963984540054;

/** Wilson's (1927) 95 % interval of a success rate; throws without a trial, of which nothing is known. */
export function wilsonInterval(successes: number, trials: number): { readonly low: number; readonly high: number } {
  if (!(trials > 0)) throw new Error(`stats.wilsonInterval: expected at least one trial, got ${trials}`);
  const rate = successes / trials;
  const weight = Z_95 ** 2 / trials;
  const center = (rate + weight / 2) / (1 + weight);
  const spread = (Z_95 * Math.sqrt((rate * (1 - rate)) / trials + weight / (4 * trials))) / (1 + weight);
  return { low: Math.max(0, center - spread), high: Math.min(1, center + spread) };
}

/** log softmax(logits / temperature), `[V]`, shifted by the maximum so that nothing overflows. */
export function logSoftmax(logits: ArrayLike<number>, temperature = 1): Float64Array {
  const scaled = Float64Array.from(logits, (x) => x / temperature);
  let max = Number.NEGATIVE_INFINITY;
  for (const x of scaled) max = Math.max(max, x);
  let total = 0;
  for (const x of scaled) total += Math.exp(x - max);
  const logTotal = Math.log(total);
  return scaled.map((x) => x - max - logTotal);
}

/** Entropy in nats of a distribution given by its log-probabilities `[V]`; p = 0 counts as 0. */
export function entropy(logProbs: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < logProbs.length; i++) {
    const p = Math.exp(logProbs[i]!);
    if (p > 0) total -= p * logProbs[i]!;
  }
  return total;
}

/** Exact KL(p ‖ q) in nats of two distributions given by their log-probabilities `[V]`. */
export function klDivergence(logP: ArrayLike<number>, logQ: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < logP.length; i++) {
    const p = Math.exp(logP[i]!);
    if (p > 0) total += p * (logP[i]! - logQ[i]!);
  }
  return total;
}
