/** From sampled to paid: the programs of a step are run, looked at as far as the reward needs it, and rewarded. */

import type { Judge } from '../core/judge.ts';
import type { RewardComponent, RewardName } from '../core/rewards.ts';
import type { Verdict } from '../core/types.ts';
import type { GatherEvidence } from '../verify/evidence.ts';
import { passesAll } from '../verify/judged.ts';
import { rewardOf } from '../verify/reward.ts';
import { combineVerdicts, truncatedVerdict, VISIBLE } from '../verify/verdicts.ts';
import type { SampledRollout } from './rollout.ts';

export interface TestedRollout extends SampledRollout {
  /** On public and reward tests together. */
  readonly verdict: Verdict;
  /** On hidden tests, for programs that pass all visible ones: it tells over-fitting, and never touches a reward. */
  readonly hidden?: Verdict;
}

export interface JudgedRollout extends TestedRollout {
  readonly reward: number | null;
  /** What the reward is made of; empty without one. */
  readonly components: readonly RewardComponent[];
}

/** Runs the finished programs on the visible tests. Truncated ones are not run. */
export async function judgeRollouts(judge: Judge, sampled: readonly SampledRollout[]): Promise<TestedRollout[]> {
  const finished = sampled.filter((rollout) => !rollout.completion.truncated);
  const verdicts = await judge.judge(finished.map(({ problem, code }) => ({ problem, code, kinds: VISIBLE })));
  const judged = new Map(finished.map((rollout, i) => [rollout, combineVerdicts(verdicts[i]!, VISIBLE)]));
  return sampled.map((rollout) => {
    const { tests } = rollout.problem;
    const verdict = judged.get(rollout) ?? truncatedVerdict(tests.public.length + tests.reward.length);
    return { ...rollout, verdict };
  });
}

/**
 * Adds the verdict on hidden tests where it can tell anything: for programs that pass everything visible. They get a run
 * of their own, so that not even a hang on a hidden test can change what was paid (and programs that hang on every test
 * are spared the hidden ones: docs/notes/rewards.md has the cost).
 */
export async function judgeHidden(judge: Judge, tested: readonly TestedRollout[]): Promise<TestedRollout[]> {
  const passing = tested.filter(({ verdict, problem }) => passesAll(verdict) && problem.tests.hidden.length > 0);
  if (passing.length === 0) return [...tested];
  const verdicts = await judge.judge(passing.map(({ problem, code }) => ({ problem, code, kinds: ['hidden'] })));
  const hidden = new Map(passing.map((rollout, i) => [rollout, verdicts[i]!.hidden]));
  return tested.map((rollout) => {
    const verdict = hidden.get(rollout);
    return verdict === undefined ? rollout : { ...rollout, hidden: verdict };
  });
}

/** Pays every rollout. A truncated one is paid as the preset says of programs that were cut off. */
export async function payRollouts(
  gather: GatherEvidence,
  tested: readonly TestedRollout[],
  reward: RewardName,
): Promise<JudgedRollout[]> {
  const evidence = await gather(tested);
  return tested.map((rollout, i) => {
    const { total, components } = rewardOf(evidence[i]!, reward);
    return { ...rollout, reward: total, components };
  });
}
