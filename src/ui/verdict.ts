/** What a comparison of two measurements says, and what it does not. */

import type { SetEvaluation } from '../core/records.ts';
import { percent, points } from './format.ts';

/** A rise of greedy decoding from which the model's first choice counts as changed. */
const GREEDY_RISE = 0.1;

/** One sentence: gained, lost or neither; and if gained, whether more than sharpening. */
export function verdict(before: SetEvaluation, after: SetEvaluation): string {
  const from = before.passAt1;
  const to = after.passAt1;
  if (to.value > from.value ? to.low <= from.value : to.high >= from.value) {
    return `No clear change: ${percent(from.value)} before lies within the band after training (${percent(to.low)}–${percent(to.high)}).`;
  }
  if (to.value < from.value) return `Training made it worse: ${points(from.value, to.value)} on all tests.`;
  if (before.greedy === undefined || after.greedy === undefined) {
    return 'Greedy decoding was not measured, so sharpening cannot be told from learning.';
  }
  const change = `${percent(before.greedy)} → ${percent(after.greedy)}`;
  return after.greedy - before.greedy >= GREEDY_RISE
    ? `Greedy decoding rose as well (${change}): the model’s first choice changed, which is more than sharpening.`
    : `Greedy decoding hardly moved (${change}): most of the gain is sharpening of what the model preferred already.`;
}
