/** Sampling many completions through a Policy in batches of bounded size. */

import type { Policy, SampleOptions } from '../core/policy.ts';
import type { Completion } from '../core/types.ts';

/** Most prompts that go into one call of `Policy.sample`: bounds the KV cache. */
export const MAX_PROMPTS = 320;

/** Streams below this belong to training, those from here on to evaluation: they never share a random number. */
export const EVALUATION_STREAMS = 2 ** 31;

/**
 * Stream word of one training rollout, unique per (step, group, sample).
 *
 * @param perStep rollouts of a step, the same for all steps of a run
 * @param index rollout within the step: group · G + sample
 */
export function rolloutStream(step: number, perStep: number, index: number): number {
  const stream = step * perStep + index;
  if (stream >= EVALUATION_STREAMS) {
    throw new Error(`sampling: expected a rollout number below 2^31, got ${stream}`);
  }
  return stream;
}

/** One completion per prompt, in order; splitting changes nothing, since a completion depends on its own stream only. */
export async function sampleInChunks(
  policy: Policy,
  prompts: readonly (readonly number[])[],
  options: SampleOptions,
): Promise<Completion[]> {
  const completions: Completion[] = [];
  for (let from = 0; from < prompts.length; from += MAX_PROMPTS) {
    const to = from + MAX_PROMPTS;
    const streams = options.streams.slice(from, to);
    completions.push(...(await policy.sample(prompts.slice(from, to), { ...options, streams })));
  }
  return completions;
}
