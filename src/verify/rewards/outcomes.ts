/** Rewards that are a table from outcomes to numbers: CodeRL and RLEF. */

import type { RewardComponent } from '../../core/rewards.ts';
import type { Outcome } from '../../core/types.ts';
import { type Judged, passesAll } from '../judged.ts';

/** What each outcome earns; a failure of ours earns nothing and never comes here. */
type OutcomeTable = Readonly<Record<Exclude<Outcome, 'infra_error'>, number>>;

/**
 * CodeRL (Le et al. 2022, arXiv:2207.01780, return by unit test signals; `get_reward_from_error_type` in its code): −1 compile error, −0.6 runtime
 * error, −0.3 failed test, +1 passed. Range [−1, 1].
 *
 * Every limit and refusal is a runtime error, as a timeout is in its harness; a cut completion is not a program and counts
 * as one that does not compile. Weakness: returning anything at all is worth 0.3 more than crashing near the answer.
 */
const CODERL: OutcomeTable = {
  passed: 1,
  wrong_answer: -0.3,
  runtime_error: -0.6,
  timeout: -0.6,
  memory_limit: -0.6,
  output_limit: -0.6,
  forbidden: -0.6,
  syntax_error: -1,
  truncated: -1,
};

/**
 * RLEF (Gehring et al. 2024, arXiv:2410.02089 §2): +1 all tests pass at the end, −1 one fails, −0.2 a turn without valid
 * code; here the only turn is the last. Range [−1, 1].
 *
 * Every limit and refusal fails its test; what does not compile or was cut off is no valid code. Weakness: with one turn,
 * no code (−0.2) is worth more than an honest attempt (−1).
 */
const RLEF: OutcomeTable = {
  passed: 1,
  wrong_answer: -1,
  runtime_error: -1,
  timeout: -1,
  memory_limit: -1,
  output_limit: -1,
  forbidden: -1,
  syntax_error: -0.2,
  truncated: -0.2,
};

export const coderl = (judged: Judged): RewardComponent[] => [fromTable(judged, CODERL)];
export const rlef = (judged: Judged): RewardComponent[] => [fromTable(judged, RLEF)];

/** The lowest that any test earns, so that the order of the tests does not matter; `passed` only counts for all of them. */
function fromTable({ verdict }: Judged, table: OutcomeTable): RewardComponent {
  const own = verdict.outcome === 'passed' && !passesAll(verdict) ? 'wrong_answer' : verdict.outcome;
  const outcomes = [own, ...verdict.perTest.map((test) => test.outcome)].filter((one) => one !== 'infra_error');
  const worst = outcomes.reduce((a, b) => (table[b] < table[a] ? b : a));
  const value = table[worst];
  const error = worst === verdict.outcome && verdict.error !== undefined ? `: ${verdict.error}` : '';
  return { name: 'outcome', value, weight: 1, paid: value, reason: `${worst.replace('_', ' ')}${error}` };
}
