/** What a comparison of two measurements says, and what it does not. */

import type { SetEvaluation } from '../../core/records.ts';
import { percent, points } from '../parts/format.ts';
import { words } from '../words/index.ts';

/** A rise of greedy decoding from which the model's first choice counts as changed. */
const GREEDY_RISE = 0.1;

/** One sentence: gained, lost or neither; and if gained, whether the first choice changed. */
export function verdict(before: SetEvaluation, after: SetEvaluation): string {
  const from = before.passAt1;
  const to = after.passAt1;
  if (to.value > from.value ? to.low <= from.value : to.high >= from.value) {
    return words.verdict.unclear(percent(from.value), `${percent(to.low)}–${percent(to.high)}`);
  }
  if (to.value < from.value) return words.verdict.worse(points(from.value, to.value));
  if (before.greedy === undefined || after.greedy === undefined) {
    return words.verdict.noGreedy;
  }
  const change = `${percent(before.greedy)} → ${percent(after.greedy)}`;
  return after.greedy - before.greedy >= GREEDY_RISE
    ? words.verdict.greedyRose(change)
    : words.verdict.greedyStood(change);
}
