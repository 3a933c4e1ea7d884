/** The brevity layer: how long the program is beside the reference solution. */

import type { Judged, LayerResult } from '../judged.ts';

/** Reference length / own length, at most 1, in characters other than white space; null without a reference. */
export function brevityLayer({ code, problem }: Judged): LayerResult {
  if (problem.reference === undefined) {
    return { value: null, reason: 'the problem has no reference solution to compare with' };
  }
  const own = visibleLength(code);
  const reference = visibleLength(problem.reference);
  if (own === 0) return { value: 0, reason: 'the program is empty' };
  return { value: Math.min(1, reference / own), reason: `${own} characters, the reference has ${reference}` };
}

const visibleLength = (text: string) => text.replaceAll(/\s/g, '').length;
