/** In which order the samples of an evaluation are drawn, and in which batches. */

/** Sample `sample` of problem `problem`, both counted from 0. */
export interface PlannedSample {
  readonly problem: number;
  readonly sample: number;
}

/**
 * The samples that are missing, problem by problem, cut into batches of at most `limit`: samples of one problem stay
 * together, so that identical programs meet in the same batch and are judged once.
 *
 * @param have samples that each problem has already: its first ones
 * @param samples that each shall have
 */
export function* planBatches(
  have: readonly number[],
  samples: number,
  limit: number,
): Generator<PlannedSample[], void> {
  if (!(Number.isInteger(limit) && limit >= 1)) throw new Error(`plan: expected a batch limit from 1, got ${limit}`);
  let batch: PlannedSample[] = [];
  for (const [problem, from] of have.entries()) {
    for (let sample = from; sample < samples; sample++) {
      batch.push({ problem, sample });
      if (batch.length < limit) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
