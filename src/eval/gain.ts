/** What kind of gain a comparison shows: surer of what the model could do before, or able to do more. */

import type { Comparison, Gain, PairedDifference } from '../core/measuring.ts';
import type { Estimate } from '../core/records.ts';

type Move = 'rose' | 'stayed' | 'fell';

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
 */
export function gainOf(differences: readonly PairedDifference[]): Gain {
  const [first, last] = [differences[0]!, differences.at(-1)!];
  return GAIN_OF[moveOf(first.difference)][first.k === last.k ? 'stayed' : moveOf(last.difference)];
}

/** A difference counts only if its interval excludes 0. */
function moveOf({ low, high }: Estimate): Move {
  if (low > 0) return 'rose';
  return high < 0 ? 'fell' : 'stayed';
}

/**
 * One sentence: the gain, pass@1 and the last k at the same temperature, pass@1 at each one's best, greedy decoding, and what
 * was left out; differences in percentage points with their intervals.
 *
 * @param single Only one temperature was measured, so that no best could be chosen.
 */
export function gainSentence(found: Omit<Comparison, 'sentence'>, single: boolean): string {
  const { same, best, greedy, leftOut, temperature } = found;
  const parts = [
    `${found.gain[0]!.toUpperCase()}${found.gain.slice(1)}: at temperature ${temperature} ${moves(same[0]!)}, ${lastK(same)}`,
    single ? 'no other temperature was measured' : bestClause(found, best[0]!),
    ...(greedy === undefined ? [] : [moves(greedy, 'greedy decoding')]),
    ...(leftOut.length === 0 ? [] : [leftOutClause(leftOut.length)]),
  ];
  return `${parts.join('; ')}.`;
}

function lastK(same: readonly PairedDifference[]): string {
  const last = same.at(-1)!;
  if (last.k === 1) return 'and with one sample of each problem no larger k is known';
  // Rounded down: what is not always solved must not read as 100 %.
  const room =
    last.base >= CEILING ? ` and had no room to rise from ${inPoints(Math.floor(last.base * 1000) / 1000)} %` : '';
  return `${moves(last)}${room}`;
}

function bestClause(
  { base, other, baseTemperature, otherTemperature }: Omit<Comparison, 'sentence'>,
  at1: PairedDifference,
) {
  const where =
    baseTemperature === otherTemperature
      ? `at temperature ${baseTemperature}, the best of both,`
      : `with each at its best temperature (${base} ${baseTemperature}, ${other} ${otherTemperature})`;
  return `${where} ${moves(at1)}`;
}

function moves({ k, difference }: PairedDifference, what = `pass@${k}`): string {
  const { value, low, high } = difference;
  const move = moveOf(difference);
  switch (move) {
    case 'rose':
      return `${what} rose by ${inPoints(value)} points (${inPoints(low)} to ${inPoints(high)})`;
    case 'fell':
      return `${what} fell by ${inPoints(-value)} points (${inPoints(-high)} to ${inPoints(-low)})`;
    case 'stayed':
      return `${what} did not clearly move (${inPoints(value)} points, ${inPoints(low)} to ${inPoints(high)})`;
    default:
      return move satisfies never;
  }
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
