/** The reward of seed 004's article on RLEF: partial credit less a penalty for time. */

import { withDefaults } from '../../core/limits.ts';
import type { RewardComponent } from '../../core/rewards.ts';
import { type Judged, passesAll } from '../judged.ts';
import { testsLayer } from '../layers/tests.ts';

/** γ of the article, which names no value: too small to make failing fast worth a test. */
const TIME_WEIGHT = 0.1;
const NO_PROGRAM = -0.5;

/**
 * +1 when all tests pass, −0.5 on a syntax error, else N_passed / N_total − γ · time (seed 004, reward shaping).
 * Range [−0.5, 1].
 *
 * Time is counted in ticks as a share of the tick budget, so that it is the same on every machine; the wall clock is never
 * looked at. A test that ends as a timeout, whichever meter ran out, counts as its whole budget. Limits, exceptions and
 * refusals fail their test only; a cut completion is no program and counts as a syntax error.
 * Weakness: partial credit as in `fraction`, and failing at once beats failing late.
 */
export function rlefArticle(judged: Judged): RewardComponent[] {
  const { verdict } = judged;
  const tests = testsLayer(judged);
  const noProgram = verdict.outcome === 'syntax_error' || verdict.outcome === 'truncated';
  const time = timeShare(judged);
  const charged = !noProgram && !passesAll(verdict);
  return [
    { name: 'tests', value: tests.value, weight: 1, paid: noProgram ? 0 : tests.value, reason: tests.reason },
    {
      name: 'time',
      value: time,
      weight: -TIME_WEIGHT,
      paid: charged ? -TIME_WEIGHT * time : 0,
      reason: charged ? `${percent(time)} of the tick budget spent` : 'only charged to programs that fail a test',
    },
    {
      name: 'outcome',
      value: noProgram ? NO_PROGRAM : 0,
      weight: 1,
      paid: noProgram ? NO_PROGRAM : 0,
      reason: noProgram ? 'not a program that compiles' : 'compiles',
    },
  ];
}

/** Share of the tick budget of all tests that was spent, in [0, 1]. */
function timeShare({ verdict, problem }: Judged): number {
  const { ticksPerTest } = withDefaults(problem.limits);
  const { outcome, perTest, total, ticks } = verdict;
  if (outcome === 'timeout' && perTest.length === 0) return 1; // the module body never came to an end
  const body = ticks - perTest.reduce((sum, test) => sum + test.ticks, 0);
  const spent = perTest.map((test) => (test.outcome === 'timeout' ? ticksPerTest : test.ticks));
  const sum = spent.reduce((all, one) => all + Math.min(one, ticksPerTest), body);
  return total === 0 ? 0 : Math.min(1, sum / (ticksPerTest * total));
}

const percent = (share: number) => `${Math.round(100 * share)} %`;
