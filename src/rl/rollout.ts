/** A rollout on its way through a step: sampled, judged, given an advantage, chosen for the update. */

import type { PromptCodec } from '../core/codec.ts';
import type { RunConfig } from '../core/config.ts';
import type { Policy } from '../core/policy.ts';
import type { Completion, Problem } from '../core/types.ts';
import { groupAdvantages } from './advantage.ts';
import type { JudgedRollout } from './judging.ts';
import { rolloutStream, sampleInChunks } from './sampling.ts';

export type AlgorithmConfig = RunConfig['algorithm'];

export interface SampledRollout {
  readonly problem: Problem;
  /** Index of the group within the step; two groups of one problem stay apart. */
  readonly group: number;
  readonly prompt: readonly number[];
  readonly completion: Completion;
  /** The program: completion without its end of text. */
  readonly code: string;
}

export interface Rollout extends JudgedRollout {
  readonly advantage: number;
  /** The whole group got one and the same reward. */
  readonly zeroVariance: boolean;
}

/** Samples G completions for each problem; every completion has its own stream of random numbers. */
export async function sampleGroups(
  policy: Policy,
  codec: PromptCodec,
  problems: readonly Problem[],
  config: RunConfig,
  step: number,
): Promise<SampledRollout[]> {
  const size = config.groupSize;
  const prompts = problems.map((problem) => codec.encodePrompt(problem));
  const rows = problems.flatMap((_, group) => Array.from({ length: size }, () => group));
  const completions = await sampleInChunks(
    policy,
    rows.map((group) => prompts[group]!),
    { ...config.sampling, seed: config.seed, streams: rows.map((_, i) => rolloutStream(step, rows.length, i)) },
  );
  return rows.map((group, i) => {
    const completion = completions[i]!;
    const code = programOf(completion, codec);
    return { problem: problems[group]!, group, prompt: prompts[group]!, completion, code };
  });
}

/** Text of a completion up to, not including, its first end of text. */
export function programOf(completion: Completion, codec: PromptCodec): string {
  const end = completion.ids.indexOf(codec.endOfText);
  return codec.decode(end === -1 ? completion.ids : completion.ids.slice(0, end));
}

/**
 * Advantages within each group. Groups are told apart by their id, never by prompt or position. Truncated rollouts
 * count in their group with the reward that the preset has for them, whether or not the loss masks them: failing to stop is a failure.
 */
export function assignAdvantages(judged: readonly JudgedRollout[], algorithm: AlgorithmConfig): Rollout[] {
  const groups = new Map<number, JudgedRollout[]>();
  for (const rollout of judged) {
    const members = groups.get(rollout.group);
    if (members === undefined) groups.set(rollout.group, [rollout]);
    else members.push(rollout);
  }
  const assigned = new Map<JudgedRollout, Rollout>();
  for (const members of groups.values()) {
    const result = groupAdvantages(
      members.map((rollout) => rollout.reward),
      { scale: algorithm.advantage },
    );
    members.forEach((rollout, i) => {
      const advantage = result.advantages[i]!;
      assigned.set(rollout, { ...rollout, advantage, zeroVariance: result.zeroVariance });
    });
  }
  return judged.map((rollout) => assigned.get(rollout)!);
}

/**
 * The rollouts that the update sees; the others are in neither numerator nor denominator of the loss.
 *
 * Left out: rollouts without a reward; zero-variance groups, unless the configuration keeps them (then they have A = 0,
 * pull toward the reference through β·KL and count in the denominator); truncated completions, if they are masked.
 */
export function selectForUpdate(rollouts: readonly Rollout[], algorithm: AlgorithmConfig): Rollout[] {
  return rollouts.filter(
    (rollout) =>
      rollout.reward !== null &&
      !(algorithm.dropZeroVariance && rollout.zeroVariance) &&
      !(algorithm.maskTruncated && rollout.completion.truncated),
  );
}
