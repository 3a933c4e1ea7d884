/** From sampled to paid: the programs of a step are run, looked at as far as the reward needs it, and rewarded. */

import type { RunConfig } from '../../core/config.ts';
import type { Judge, JudgeJob, Verdicts } from '../../core/judge.ts';
import type { RewardComponent, RewardName } from '../../core/rewards.ts';
import { sum } from '../../core/stats.ts';
import { testCount } from '../../core/tests.ts';
import type { Completion, Harness, TestCase, Verdict } from '../../core/types.ts';
import type { GatherEvidence } from '../../verify/evidence.ts';
import { passesAll } from '../../verify/judged.ts';
import { rewardOf } from '../../verify/reward.ts';
import { combineVerdicts, truncatedVerdict, VISIBLE } from '../../verify/verdicts.ts';
import { overlongPenalty } from '../advantage/overlong.ts';
import type { SampledRollout } from './sampling.ts';

export interface TestCounts {
  readonly passed: number;
  readonly total: number;
}

export interface TestedRollout extends SampledRollout {
  /** On public and reward tests together. */
  readonly verdict: Verdict;
  /** On hidden tests, for programs that pass all visible ones: they tell over-fitting, and never touch a reward. */
  readonly hidden?: TestCounts;
  /** Passes every visible test of a weak harness and not of the sealed one. Told to people, kept from the reward. */
  readonly cheats?: true;
}

export interface JudgedRollout extends TestedRollout {
  readonly reward: number | null;
  /** What the reward is made of; empty without one. */
  readonly components: readonly RewardComponent[];
}

/** A program that is to be judged. */
export interface Program extends Pick<SampledRollout, 'problem' | 'code'> {
  readonly completion: Pick<Completion, 'truncated'>;
}

/**
 * Verdicts of programs, in order; null for those that were cut off, which are not run.
 *
 * @param how tests and harness
 * @param whole cut-off ones are run, too
 */
export async function judgeEnded(
  judge: Judge,
  programs: readonly Program[],
  how: Pick<JudgeJob, 'kinds' | 'harness'>,
  whole = false,
): Promise<(Verdicts | null)[]> {
  const ended = programs.filter(({ completion }) => whole || !completion.truncated);
  const jobs = ended.map(({ problem, code }) => ({ problem, code, ...how }));
  const verdicts = jobs.length === 0 ? [] : await judge.judge(jobs);
  const judged = new Map(ended.map((program, i) => [program, verdicts[i]!]));
  return programs.map((program) => judged.get(program) ?? null);
}

/** How rollouts are judged: by whom, and whether what was cut off is run, too. */
export type JudgingRules = Pick<RunConfig, 'harness' | 'rollout'>;

/** Runs the programs on the visible tests. Truncated ones are not run, unless the rules say so. */
export async function judgeRollouts(
  judge: Judge,
  sampled: readonly SampledRollout[],
  { harness, rollout: { truncated } }: JudgingRules,
): Promise<TestedRollout[]> {
  const verdicts = await judgeEnded(judge, sampled, { kinds: VISIBLE, harness }, truncated === 'judge');
  return sampled.map((rollout, i) => {
    const seen = verdicts[i]!;
    const total = sum(VISIBLE.map((kind) => testCount(rollout.problem, kind)));
    const verdict = seen === null ? truncatedVerdict(total) : combineVerdicts(seen, VISIBLE);
    return { ...rollout, verdict };
  });
}

/** Asks the sealed harness about programs that pass a weak one; what it says is marked, and changes no reward. */
export async function markCheats(
  judge: Judge,
  tested: readonly TestedRollout[],
  harness: Harness,
): Promise<readonly TestedRollout[]> {
  if (harness === 'sealed') return tested;
  const passing = tested.filter(({ verdict }) => passesAll(verdict));
  const verdicts = await judgeEnded(judge, passing, { kinds: VISIBLE, harness: 'sealed' }, true);
  const sealed = verdicts.map((seen) => combineVerdicts(seen!, VISIBLE));
  const cheating = new Set(passing.filter((_, i) => sealed[i]!.outcome !== 'infra_error' && !passesAll(sealed[i]!)));
  return tested.map((rollout) => (cheating.has(rollout) ? { ...rollout, cheats: true } : rollout));
}

