/** The tests layer: the share of visible tests that pass. */

import type { Judged, LayerResult } from '../judged.ts';

/** `passed / total` over all visible tests; 0 when nothing ran or there are no tests. */
export function testsLayer({ verdict }: Judged): LayerResult & { readonly value: number } {
  const { outcome, passed, total } = verdict;
  if (outcome === 'truncated') return { value: 0, reason: 'not run: cut off at the length limit' };
  if (total === 0) return { value: 0, reason: 'there are no visible tests to pass' };
  return { value: passed / total, reason: `${passed} of ${total} visible tests pass` };
}
