/** How likely the outcome critic of a CodeRL run finds it that sampled programs pass: a ranking that needs no test. */

import type { PromptCodec } from '../../core/codec.ts';
import type { Policy } from '../../core/policy.ts';
import { sum } from '../../core/stats.ts';
import type { Problem } from '../../core/types.ts';
import type { PooledProgram, SamplePool } from '../../eval/pool.ts';
import { outcomeProbs } from '../../rl/critic/outcome-critic.ts';

export interface CriticRankOptions {
  readonly critic: Policy;
  readonly codec: PromptCodec;
  readonly problems: readonly Problem[];
  /** `[problems]` */
  readonly pools: readonly SamplePool[];
  /** Told how many different programs have been asked about. Waiting in it pauses the work, false ends it. */
  readonly onProgress?: (done: number, total: number) => Promise<boolean> | boolean;
}

/**
 * The critic's probability of `passed` after the last token of each program, its end of text, `[problems][programs]`; null
 * for programs that were cut off, which the critic has nothing to say about that is not known. Programs are read as the
 * tokenizer writes them, which need not be the tokens that were sampled. Null when `onProgress` ended it.
 */
export async function criticScores(options: CriticRankOptions): Promise<(number | null)[][] | null> {
  const { critic, codec, problems, pools, onProgress } = options;
  const total = sum(pools.map(({ programs }) => programs.length));
  const scores: (number | null)[][] = [];
  let done = 0;
  for (const [p, problem] of problems.entries()) {
    if (!((await onProgress?.(done, total)) ?? true)) return null;
    const { programs } = pools[p]!;
    scores.push(await scoresOf(critic, codec, problem, programs));
    done += programs.length;
  }
  return ((await onProgress?.(done, total)) ?? true) ? scores : null;
}

async function scoresOf(
  critic: Policy,
  codec: PromptCodec,
  problem: Problem,
  programs: readonly PooledProgram[],
): Promise<(number | null)[]> {
  const prompt = codec.encodePrompt(problem);
  const ended = programs.filter(({ truncated }) => !truncated);
  const turns = ended.map(({ code }) => ({
    prompt,
    completion: codec.encodeProgram(code),
    outcome: 'passed' as const,
  }));
  const probs = await outcomeProbs(critic, turns, codec.contextLength);
  const byProgram = new Map(ended.map((program, i) => [program, probs[i]!.at(-1)!]));
  return programs.map((program) => byProgram.get(program) ?? null);
}
