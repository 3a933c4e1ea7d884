/** Which runs a person wants drawn behind the one on the page, remembered in this browser. */

import type { RunInfo } from '../../core/history.ts';
import type { KeptText } from './kept-text.ts';

const KEY = 'greenbar.run-ticks';

export function readTicks(kept: KeptText): ReadonlyMap<string, boolean> {
  try {
    const pairs = JSON.parse(kept.getItem(KEY) ?? '[]') as readonly (readonly [string, boolean])[];
    return new Map(pairs.map(([id, drawn]) => [String(id), drawn === true]));
  } catch {
    return new Map(); // written by something else: the page chooses
  }
}

/** Only of runs that are still there. */
export function writeTicks(
  kept: KeptText,
  ticks: ReadonlyMap<string, boolean>,
  runs: readonly Pick<RunInfo, 'id'>[],
): void {
  const ids = new Set(runs.map(({ id }) => id));
  kept.setItem(KEY, JSON.stringify([...ticks].filter(([id]) => ids.has(id))));
}
