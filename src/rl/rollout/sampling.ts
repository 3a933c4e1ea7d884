/** Sampling: G completions for each problem of a step, through a Policy, in batches of bounded size. */

import type { PromptCodec } from '../../core/codec.ts';
import type { RunConfig } from '../../core/config.ts';
import type { Policy, PolicyInfo, SampleOptions } from '../../core/policy.ts';
import type { Completion, Problem, Verdict } from '../../core/types.ts';

/** An attempt that failed a public test and was followed by another. */
export interface Turn {
  readonly prompt: readonly number[];
  readonly completion: Completion;
  readonly code: string;
  /** On public and reward tests together. */
  readonly verdict: Verdict;
  /** The failing public test that went back into the prompt, as Python. */
  readonly feedback: string;
}

export interface SampledRollout {
  readonly problem: Problem;
  /** Index of the group within the step; two groups of one problem stay apart. */
  readonly group: number;
  readonly prompt: readonly number[];
  readonly completion: Completion;
  /** The program: completion without its end of text. */
  readonly code: string;
  /** Attempts before this one, first to last. */
  readonly earlier?: readonly Turn[];
}

/** Most prompts that go into one call of `Policy.sample`: bounds the KV cache. */
export const MAX_PROMPTS = 320;

/**
 * Parts in which a step is sampled, so that one is judged while the next is sampled. A GPU leaves the cores to the sandbox;
 * the engines that run on the cores themselves would only decode smaller batches (docs/notes/steps.md has the numbers).
 */
export function chunksFor({ backend }: PolicyInfo): number {
  return backend === 'webgpu' ? 2 : 1;
}

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

/**
 * Samples G completions for each problem, in `chunks` parts of whole groups, in order. Every completion has its own stream
 * of random numbers, so that the parts together are the same however many they are.
 */
export async function* sampleGroups(
  policy: Policy,
  codec: PromptCodec,
  problems: readonly Problem[],
  config: RunConfig,
  step: number,
  chunks: number,
): AsyncGenerator<SampledRollout[], void, void> {
  const size = config.groupSize;
  const perStep = problems.length * size;
  const rows = problems.flatMap((problem, group) => {
    const prompt = codec.encodePrompt(problem);
    return Array.from({ length: size }, (_, sample) => {
      return { problem, group, prompt, stream: rolloutStream(step, perStep, group * size + sample) };
    });
  });
  const perChunk = Math.ceil(problems.length / chunks) * size;
  for (let from = 0; from < perStep; from += perChunk) {
    const part = rows.slice(from, from + perChunk);
    const completions = await sampleInChunks(
      policy,
      part.map(({ prompt }) => prompt),
      { ...config.sampling, seed: config.seed, streams: part.map(({ stream }) => stream) },
    );
    yield part.map(({ problem, group, prompt }, i) => {
      const completion = completions[i]!;
      return { problem, group, prompt, completion, code: programOf(completion, codec) };
    });
  }
}

/** Text of a completion up to, not including, its first end of text. */
export function programOf(completion: Completion, codec: PromptCodec): string {
  const end = completion.ids.indexOf(codec.endOfText);
  return codec.decode(end === -1 ? completion.ids : completion.ids.slice(0, end));
}
