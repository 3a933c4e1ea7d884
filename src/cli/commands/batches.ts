/** Cuts programs into calls of the page that are bounded in size and number, so that files of any length can be graded. */

import type { GradeRecord } from '../../core/grade.ts';
import { toWire } from '../../core/wire.ts';

export interface BatchLimits {
  /** Characters of `cli/wire` text in one call; a record that is longer goes alone. */
  readonly chars: number;
  /** Records in one call. */
  readonly records: number;
}

/** Two million characters cross in tens of milliseconds; 256 programs keep all workers busy. */
export const BATCH_LIMITS: BatchLimits = { chars: 2 * 2 ** 20, records: 256 };

/** Successive records, each batch as long as the limits allow; made as they are asked for. */
export function* batchesOf(
  records: readonly GradeRecord[],
  limits: BatchLimits = BATCH_LIMITS,
): Generator<readonly GradeRecord[]> {
  let batch: GradeRecord[] = [];
  let chars = 0;
  for (const record of records) {
    const size = toWire(record).length;
    if (batch.length > 0 && (chars + size > limits.chars || batch.length === limits.records)) {
      yield batch;
      batch = [];
      chars = 0;
    }
    batch.push(record);
    chars += size;
  }
  if (batch.length > 0) yield batch;
}
