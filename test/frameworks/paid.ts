/** Completions that were sampled elsewhere, judged by the sandbox and paid by the run's own reward. */

import type { RunConfig } from '../../src/core/config.ts';
import { judgeRollouts, payRollouts } from '../../src/rl/rollout/judging.ts';
import { createNodeJudge } from '../../src/sandbox/node.ts';
import { problemSet } from './python.ts';

/** What was sampled, and what the reward file paid for it. */
export interface PaidCompletion {
  readonly problem: string;
  readonly completion: string;
  readonly ids: readonly number[];
  readonly reward: number | null;
}

const END_OF_TEXT = 1;

export async function paidHere(
  completions: readonly PaidCompletion[],
  config: Pick<RunConfig, 'reward' | 'sampling' | 'rollout'>,
): Promise<(number | null)[]> {
  const { reward, rollout } = config;
  const { maxNewTokens } = config.sampling;
  const problems = new Map((await problemSet('lecture')).map((problem) => [problem.id, problem]));
  const sampled = completions.map(({ problem, completion: code, ids }) => {
    const truncated = ids.length === maxNewTokens && ids.at(-1) !== END_OF_TEXT;
    return {
      ...{ problem: problems.get(problem)!, code, prompt: [], group: 0 },
      completion: { ids, logProbs: [], truncated },
    };
  });
  const tested = await judgeRollouts(createNodeJudge(), sampled, { harness: 'sealed', rollout });
  const paid = await payRollouts(async (all) => [...all], tested, {
    ...{ reward, maxNewTokens, overlongCache: rollout.overlongCache },
  });
  return paid.map((one) => one.reward);
}
