/** What greedy decoding earns on each problem of a step: the baseline of CodeRL (Le et al. 2022, arXiv:2207.01780, §3.2.2). */

import type { PromptCodec } from '../../core/codec.ts';
import type { Policy } from '../../core/policy.ts';
import type { Problem } from '../../core/types.ts';
import type { JudgedRollout } from './judging.ts';
import { programOf, type SampledRollout, sampleInChunks } from './sampling.ts';

export interface GreedyOptions {
  readonly policy: Policy;
  readonly codec: PromptCodec;
  readonly maxNewTokens: number;
  /** Judges and pays as the rollouts of the step are. */
  readonly pay: (sampled: readonly SampledRollout[]) => Promise<readonly JudgedRollout[]>;
}

/**
 * Reward of the greedy completion of every problem, `[problems]`: null where judging failed by a fault of ours. A problem
 * that is there twice is asked and judged once.
 */
export async function greedyRewards(
  problems: readonly Problem[],
  { policy, codec, maxNewTokens, pay }: GreedyOptions,
): Promise<(number | null)[]> {
  const distinct = [...new Set(problems)];
  const prompts = distinct.map((problem) => codec.encodePrompt(problem));
  // Nothing is drawn at temperature 0: the seed and the streams say nothing.
  const streams = distinct.map((_, i) => i);
  const rule = { temperature: 0, topP: 1, topK: 0, maxNewTokens, seed: 0, streams };
  const completions = await sampleInChunks(policy, prompts, codec, rule);
  const judged = await pay(
    distinct.map((problem, group) => {
      const completion = completions[group]!;
      return { problem, group, prompt: prompts[group]!, completion, code: programOf(completion, codec) };
    }),
  );
  const rewards = new Map(distinct.map((problem, i) => [problem, judged[i]!.reward]));
  return problems.map((problem) => rewards.get(problem) ?? null);
}
