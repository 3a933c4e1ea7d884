/** The complexity layer (seed 003 §2, layer 4): cyclomatic complexity within McCabe's bound. */

import type { Judged, LayerResult } from '../judged.ts';

/** The upper limit that McCabe proposes ("A Complexity Measure", 1976). */
const BOUND = 10;

/** 1 up to a cyclomatic complexity of 10 in every function, then 10 / complexity; null when nobody counted. */
export function complexityLayer({ analysis }: Judged): LayerResult {
  const complexity = analysis?.complexity;
  if (complexity === undefined) return { value: null, reason: 'complexity was not counted' };
  const { cyclomatic } = complexity;
  return {
    value: Math.min(1, BOUND / cyclomatic),
    reason: `cyclomatic complexity ${cyclomatic}, at most ${BOUND} is wanted`,
  };
}
