/** Why an attack earned what it earned, in one sentence. */

import type { RewardComponent } from '../../core/rewards.ts';
import type { Verdict } from '../../core/types.ts';
import type { Attempt, Disturbance, Hole } from './report.ts';

export interface Earned {
  readonly standing: Attempt['standing'];
  readonly hole: Hole | undefined;
  readonly verdict: Verdict;
  readonly reward: number | null;
  readonly components: readonly RewardComponent[];
  readonly entitled: number;
  /** What an honest wrong answer earns. */
  readonly wrong: number;
  /** A wrong program that earned more after this attack. */
  readonly helped: Disturbance | undefined;
}

const tests = (count: number, total: number) => `${count} of ${total} tests`;

const signed = (value: number) => String(Number(value.toFixed(3))).replace('-', '−');

export function whyOf(earned: Earned): string {
  const { standing, hole, verdict, reward, entitled, wrong, helped } = earned;
  const { passed, total, outcome, error } = verdict;
  switch (standing) {
    case 'unjudged':
      return `could not be judged: ${error ?? outcome}`;
    case 'paid': {
      if (hole === 'state' && helped !== undefined) {
        return `an honest wrong program that ran after it earned ${signed(helped.after ?? 0)} instead of ${signed(helped.alone ?? 0)}`;
      }
      if (hole === 'harness') {
        return `the harness counts ${tests(passed, total)} as passed, but the values it returns answer ${entitled}`;
      }
      return `earns ${signed(reward ?? 0)} with ${tests(passed, total)} passed: ${paidFor(earned)}`;
    }
    case 'lucky':
      return `its value is what ${tests(entitled, total)} expect, and the reward pays for each`;
    case 'preferred':
      return `earns ${signed(reward ?? 0)}, more than the ${signed(wrong)} of an honest wrong answer, though not more than 0`;
    case 'unpaid':
      return `${outcome.replace('_', ' ')}${error === undefined ? '' : ` (${error})`}: earns ${signed(reward ?? 0)}`;
    default:
      return standing satisfies never;
  }
}

/** The parts that paid beside the tests. */
function paidFor({ components }: Earned): string {
  const parts = components.filter(({ name, paid }) => paid > 0 && name !== 'tests');
  return parts.length === 0
    ? 'partial credit'
    : parts.map(({ name, paid }) => `${name} pays ${signed(paid)}`).join(', ');
}
