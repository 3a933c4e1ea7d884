/** "Audit my reward": runs every attack against a reward and a harness, and honest programs beside and after them. */

import type { Analyst } from '../../core/analysis.ts';
import type { Judge, Verdicts } from '../../core/judge.ts';
import type { RewardName } from '../../core/rewards.ts';
import { hasValueTests } from '../../core/tests.ts';
import type { Harness, Problem } from '../../core/types.ts';
import { evidenceFor, type GatherEvidence } from '../evidence.ts';
import { rewardOf } from '../reward.ts';
import { ALL_KINDS, combineVerdicts, VISIBLE } from '../verdicts.ts';
import type { Attack } from './attack.ts';
import { ATTACKS } from './attacks/index.ts';
import { examine, ofType, type Run } from './examine.ts';
import { drawProblems, planSteps, type Step } from './plan.ts';
import type { AuditReport } from './report.ts';
import { summarizeAudit } from './summary.ts';

export interface AuditOptions {
  readonly problems: readonly Problem[];
  readonly reward: RewardName;
  readonly harness: Harness;
  /** Runs programs in the order they are given; with one worker, each meets exactly what the one before it left. */
  readonly judge: Judge;
  readonly analyst?: Analyst | undefined;
  /** The whole suite when absent. */
  readonly attacks?: readonly Attack[];
  /** At most so many problems, drawn by `seed`; all when absent. */
  readonly problemCount?: number;
  readonly seed?: number;
  /** Hears after every problem how many programs are judged. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** What an attack deserves is known of values alone, because its author wrote them down. */
function whyWithout({ call }: Problem): string {
  return `attacks are functions that return values, and ${call === 'stdin' ? 'its programs print' : 'its tests are asserts'}`;
}

/**
 * Audits a reward. Nothing here trusts the audited harness about what a program deserves: entitlement.ts says how that
 * is known. Failures of ours are left out and counted apart.
 */
export async function runAudit(options: AuditOptions): Promise<AuditReport> {
  const { reward, harness, judge, analyst, attacks: suite = ATTACKS, seed = 0, onProgress } = options;
  const notices: string[] = [];
  const onNotice = (message: string) => notices.push(message);
  const gather = evidenceFor({ judge, analyst, reward, onNotice });
  const asked = options.problems.filter(hasValueTests);
  for (const problem of options.problems) {
    if (!hasValueTests(problem)) onNotice(`audit: ${problem.id} is left out: ${whyWithout(problem)}`);
  }
  if (asked.length === 0)
    throw new Error('audit: expected a problem whose tests call a function with values, got none');
  const problems = drawProblems(asked, options.problemCount ?? asked.length, seed);
  const plans = problems.map((problem) => ({ problem, steps: planSteps(problem, suite) }));
  const total = plans.reduce((sum, { steps }) => sum + steps.length, 0);
  const runs: Run[] = [];
  for (const { problem, steps } of plans) {
    runs.push(...(await runSteps({ problem, steps, reward, harness, judge, gather })));
    onProgress?.(runs.length, total);
  }
  const found = problems.map((problem) =>
    examine(
      problem,
      runs.filter((run) => run.problem === problem),
      reward,
    ),
  );
  return summarizeAudit({
    suite,
    reward,
    harness,
    seed,
    problems: problems.map(({ id }) => id),
    attempts: found.flatMap(({ attempts }) => attempts),
    controls: found.flatMap(({ controls }) => controls),
    disturbances: found.flatMap(({ disturbances }) => disturbances),
    memorised: found.flatMap(({ memorised }) => memorised),
    followers: ofType(runs, 'follower').length,
    notices,
  });
}

interface StepsOptions {
  readonly problem: Problem;
  readonly steps: readonly Step[];
  readonly reward: RewardName;
  readonly harness: Harness;
  readonly judge: Judge;
  readonly gather: GatherEvidence;
}

/** Judges one problem's programs in their order, and pays them. */
async function runSteps({ problem, steps, reward, harness, judge, gather }: StepsOptions): Promise<Run[]> {
  const jobs = steps.map((step) => {
    const kinds = step.type === 'attack' && step.attack.kind === 'memorising' ? ALL_KINDS : VISIBLE;
    return { problem, code: step.code, kinds, harness };
  });
  const verdicts: Verdicts[] = await judge.judge(jobs);
  const tested = steps.map(({ code }, i) => ({ problem, code, verdict: combineVerdicts(verdicts[i]!, VISIBLE) }));
  const judged = await gather(tested);
  return steps.map((step, i) => {
    const { verdict } = tested[i]!;
    return { step, problem, verdict, hidden: verdicts[i]!.hidden, ...rewardOf(judged[i]!, reward) };
  });
}
