/** Sampling: G completions for each problem of a step, through a Policy, in batches of bounded size. */

import type { PromptCodec } from '../../core/codec.ts';
import type { RunConfig } from '../../core/config.ts';
import type { Policy, PolicyInfo, SampleOptions } from '../../core/policy.ts';
import type { Completion, Problem, Verdict } from '../../core/types.ts';
import { largestGroup } from './schedule.ts';

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

/** Which groups are sampled: problems with the rollouts of each, and where in the run. */
export interface GroupPlan {
  readonly problems: readonly Problem[];
  /** Rollouts of each group. */
  readonly sizes: readonly number[];
  /** 0-based. */
  readonly step: number;
  /** 0-based; above 0 in dynamic sampling. */
  readonly round: number;
  /** Id of the first group. */
  readonly firstGroup: number;
  readonly maxNewTokens: number;
}

/**
 * Stream word of one training rollout, unique per (step, round, turn, group, sample): every step has room for as many as
 * the configuration can ask for, so that no two rollouts of a run share a random number.
 */
export function rolloutStream(
  config: RunConfig,
  at: {
    readonly step: number;
    readonly round: number;
    readonly turn: number;
    readonly slot: number;
    readonly sample: number;
  },
): number {
  const groups = config.lectureProblems + config.auxiliaryProblems + config.ownProblems;
  const size = largestGroup(config);
  const { turns, dynamicRounds } = config.rollout;
  const row = ((at.step * (1 + dynamicRounds) + at.round) * turns + at.turn) * groups + at.slot;
  const stream = row * size + at.sample;
  if (stream >= EVALUATION_STREAMS) {
    throw new Error(`sampling: expected a rollout number below 2^31, got ${stream}`);
  }
  return stream;
}

/** Where completions end besides at the end of text: what the codec of a model trained on whole files says. */
export const endingOf = ({ ends }: PromptCodec): Pick<SampleOptions, 'ends'> => (ends === undefined ? {} : { ends });

/** One completion per prompt, in order; splitting changes nothing, since a completion depends on its own stream only. */
export async function sampleInChunks(
  policy: Policy,
  prompts: readonly (readonly number[])[],
  codec: PromptCodec,
  rule: Omit<SampleOptions, 'ends'>,
): Promise<Completion[]> {
  const options = { ...rule, ...endingOf(codec) };
  const completions: Completion[] = [];
  for (let from = 0; from < prompts.length; from += MAX_PROMPTS) {
    const to = from + MAX_PROMPTS;
    const streams = options.streams.slice(from, to);
    completions.push(...(await policy.sample(prompts.slice(from, to), { ...options, streams })));
  }
  return completions;
}

/** A rollout that is still to be sampled. */
export interface Slot {
  readonly problem: Problem;
  readonly group: number;
  readonly prompt: readonly number[];
  readonly stream: number;
}

/** Every rollout of the plan, group after group. */
export function slotsOf(plan: GroupPlan, codec: PromptCodec, config: RunConfig): Slot[] {
  const { step, round, problems, sizes, firstGroup } = plan;
  return problems.flatMap((problem, slot) => {
    const prompt = codec.encodePrompt(problem);
    return Array.from({ length: sizes[slot]! }, (_, sample) => {
      const stream = rolloutStream(config, { step, round, turn: 0, slot, sample });
      return { problem, group: firstGroup + slot, prompt, stream };
    });
  });
}

/**
 * Samples the plan in `chunks` parts of whole groups, in order. Every completion has its own stream of random numbers, so
 * that the parts together are the same however many they are.
 */
export async function* sampleGroups(
  policy: Policy,
  codec: PromptCodec,
  plan: GroupPlan,
  config: RunConfig,
  chunks: number,
): AsyncGenerator<SampledRollout[], void, void> {
  const perChunk = Math.ceil(plan.problems.length / chunks);
  const slots = slotsOf(plan, codec, config);
  for (let from = 0; from < plan.problems.length; from += perChunk) {
    const first = plan.firstGroup + from;
    const part = slots.filter(({ group }) => group >= first && group < first + perChunk);
    yield fillSlots(part, await sampleSlots(policy, part, codec, config, plan.maxNewTokens), codec);
  }
}

/** One completion per slot. */
export function sampleSlots(
  policy: Policy,
  slots: readonly Pick<Slot, 'prompt' | 'stream'>[],
  codec: PromptCodec,
  { sampling, seed }: RunConfig,
  maxNewTokens: number,
): Promise<Completion[]> {
  const prompts = slots.map(({ prompt }) => prompt);
  const { temperature, topP, topK } = sampling;
  const streams = slots.map(({ stream }) => stream);
  return sampleInChunks(policy, prompts, codec, { temperature, topP, topK, maxNewTokens, seed, streams });
}

/** Rollouts of the slots' completions. */
export function fillSlots(
  slots: readonly Slot[],
  completions: readonly Completion[],
  codec: PromptCodec,
): SampledRollout[] {
  return slots.map(({ problem, group, prompt }, i) => {
    const completion = completions[i]!;
    return { problem, group, prompt, completion, code: programOf(completion, codec) };
  });
}

/** Text of a completion up to, not including, its first end of text. */
export function programOf(completion: Completion, codec: PromptCodec): string {
  const end = completion.ids.indexOf(codec.endOfText);
  return codec.decode(end === -1 ? completion.ids : completion.ids.slice(0, end));
}
