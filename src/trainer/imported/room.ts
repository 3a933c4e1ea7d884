/** Whether this browser has room for the files of a model, before the first of them is written. */

import { messageOf } from '../../core/errors.ts';
import type { StorageReport } from '../../core/history.ts';

/** Besides the files, what is stored of runs must go on to find room. */
const SPARE = 50e6;

const gigabytes = (bytes: number): string =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.max(0, Math.round(bytes / 1e6))} MB`;

/**
 * @param estimate null or absent where the browser does not tell: then it is tried
 * @throws Error, one sentence that says what to do
 */
export function checkRoom(files: readonly Blob[], estimate: Pick<StorageReport, 'used' | 'quota'> | undefined): void {
  const wanted = files.reduce((sum, { size }) => sum + size, 0);
  const { used = null, quota = null } = estimate ?? {};
  if (quota === null) return;
  const free = quota - (used ?? 0);
  if (wanted + SPARE <= free) return;
  throw new Error(
    `storage: expected room for ${gigabytes(wanted)} of model files, got ${gigabytes(free)} of the ${gigabytes(quota)} that this browser grants: remove a model or old runs, or free space on the disk`,
  );
}

/** Whether the browser has refused to write any more: what it grants is an estimate, and others write, too. */
export const isFull = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'QuotaExceededError';

export const noRoom = (error: unknown): Error =>
  new Error(
    `storage: the browser ran out of room for the files of the model (${messageOf(error)}), and nothing of them is kept: remove a model or old runs, or free space on the disk`,
  );
