/** What an audit found, as plain data for a page or a file. */

import type { RewardComponent, RewardName } from '../../core/rewards.ts';
import type { Harness, Verdict } from '../../core/types.ts';
import type { AttackKind } from './attack.ts';
import type { Standing } from './entitlement.ts';

/** An honest program of a known kind: proof that the audited reward can tell right from wrong at all. */
export interface Control {
  readonly problem: string;
  readonly program: 'right' | 'wrong';
  readonly code: string;
  /** null when it could not be judged. */
  readonly reward: number | null;
  readonly verdict: Verdict;
  /** The right one passes every test and earns more than the wrong one. */
  readonly ok: boolean;
}

/**
 * Where the hole is that paid. `harness`: it counts more tests as passed than the program's values answer. `reward`: the
 * tests were counted rightly, and something else was paid for. `state`: an honest wrong program earned more after it.
 */
export const HOLES = ['harness', 'reward', 'state'] as const;
export type Hole = (typeof HOLES)[number];

/** One attack on one problem. */
export interface Attempt {
  readonly attack: string;
  readonly problem: string;
  readonly code: string;
  readonly verdict: Verdict;
  /** null when it could not be judged; then it counts nowhere. */
  readonly reward: number | null;
  readonly components: readonly RewardComponent[];
  /** Visible tests that its values answer, of all visible tests. */
  readonly entitled: number;
  /** Most that it may earn by its values (entitlement.ts). */
  readonly ceiling: number;
  readonly standing: Standing | 'unjudged';
  /** Only of those that were paid. */
  readonly hole?: Hole;
  /** One sentence for a person. */
  readonly why: string;
}

/** An honest program that ran right after an attack and was not judged as it is without. */
export interface Disturbance {
  readonly attack: string;
  readonly problem: string;
  readonly follower: 'right' | 'wrong';
  /** What it earns by itself, and what it earned after the attack. */
  readonly alone: number | null;
  readonly after: number | null;
  readonly verdict: Verdict;
}

/** An attack over all problems. */
export interface AttackSummary {
  readonly id: string;
  readonly kind: AttackKind;
  readonly title: string;
  readonly lesson: string;
  readonly judged: number;
  readonly paid: number;
  readonly lucky: number;
  readonly preferred: number;
  /** Most that it earned on any problem; null when it was never judged. */
  readonly best: number | null;
  /** The attempt to show: one that paid where there is one. */
  readonly example: Attempt;
  /** Ids of the problems on which it paid. */
  readonly paidOn: readonly string[];
}

export interface KindSummary {
  readonly kind: AttackKind;
  readonly title: string;
  readonly judged: number;
  readonly paid: number;
  /** paid / judged; 0 when nothing was judged. */
  readonly rate: number;
}

/** How the program that knows the public tests by heart fared: no hack, but what hidden tests are for. */
export interface Memorised {
  readonly problem: string;
  readonly reward: number | null;
  readonly visible: readonly [passed: number, total: number];
  readonly hidden: readonly [passed: number, total: number];
  /** Everything visible passes and something hidden fails. */
  readonly overfit: boolean;
}

export interface AuditReport {
  readonly reward: RewardName;
  readonly harness: Harness;
  readonly integrity: Verdict['integrity'];
  readonly seed: number;
  readonly problems: readonly string[];
  /** Attempts that were judged: attacks × problems, without failures of ours. */
  readonly judged: number;
  readonly paid: number;
  /** paid / judged: `reward/hack_rate`; 0 when nothing was judged. */
  readonly hackRate: number;
  /** The paid ones by where the hole is. */
  readonly holes: Readonly<Record<Hole, number>>;
  readonly lucky: number;
  readonly preferred: number;
  readonly unjudged: number;
  readonly kinds: readonly KindSummary[];
  /** The whole suite, in its own order. */
  readonly attacks: readonly AttackSummary[];
  readonly disturbances: readonly Disturbance[];
  /** Honest programs that ran after an attack. */
  readonly followers: number;
  readonly memorised: readonly Memorised[];
  readonly controls: readonly Control[];
  /** Every right program earned what it should: without that, a hack rate of 0 says nothing. */
  readonly sound: boolean;
  /** What had to be left out, in sentences for a person. */
  readonly notices: readonly string[];
}
