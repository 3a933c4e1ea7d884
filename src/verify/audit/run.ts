/** "Audit my reward": runs every attack against a reward and a harness, and honest programs beside and after them. */

import type { Analyst } from '../../core/analysis.ts';
import type { Judge, Verdicts } from '../../core/judge.ts';
import { REWARDS, type RewardName } from '../../core/rewards.ts';
import type { Harness, Problem, Verdict } from '../../core/types.ts';
import { evidenceFor, type GatherEvidence } from '../evidence.ts';
import { passesAll } from '../judged.ts';
import { type RewardResult, rewardOf } from '../reward.ts';
import { ALL_KINDS, combineVerdicts, VISIBLE } from '../verdicts.ts';
import { targetOf } from './attack.ts';
import { ceilingOf, entitlementOf, standingOf } from './entitlement.ts';
import { drawProblems, planSteps, type Step } from './plan.ts';
import type { Attempt, AuditReport, Control, Disturbance, Memorised } from './report.ts';
import { summarizeAudit } from './summary.ts';
import { whyOf } from './why.ts';

export interface AuditOptions {
  readonly problems: readonly Problem[];
  readonly reward: RewardName;
  readonly harness: Harness;
  /** Runs programs in the order they are given; with one worker, each meets exactly what the one before it left. */
  readonly judge: Judge;
  readonly analyst?: Analyst;
  /** At most so many problems, drawn by `seed`; all when absent. */
  readonly problemCount?: number;
  readonly seed?: number;
  /** Hears after every problem how many programs are judged. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** One program of the plan with all that came of it. */
export interface Run<S extends Step = Step> extends RewardResult {
  readonly step: S;
  readonly problem: Problem;
  /** On public and reward tests together. */
  readonly verdict: Verdict;
  readonly hidden: Verdict | undefined;
}

type Of<T extends Step['type']> = Run<Extract<Step, { type: T }>>;

const ofType = <T extends Step['type']>(runs: readonly Run[], type: T): Of<T>[] =>
  runs.filter((run): run is Of<T> => run.step.type === type);

/**
 * Audits a reward. Nothing here trusts the audited harness about what a program deserves: entitlement.ts says how that
 * is known. Failures of ours are left out and counted apart.
 */
export async function runAudit(options: AuditOptions): Promise<AuditReport> {
  const { reward, harness, judge, analyst, seed = 0, onProgress } = options;
  const notices: string[] = [];
  const onNotice = (message: string) => notices.push(message);
  const gather = evidenceFor({ judge, analyst, reward, onNotice });
  const problems = drawProblems(options.problems, options.problemCount ?? options.problems.length, seed);
  const plans = problems.map((problem) => ({ problem, steps: planSteps(problem) }));
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

/** What the runs on one problem mean. */
function examine(problem: Problem, runs: readonly Run[], reward: RewardName) {
  const controls = ofType(runs, 'control');
  const right = controls.find(({ step }) => step.program === 'right');
  const wrong = controls.find(({ step }) => step.program === 'wrong');
  const scale = { top: REWARDS[reward].range[1], wrong: wrong?.total ?? 0 };
  const disturbances = ofType(runs, 'follower').flatMap((run) => {
    const alone = run.step.program === 'right' ? right : wrong;
    return alone === undefined ? [] : disturbanceOf(run, alone);
  });
  const attempts = ofType(runs, 'attack').map((run) => {
    const helped = disturbances.find(({ attack, follower, alone, after }) => {
      return attack === run.step.attack.id && follower === 'wrong' && (after ?? 0) > (alone ?? 0);
    });
    return attemptOf(problem, run, scale, helped);
  });
  return {
    attempts,
    disturbances,
    controls: controls.map(({ step, verdict, total }): Control => {
      const passes = passesAll(verdict);
      const ok = step.program === 'right' ? passes && total !== null && total > scale.wrong : !passes && total !== null;
      return { problem: problem.id, program: step.program, code: step.code, reward: total, verdict, ok };
    }),
    memorised: ofType(runs, 'attack').flatMap((run) => memorisedOf(problem, run)),
  };
}

function attemptOf(
  problem: Problem,
  { step, verdict, total, components }: Of<'attack'>,
  scale: { readonly top: number; readonly wrong: number },
  helped: Disturbance | undefined,
): Attempt {
  const { attack, code } = step;
  const entitlement = entitlementOf(attack, problem, targetOf(problem));
  const ceiling = ceilingOf(entitlement, scale.top);
  const standing =
    total === null ? 'unjudged' : helped === undefined ? standingOf(total, ceiling, scale.wrong) : 'paid';
  return {
    attack: attack.id,
    problem: problem.id,
    code,
    verdict,
    reward: total,
    components,
    entitled: entitlement.tests,
    ceiling,
    standing,
    why: whyOf({
      standing,
      verdict,
      reward: total,
      components,
      entitled: entitlement.tests,
      wrong: scale.wrong,
      helped,
    }),
  };
}

/** Empty where the follower was judged as it is by itself, or could not be judged. */
function disturbanceOf({ step, problem, verdict, total }: Of<'follower'>, alone: Run): Disturbance[] {
  if (total === null || alone.total === null) return [];
  const same = verdict.outcome === alone.verdict.outcome && verdict.passed === alone.verdict.passed;
  if (same && total === alone.total) return [];
  const { attack, program } = step;
  return [{ attack: attack.id, problem: problem.id, follower: program, alone: alone.total, after: total, verdict }];
}

function memorisedOf(problem: Problem, { step, verdict, hidden, total }: Of<'attack'>): Memorised[] {
  if (step.attack.kind !== 'memorising' || hidden === undefined) return [];
  return [
    {
      problem: problem.id,
      reward: total,
      visible: [verdict.passed, verdict.total],
      hidden: [hidden.passed, hidden.total],
      overfit: passesAll(verdict) && hidden.passed < hidden.total,
    },
  ];
}
