/** Measures a policy on a set of problems: samples, judges visible and hidden tests, counts. Never trains, never touches training's random numbers. */

import type { Judge } from '../../core/judge.ts';
import type { RunSetName, SetEvaluation } from '../../core/records.ts';
import { summarizePools } from '../../eval/evaluate.ts';
import { type FillOptions, fillPools } from './pools.ts';
import { firstStreamOf } from './streams.ts';

export interface EvaluateOptions extends Omit<FillOptions, 'judge' | 'prompt' | 'firstStream' | 'known' | 'onGrown'> {
  readonly judge: Judge;
  readonly set: RunSetName;
  /** Per problem. */
  readonly samples: number;
  /** Also judge the greedy completion of every problem. */
  readonly greedy?: boolean;
}

/**
 * Evaluates `samples` completions per problem, and the greedy ones if asked for; equal programs of one problem are judged
 * once. Samples that could not be judged are left out of their problem's n. Null when `onProgress` ended it.
 *
 * Evaluations of one run share their seed: each sample then meets the same random numbers before, during and after
 * training, and differences between them are due to the weights.
 */
export async function evaluatePolicy(options: EvaluateOptions): Promise<SetEvaluation | null> {
  const { problems, samples, set, sampling, seed } = options;
  const sampleTotal = problems.length * samples;
  const total = sampleTotal + (options.greedy ? problems.length : 0);
  const fill = { ...options, firstStream: firstStreamOf(set) };
  const onProgress = async (done: number) => (await options.onProgress?.(done, total)) ?? true;
  const sampled = await fillPools({ ...fill, onProgress }, [], samples);
  if (sampled === null) return null;
  const greedy = options.greedy
    ? await fillPools(
        {
          ...fill,
          sampling: { ...sampling, temperature: 0 },
          known: sampled.pools,
          onProgress: (done) => onProgress(sampleTotal + done),
        },
        [],
        1,
      )
    : undefined;
  if (greedy === null) return null;
  return summarizePools(sampled.pools, {
    set,
    ids: problems.map(({ id }) => id),
    temperature: sampling.temperature,
    n: samples,
    seed,
    ...(greedy && { greedy: greedy.pools }),
  });
}