/** Adds counts on hidden tests to rollouts that pass everything visible. */
export type JudgeHidden = (judge: Judge, tested: readonly TestedRollout[]) => Promise<TestedRollout[]>;

/**
 * Runs hidden tests where they can tell anything, each program's once for as long as the returned function lives.
 * Programs get a run of their own for them, so that not even a hang on a hidden test can change what was paid; those that
 * fail a visible test, or cheat, are spared them (docs/notes/rewards.md has the cost).
 */
export function hiddenJudge(): JudgeHidden {
  // By the list of tests, not by problem: fresh reward tests make a new problem each epoch.
  const known = new WeakMap<readonly TestCase[], Map<string, TestCounts>>();
  const countsOf = ({ problem, code }: TestedRollout) => known.get(problem.tests.hidden)?.get(code);
  return async (judge, tested) => {
    const passing = tested.filter(({ verdict, problem, cheats }) => {
      return passesAll(verdict) && cheats === undefined && problem.tests.hidden.length > 0;
    });
    const unknown = passing.filter((rollout) => countsOf(rollout) === undefined);
    const jobs = unknown.map(({ problem, code }) => ({ problem, code, kinds: ['hidden'] as const }));
    const verdicts = jobs.length === 0 ? [] : await judge.judge(jobs);
    unknown.forEach(({ problem, code }, i) => {
      const { outcome, passed, total } = verdicts[i]!.hidden!;
      if (outcome === 'infra_error') return;
      const byCode = known.get(problem.tests.hidden) ?? new Map<string, TestCounts>();
      known.set(problem.tests.hidden, byCode.set(code, { passed, total }));
    });
    const passes = new Set(passing);
    return tested.map((rollout) => {
      const hidden = passes.has(rollout) ? countsOf(rollout) : undefined;
      return hidden === undefined ? rollout : { ...rollout, hidden };
    });
  };
}

/**
 * Everything that running a program can tell: visible tests first, then whether it cheats, then hidden tests. The work
 * begins at once and goes on by itself; its failure is met by whoever awaits it, and nobody need do so.
 */
export function testRollouts(
  judge: Judge,
  judgeHidden: JudgeHidden,
  sampled: readonly SampledRollout[],
  rules: JudgingRules,
): Promise<TestedRollout[]> {
  const tested = judgeRollouts(judge, sampled, rules)
    .then((visible) => markCheats(judge, visible, rules.harness))
    .then((marked) => judgeHidden(judge, marked));
  tested.catch(() => undefined);
  return tested;
}

/** What is paid for, besides what the preset of the reward says. */
export interface PayRules {
  readonly reward: RewardName;
  /** Longest completion of the step. */
  readonly maxNewTokens: number;
  /** Tokens before it within which the reward falls; 0 is off. */
  readonly overlongCache: number;
}

/** Pays every rollout. A truncated one is paid as the preset says of programs that were cut off. */
export async function payRollouts(
  gather: GatherEvidence,
  tested: readonly TestedRollout[],
  { reward, maxNewTokens, overlongCache }: PayRules,
): Promise<JudgedRollout[]> {
  const evidence = await gather(tested);
  return tested.map((rollout, i) => {
    const { total, components } = rewardOf(evidence[i]!, reward);
    if (overlongCache === 0 || total === null) return { ...rollout, reward: total, components };
    const overlong = overlongComponent(rollout.completion.ids.length, maxNewTokens, overlongCache);
    return { ...rollout, reward: total + overlong.paid, components: [...components, overlong] };
  });
}

function overlongComponent(length: number, longest: number, cache: number): RewardComponent {
  const paid = overlongPenalty(length, longest, cache);
  const reason = `${length} of at most ${longest} tokens; the reward falls over the last ${cache}`;
  return { name: 'overlong', value: -paid, weight: -1, paid, reason };
}
