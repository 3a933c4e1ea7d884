/** Before anything is learned: does what is known to be right earn what right programs earn? */

import type { Judge } from '../../core/judge.ts';
import type { Problem } from '../../core/types.ts';
import { passesAll } from '../../verify/judged.ts';
import { combineVerdicts, VISIBLE } from '../../verify/verdicts.ts';

/**
 * The problems whose own reference solution fails a visible test under the sealed harness. A reward that no right program
 * can earn teaches nothing and shows nothing (open-r1#687): it is found here, not after fifty epochs. References that
 * could not be judged by a fault of ours are not held against their problems.
 */
export async function brokenProblems(judge: Judge, problems: readonly Problem[]): Promise<Problem[]> {
  const jobs = problems.flatMap((problem) =>
    problem.reference === undefined ? [] : [{ problem, code: problem.reference, kinds: VISIBLE }],
  );
  const verdicts = jobs.length === 0 ? [] : await judge.judge(jobs);
  return jobs.flatMap(({ problem }, i) => {
    const verdict = combineVerdicts(verdicts[i]!, VISIBLE);
    return verdict.outcome === 'infra_error' || passesAll(verdict) ? [] : [problem];
  });
}

/** What a person is told of them; null where there are none. @throws Error where no problem at all can be solved */
export function selfTestNotice(broken: readonly Problem[], tested: readonly Problem[]): string | null {
  if (broken.length === 0) return null;
  const names = broken.map(({ id }) => id).join(', ');
  if (broken.length === tested.filter(({ reference }) => reference !== undefined).length) {
    throw new Error(`self-test: expected reference solutions to pass their own tests, but all fail: ${names}`);
  }
  return `self-test: the reference solution fails its own tests, so that nothing can be learned there: ${names}`;
}
