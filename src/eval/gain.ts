/** What kind of gain a comparison shows: surer of what the model could do before, or able to do more. */

import type { Comparison, Gain, PairedDifference } from '../core/measuring.ts';
import type { Estimate } from '../core/records.ts';
import { bootstrapMean } from './bootstrap.ts';
import { meanInterval } from './sample-band.ts';

export type Move = 'rose' | 'stayed' | 'fell';

/** What pass@1 and the last k did, by row and column. */
const GAIN_OF: Readonly<Record<Move, Readonly<Record<Move, Gain>>>> = {
  rose: { rose: 'widened', stayed: 'sharpened', fell: 'narrowed' },
  stayed: { rose: 'widened', stayed: 'unchanged', fell: 'narrowed' },
  fell: { rose: 'widened', stayed: 'worse', fell: 'worse' },
};

/** A base that solves this share at the last k leaves nothing to widen. */
const CEILING = 0.995;

/**
 * Classifies differences at one temperature, the smallest k first. The last k stands for what the model can do at all,
 * pass@1 for how surely it does it (Yue et al. 2025, "Does Reinforcement Learning Really Incentivize Reasoning Capacity in
 * LLMs Beyond the Base Model?", tell the two apart by pass@k at large k). With k = 1 alone nothing is known of the last k,
 * which then counts as having stayed: a rise is called no more than sharpening.
 *
 * Two differences are looked at, and each may come by chance. A move therefore has to be told from 0 twice: by the interval
 * over problems at 97.5 %, half the risk for each of the two (Bonferroni), and by the 95 % interval of redrawing both models'
 * samples: a few problems may agree by luck. Simulated for two models with the same rates (10, 24 or 60 problems, 16 or 64
 * samples, rates of six shapes), 0 to 5 % of verdicts claim a move, where the 95 % interval over problems alone claims one
 * in 1 to 10 %. The price: where next to nothing is ever solved, small real gains go unnoticed. One problem has the interval
 * of its samples alone; up to 6 % of its verdicts claim a move.
 *
 * @param seed of the bootstrap over problems
 */
export function gainOf(differences: readonly PairedDifference[], seed: number): Gain {
  const [first, last] = [differences[0]!, differences.at(-1)!];
  return GAIN_OF[moveOf(first, seed)][first.k === last.k ? 'stayed' : moveOf(last, seed)];
}

/** Whether a difference is told from 0 by both intervals that `gainOf` asks for. */
export function moveOf({ difference, problems }: PairedDifference, seed: number): Move {
  const each = problems.map((problem) => problem.difference);
  const values = each.map(({ value }) => value);
  const overProblems = bootstrapMean(values, { seed, level: 0.975, alone: difference });
  const bySamples = meanInterval(each);
  if (overProblems.low > 0 && bySamples.low > 0) return 'rose';
  return overProblems.high < 0 && bySamples.high < 0 ? 'fell' : 'stayed';
}

export interface SentenceOptions {
  /** Only one temperature was measured, so that no best could be chosen. */
  readonly single: boolean;
  /** Of the bootstrap over problems. */
  readonly seed: number;
}

/**
 * One sentence: the gain, pass@1 and the last k at the same temperature, pass@1 at each one's best, greedy decoding, and what
 * was left out; differences in percentage points with their 95 % intervals over problems. Those that such an interval tells
 * from 0 while the verdict does not count them (`gainOf`) "may have" moved.
 */
export function gainSentence(found: Omit<Comparison, 'sentence'>, { single, seed }: SentenceOptions): string {
  const { same, best, greedy, leftOut, temperature } = found;
  const moves: Moves = (paired, what = `pass@${paired.k}`) => moveClause(paired.difference, moveOf(paired, seed), what);
  const parts = [
    `${found.gain[0]!.toUpperCase()}${found.gain.slice(1)}: at temperature ${temperature} ${moves(same[0]!)}, ${lastK(same, moves)}`,
    single ? 'no other temperature was measured' : bestClause(found, moves(best[0]!)),
    ...(greedy === undefined ? [] : [moves(greedy, 'greedy decoding')]),
    ...lostClauses(same),
    ...(leftOut.length === 0 ? [] : [leftOutClause(leftOut.length)]),
  ];
  return `${parts.join('; ')}.`;
}

type Moves = (paired: PairedDifference, what?: string) => string;

function lastK(same: readonly PairedDifference[], moves: Moves): string {
  const last = same.at(-1)!;
  if (last.k === 1) return 'and with one sample of each problem no larger k is known';
  // Rounded down: what is not always solved must not read as 100 %.
  const room =
    last.base >= CEILING ? ` and had no room to rise from ${inPoints(Math.floor(last.base * 1000) / 1000)} %` : '';
  return `${moves(last)}${room}`;
}

function bestClause(
  { base, other, baseTemperature, otherTemperature }: Omit<Comparison, 'sentence'>,
  moved: string,
): string {
  const where =
    baseTemperature === otherTemperature
      ? `at temperature ${baseTemperature}, the best of both,`
      : `with each at its best temperature (${base} ${baseTemperature}, ${other} ${otherTemperature})`;
  return `${where} ${moved}`;
}

function moveClause({ value, low, high }: Estimate, move: Move, what: string): string {
  const up = `${inPoints(value)} points (${inPoints(low)} to ${inPoints(high)})`;
  const down = `${inPoints(-value)} points (${inPoints(-high)} to ${inPoints(-low)})`;
  switch (move) {
    case 'rose':
      return `${what} rose by ${up}`;
    case 'fell':
      return `${what} fell by ${down}`;
    case 'stayed':
      if (low > 0) return `${what} may have risen by ${up}`;
      if (high < 0) return `${what} may have fallen by ${down}`;
      return `${what} did not clearly move (${inPoints(value)} points, ${inPoints(low)} to ${inPoints(high)})`;
    default:
      return move satisfies never;
  }
}

/** Of the last k: problems that lost some of the samples that were asked for. */
function lostClauses(same: readonly PairedDifference[]): string[] {
  const { k, problems } = same.at(-1)!;
  const lost = same[0]!.problems.length - problems.length;
  return lost === 0
    ? []
    : [`pass@${k} leaves out ${lost} of ${same[0]!.problems.length} problems, with fewer judged samples`];
}

const leftOutClause = (count: number): string =>
  count === 1
    ? '1 problem that not both have samples of is left out'
    : `${count} problems that not both have samples of are left out`;

/** A share in hundredths with one digit and a real minus sign. */
function inPoints(share: number): string {
  const text = Math.abs(share * 100).toFixed(1);
  return share < 0 && text !== '0.0' ? `−${text}` : text;
}
