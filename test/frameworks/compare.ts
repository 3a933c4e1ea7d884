/** Two sets of numbers for one case: how far apart they are, and whether that is too far. */

import type { Batch } from './batch.ts';
import type { Ours } from './ours.ts';
import type { Factor, Quantity, TrlCase } from './trl-case.ts';

/** What the script answers for a case. */
export interface TheirAnswer {
  readonly loss: number;
  readonly gradNorm: number;
  readonly advantages: readonly number[];
  /** `[B][T]`, padded; null where the trainer takes those of now. */
  readonly oldLogProbs: readonly (readonly number[])[] | null;
  readonly correction: readonly (readonly number[])[] | null;
  /** By TRL's names. */
  readonly metrics: Readonly<Record<string, number>>;
}

export interface Theirs extends TheirAnswer {
  /** Packed as in `parameterLayout`. */
  readonly gradient: Float32Array;
}

/**
 * Largest difference that float32 explains. Both models compute in f32 and add in different orders; what is measured is
 * ten times smaller than these.
 *
 * - `logProb`: nats. `advantages`, `low`, `high`: absolute; theirs are f32, and a share may not be off by one token.
 * - `loss`: of what all tokens add to it without their signs, since the sum itself may cancel to nothing.
 * - `kl`: relative. `gradient`: length of the difference / length of theirs, over all parameters.
 */
export const TOLERANCES = {
  logProb: 1e-4,
  correction: 1e-4,
  advantages: 1e-5,
  loss: 1e-4,
  kl: 1e-4,
  low: 1e-6,
  high: 1e-6,
  gradient: 1e-4,
} as const;

export type Differences = Readonly<Record<keyof typeof TOLERANCES, number | null>>;

export interface Compared {
  readonly name: string;
  readonly theirs: Theirs;
  readonly ours: Ours;
  /** What their loss and gradient are ours times, by the convention that the case names. */
  readonly factor: number;
  readonly differences: Differences;
  readonly why?: string;
  readonly free: readonly Quantity[];
  /** Quantities that are too far apart, though nothing says why. */
  readonly failures: readonly string[];
}

export function compareCase(given: TrlCase, batch: Batch, theirs: Theirs, ours: Ours): Compared {
  const { known } = given;
  const factor = known?.factor === undefined ? 1 : factorOf(known.factor, given, batch, ours);
  const { metrics } = theirs;
  const size = factor * ours.objective.terms.loss.reduce((sum, one) => sum + Math.abs(one), 0);
  const low = metrics['clip_ratio/low_mean'];
  const high = metrics['clip_ratio/high_mean'] ?? metrics.cispo_clip_ratio;
  const rows = (table: TheirAnswer['correction'], own: (row: Ours['rows'][number]) => readonly number[] | undefined) =>
    table && largest(ours.rows.map((row, i) => farthest(table[ours.kept[i]!]!, own(row) ?? [])));
  const trained = given.accumulated ? ours.advantages : ours.advantages.slice(0, theirs.advantages.length);
  const differences: Differences = {
    logProb: rows(theirs.oldLogProbs, (row) => row.oldLogProbs),
    correction: rows(theirs.correction, (row) => row.correction),
    advantages: farthest(theirs.advantages, trained),
    loss: Math.abs(theirs.loss - factor * ours.objective.loss) / size,
    kl: metrics.kl === undefined ? null : Math.abs(metrics.kl - ours.kl) / Math.abs(ours.kl),
    low: low === undefined ? null : Math.abs(low - ours.low),
    high: high === undefined ? null : Math.abs(high - ours.high),
    gradient: distance(theirs.gradient, ours.gradient, factor),
  };
  const free = known?.free ?? [];
  const failures = Object.entries(differences).flatMap(([name, difference]) => {
    const excused = difference === null || free.includes(name as Quantity);
    // Written so that a NaN fails.
    return excused || difference <= TOLERANCES[name as keyof typeof TOLERANCES] ? [] : [name];
  });
  return { name: given.name, theirs, ours, factor, differences, free, failures, ...(known ? { why: known.why } : {}) };
}

function factorOf(factor: Factor, { parts }: TrlCase, { sequences }: Batch, { kept }: Ours): number {
  const tokens = (rows: readonly number[]) => rows.reduce((sum, i) => sum + sequences[i]!.completion.length, 0);
  const all = sequences.map((_, i) => i);
  switch (factor) {
    case 'kept-rows':
      return kept.length / all.length;
    case 'kept-tokens':
      return tokens(kept) / tokens(all);
    case 'even-share':
      return tokens(kept) / (tokens(all) / parts);
    default:
      return factor satisfies never;
  }
}

const largest = (values: readonly number[]): number => values.reduce((a, b) => (b > a || Number.isNaN(b) ? b : a), 0);

/** Largest |a − b| over the length of `own`; NaN where one is missing. */
function farthest(theirs: readonly number[], own: readonly number[]): number {
  return largest(own.map((value, i) => Math.abs((theirs[i] ?? Number.NaN) - value)));
}

function distance(theirs: Float32Array, ours: Float32Array, factor: number): number {
  let [apart, length] = [0, 0];
  for (let i = 0; i < theirs.length; i++) {
    apart += (theirs[i]! - factor * ours[i]!) ** 2;
    length += theirs[i]! ** 2;
  }
  return Math.sqrt(apart / length);
}
