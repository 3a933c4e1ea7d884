/** In which order the samples of an evaluation are drawn, and in which batches. */

/** Sample `sample` of problem `problem`, both counted from 0. */
export interface PlannedSample {
  readonly problem: number;
  readonly sample: number;
}

/**
 * All samples, problem by problem, cut into batches of at most `limit`: samples of one problem stay together, so that
 * identical programs meet in the same batch and are judged once.
 */
export function planBatches(problems: number, samplesPerProblem: number, limit: number): PlannedSample[][] {
  if (!(Number.isInteger(limit) && limit >= 1)) throw new Error(`plan: expected a batch limit from 1, got ${limit}`);
  const total = problems * samplesPerProblem;
  const batches: PlannedSample[][] = [];
  for (let from = 0; from < total; from += limit) {
    const length = Math.min(limit, total - from);
    batches.push(
      Array.from({ length }, (_, i) => ({
        problem: Math.floor((from + i) / samplesPerProblem),
        sample: (from + i) % samplesPerProblem,
      })),
    );
  }
  return batches;
}
