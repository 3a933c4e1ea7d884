/** Makes room for what a run is about to keep: by the rule of `store/thinning`, and never without a word. */

import type { KeptPiece, RunStore } from '../store/runs.ts';
import { planThinning, thinningSentence } from '../store/thinning.ts';
import type { Environment } from './environment.ts';

export interface RoomOptions {
  readonly store: RunStore;
  readonly environment: Pick<Environment, 'liveRuns' | 'storageEstimate'>;
  /** The run that room is made for: this tab holds it. */
  readonly own: string;
}

/** Bytes that programs and models of all runs may have, where the browser grants it. */
const MOST_ROOM = 2e9;

/** Share of what the browser grants to the page: pools of samples and the page itself are kept, too. */
const SHARE = 0.4;

/**
 * Lets go of what is over the allowance or, where the browser has just refused to store something, of as much as that
 * needs. Runs that are on their way in another tab are not touched.
 *
 * @param refused bytes that found no room; 0 when nothing was refused
 * @returns what was let go of, for a person; null where nothing was
 */
export async function makeRoom({ store, environment, own }: RoomOptions, refused = 0): Promise<string | null> {
  const quota = (await environment.storageEstimate?.())?.quota ?? Number.POSITIVE_INFINITY;
  const pieces = await store.kept();
  const used = bytesOf(pieces);
  const wanted = Math.max(refused, used - Math.min(MOST_ROOM, SHARE * quota));
  if (wanted <= 0) return null;
  const live = await environment.liveRuns.now();
  const spared = new Set(live.filter((id) => id !== own));
  const gone: KeptPiece[] = [];
  for (const [run, some] of byRun(planThinning({ pieces, runs: await store.runs(), wanted, spared }))) {
    const letGo = async () => {
      await store.letGo(some);
      gone.push(...some);
    };
    // Another tab may have gone on with it since.
    await (run === own ? letGo() : environment.liveRuns.ifIdle(run, letGo));
  }
  return gone.length === 0 ? null : thinningSentence(gone, used - bytesOf(gone));
}

const bytesOf = (pieces: readonly KeptPiece[]): number => pieces.reduce((sum, { bytes }) => sum + bytes, 0);

export function byRun(pieces: readonly KeptPiece[]): Map<string, KeptPiece[]> {
  const runs = new Map<string, KeptPiece[]>();
  for (const piece of pieces) {
    const known = runs.get(piece.run);
    if (known === undefined) runs.set(piece.run, [piece]);
    else known.push(piece);
  }
  return runs;
}
