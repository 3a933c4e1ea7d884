/** What the runs of an audit on one problem mean: which attacks were paid, and what they did to the programs after them. */

import { REWARDS, type RewardName } from '../../core/rewards.ts';
import type { Problem, Verdict } from '../../core/types.ts';
import { passesAll } from '../judged.ts';
import type { RewardResult } from '../reward.ts';
import { targetOf } from './attack.ts';
import { ceilingOf, type Entitlement, entitlementOf, standingOf } from './entitlement.ts';
import type { Step } from './plan.ts';
import type { Attempt, Control, Disturbance, Hole, Memorised } from './report.ts';
import { whyOf } from './why.ts';

/** One program of the plan with all that came of it. */
export interface Run<S extends Step = Step> extends RewardResult {
  readonly step: S;
  readonly problem: Problem;
  /** On public and reward tests together. */
  readonly verdict: Verdict;
  readonly hidden: Verdict | undefined;
}

/** Runs of one type of step. */
type Of<T extends Step['type']> = Run<Extract<Step, { type: T }>>;

export const ofType = <T extends Step['type']>(runs: readonly Run[], type: T): Of<T>[] =>
  runs.filter((run): run is Of<T> => run.step.type === type);

/** What the runs on one problem mean. */
export function examine(problem: Problem, runs: readonly Run[], reward: RewardName) {
  const controls = ofType(runs, 'control');
  const right = controls.find(({ step }) => step.program === 'right');
  const wrong = controls.find(({ step }) => step.program === 'wrong');
  const scale = { top: REWARDS[reward].range[1], wrong: wrong?.total ?? 0 };
  const disturbances = ofType(runs, 'follower').flatMap((run) => {
    const alone = run.step.program === 'right' ? right : wrong;
    return alone === undefined ? [] : disturbanceOf(run, alone);
  });
  const attempts = ofType(runs, 'attack').map((run) => {
    const helped = disturbances.find(({ attack, follower, verdict }) => {
      const passes = verdict.passed > (wrong?.verdict.passed ?? 0);
      return attack === run.step.attack.id && follower === 'wrong' && passes;
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
  const hole = standing === 'paid' ? holeOf(verdict, entitlement, helped) : undefined;
  const { tests: entitled } = entitlement;
  return {
    attack: attack.id,
    problem: problem.id,
    code,
    verdict,
    reward: total,
    components,
    entitled,
    ceiling,
    standing,
    ...(hole === undefined ? {} : { hole }),
    why: whyOf({ standing, hole, verdict, reward: total, components, entitled, wrong: scale.wrong, helped }),
  };
}

function holeOf({ passed }: Verdict, { tests }: Entitlement, helped: Disturbance | undefined): Hole {
  if (helped !== undefined) return 'state';
  return passed > tests ? 'harness' : 'reward';
}

/**
 * Empty where the follower was judged as it is by itself, or could not be judged. Verdicts tell, not rewards: the comment
 * that makes a follower a program of its own also makes it longer.
 */
function disturbanceOf({ step, problem, verdict, total }: Of<'follower'>, alone: Run): Disturbance[] {
  if (total === null || alone.total === null) return [];
  if (verdict.outcome === alone.verdict.outcome && verdict.passed === alone.verdict.passed) return [];
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
