/** One difference of two measurements in words: its size, its interval, and where the verdict counts less than that interval says. */

import type { MovedDifference } from '../../eval/compare.ts';
import { inPoints } from '../parts/format.ts';
import { words } from '../words/index.ts';

const { change, mayHaveRisen, mayHaveFallen } = words.passAtK;

/** "pass@1: +62.5 points (+53.3 to +70.4)"; a move that the verdict does not count is said to be one that may have been. */
export function changeOf({ k, difference: { value, low, high }, move }: Omit<MovedDifference, 'problems'>): string {
  const text = change(k, inPoints(value), inPoints(low), inPoints(high));
  if (move !== 'stayed') return text;
  if (low > 0) return `${text}. ${mayHaveRisen}`;
  return high < 0 ? `${text}. ${mayHaveFallen}` : text;
}
