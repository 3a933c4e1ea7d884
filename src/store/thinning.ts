/**
 * What goes first when room is short. Written for people in docs/notes/keeping.md; nothing is let go of without a word.
 *
 * Of runs without a note, a name or the baseline's mark: models in between, then last models, then programs; after all of
 * those, the same of the runs that a person marked. Within each kind the oldest run goes first, its oldest step first.
 * Configurations, measurements, step records and training states always stay, and the last models of the newest runs.
 */

import type { KeptPiece, StoredRun } from './runs.ts';

/** So many of the newest runs keep their last model, whatever happens. */
export const NEWEST = 5;

type Line = Pick<StoredRun, 'id' | 'startedAt' | 'name' | 'note' | 'baseline'>;

export interface ThinningInput {
  readonly pieces: readonly KeptPiece[];
  readonly runs: readonly Line[];
  /** Bytes to be freed. */
  readonly wanted: number;
  /** Runs that are not to be touched: somebody is working on them. */
  readonly spared: ReadonlySet<string>;
}

/** Pieces to let go of, in order: as few as free what is wanted, or all that may go. */
export function planThinning({ pieces, runs, wanted, spared }: ThinningInput): KeptPiece[] {
  const ranked = rankPieces(
    pieces,
    runs.filter(({ id }) => !spared.has(id)),
    newestOf(runs),
  );
  let freed = 0;
  return ranked.filter(({ bytes }) => {
    if (freed >= wanted) return false;
    freed += bytes;
    return true;
  });
}

/** All that may go, the first to go first. */
function rankPieces(pieces: readonly KeptPiece[], runs: readonly Line[], newest: ReadonlySet<string>): KeptPiece[] {
  const lines = new Map(runs.map((line) => [line.id, line]));
  const last = lastCheckpoints(pieces);
  const ranked = pieces.flatMap((piece) => {
    const line = lines.get(piece.run);
    if (line === undefined) return [];
    const isLast = piece.kind === 'checkpoint' && last.get(piece.run) === piece.step;
    if (isLast && newest.has(piece.run)) return [];
    const kind = piece.kind === 'rollouts' ? 2 : isLast ? 1 : 0;
    return [{ piece, order: [Number(isMarked(line)), kind, line.startedAt, piece.step] }];
  });
  return ranked.toSorted((a, b) => compare(a.order, b.order)).map(({ piece }) => piece);
}

const isMarked = ({ name, note, baseline }: Line): boolean => baseline || name !== '' || note !== '';

const newestOf = (runs: readonly Line[]): ReadonlySet<string> =>
  new Set(
    runs
      .toSorted((a, b) => b.startedAt - a.startedAt)
      .slice(0, NEWEST)
      .map(({ id }) => id),
  );

function lastCheckpoints(pieces: readonly KeptPiece[]): Map<string, number> {
  const last = new Map<string, number>();
  for (const { run, kind, step } of pieces) {
    if (kind === 'checkpoint') last.set(run, Math.max(step, last.get(run) ?? 0));
  }
  return last;
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [i, one] of a.entries()) {
    const difference = one - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** What was let go of, in a sentence for a person. */
export function thinningSentence(gone: readonly KeptPiece[], kept: number): string {
  const count = (kind: KeptPiece['kind']) => gone.filter((piece) => piece.kind === kind).length;
  const several = (n: number, one: string, more: string) => (n === 0 ? [] : [`${n} ${n === 1 ? one : more}`]);
  const what = [
    ...several(count('checkpoint'), 'trained model', 'trained models'),
    ...several(count('rollouts'), 'step of programs', 'steps of programs'),
  ];
  const runs = new Set(gone.map(({ run }) => run));
  const freed = megabytes(gone.reduce((sum, { bytes }) => sum + bytes, 0));
  const of = runs.size === 1 ? `the run ${[...runs][0]}` : `${runs.size} older runs`;
  return `storage: to make room, let go of ${what.join(' and ')} of ${of} (${freed}); kept ${megabytes(kept)}, and every curve and measurement`;
}

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
