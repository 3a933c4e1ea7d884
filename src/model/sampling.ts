/** The one specification of how a token is drawn from logits; every engine either calls it or is tested against it. */

/** Settings of one draw; the same fields as in `SampleOptions`. */
export interface DrawOptions {
  /** Divides the logits; 0 is greedy, and log-probs are then those at temperature 1. */
  readonly temperature: number;
  /** Nucleus mass in (0, 1]; 1 is off. */
  readonly topP: number;
  /** Number of candidates kept; 0 is off. */
  readonly topK: number;
}

export interface DrawnToken {
  readonly id: number;
  /** Log-probability in nats of the untruncated, temperature-scaled distribution. */
  readonly logProb: number;
}

/**
 * Draws one token from `logits` `[V]` with the uniform number `u` in [0, 1).
 *
 * 1. Greedy (temperature 0): the largest logit, the lowest id among equals, log-prob at temperature 1.
 * 2. Otherwise `p = softmax(logits / temperature)`; the stored log-prob is log p of the drawn id.
 * 3. Top-k keeps the k most probable ids, then top-p the shortest prefix of those, most probable first, whose
 *    renormalised mass reaches `topP` (Holtzman et al. 2020); equal probabilities rank by id, lowest first.
 * 4. Inverse CDF in id order: the first kept id whose cumulative mass exceeds `u` times the kept mass.
 *
 * Sums are taken in f64 in id order. Throws when the logits do not form a distribution (NaN or infinite maximum).
 */
export function drawToken(logits: Float32Array, options: DrawOptions, u: number): DrawnToken {
  const greedy = options.temperature === 0;
  const scale = greedy ? 1 : 1 / options.temperature;
  let best = 0;
  for (let i = 1; i < logits.length; i++) if (logits[i]! > logits[best]!) best = i;
  const max = logits[best]! * scale;
  const weights = new Float64Array(logits.length);
  let total = 0;
  for (let i = 0; i < logits.length; i++) {
    weights[i] = Math.exp(logits[i]! * scale - max);
    total += weights[i]!;
  }
  if (!Number.isFinite(total)) throw new Error(`sampling: expected finite logits, got a normaliser of ${total}`);
  const logTotal = Math.log(total);
  const id = greedy ? best : invertCdf(keepLikely(weights, total, options), u);
  return { id, logProb: logits[id]! * scale - max - logTotal };
}

/** Zeroes the weights that top-k and top-p leave out. */
function keepLikely(weights: Float64Array, total: number, { topK, topP }: DrawOptions): Float64Array {
  const limit = topK > 0 ? Math.min(topK, weights.length) : weights.length;
  if (limit === weights.length && topP >= 1) return weights;
  const ranked = candidates(weights, topK > 0 ? { count: limit, mass: 0 } : { count: 0, mass: topP * total });
  ranked.sort((a, b) => weights[b]! - weights[a]! || a - b);
  let mass = total;
  if (limit < weights.length) {
    mass = 0;
    for (let r = 0; r < limit; r++) mass += weights[ranked[r]!]!;
  }
  const kept = new Float64Array(weights.length);
  let sum = 0;
  for (let r = 0; r < limit && (r === 0 || topP >= 1 || sum < topP * mass); r++) {
    const id = ranked[r]!;
    kept[id] = weights[id]!;
    sum += weights[id]!;
  }
  return kept;
}

/** By how much the bound on candidates is lowered at a time, and how often before all are candidates. */
const FINER = 1 / 8;
const BOUNDS = 12;

/**
 * The most probable ids, unsorted: at least so many, or of so much mass together. Sorting a vocabulary of 50,000 for the
 * few ids that are kept would take longer than everything else about a token. The largest weight is 1.
 */
function candidates(weights: Float64Array, enough: { readonly count: number; readonly mass: number }): number[] {
  // Sums in another order differ in their last bits.
  const wanted = enough.mass * (1 + 1e-9);
  for (let round = 1; round <= BOUNDS; round++) {
    const bound = FINER ** round;
    const found: number[] = [];
    let mass = 0;
    for (let i = 0; i < weights.length; i++) {
      if (weights[i]! < bound) continue;
      found.push(i);
      mass += weights[i]!;
    }
    if (found.length >= enough.count && mass >= wanted) return found;
  }
  return Array.from(weights.keys());
}

/** First id whose cumulative weight exceeds `u` times the total weight. */
function invertCdf(weights: Float64Array, u: number): number {
  let total = 0;
  for (const w of weights) total += w;
  const target = u * total;
  let cumulative = 0;
  let last = 0;
  for (let i = 0; i < weights.length; i++) {
    if (weights[i] === 0) continue;
    cumulative += weights[i]!;
    last = i;
    if (cumulative > target) return i;
  }
  return last;
}
