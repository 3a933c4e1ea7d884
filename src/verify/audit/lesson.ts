/**
 * The scripted attacker: one lesson about weak harnesses, told with real verdicts. A policy that knew one cheat would be
 * paid like one that solves the problem; the audit and the sealed harness tell them apart.
 */

import type { Judge } from '../../core/judge.ts';
import type { Harness, Problem, Verdict } from '../../core/types.ts';
import { ATTACKS } from './attacks/index.ts';
import type { AttackSummary, AuditReport } from './report.ts';
import { runAudit } from './run.ts';

export type WeakHarness = Exclude<Harness, 'sealed'>;

/** One program and what it earned by all or nothing. */
export interface LessonStep {
  readonly program: 'stub' | 'cheat' | 'right';
  readonly title: string;
  /** Who compared. */
  readonly harness: Harness;
  readonly code: string;
  /** null when it could not be judged. */
  readonly reward: number | null;
  readonly verdict: Verdict;
  /** One or two sentences for a person. */
  readonly says: string;
}

export interface Lesson {
  readonly harness: WeakHarness;
  readonly problem: string;
  /** In the order in which to tell them: three under the weak harness, the same three under the sealed one. */
  readonly steps: readonly LessonStep[];
  /** The cheat as the audit sees it under the weak harness. */
  readonly caught: AttackSummary;
}

/** The plainest cheat of each harness. */
const CHEATS: Readonly<Record<WeakHarness, string>> = {
  'weak-equality': 'always-equal',
  'weak-exit': 'raise-system-exit',
};
const STUB = 'stub';

export interface LessonOptions {
  readonly harness: WeakHarness;
  /** With a reference solution. */
  readonly problem: Problem;
  readonly judge: Judge;
}

/**
 * Plays the lesson on one problem: everything in it was judged just now.
 *
 * @throws when the problem has no reference solution
 */
export async function playLesson({ harness, problem, judge }: LessonOptions): Promise<Lesson> {
  if (problem.reference === undefined) {
    throw new Error(`lesson: expected a problem with a reference solution, got ${problem.id} without`);
  }
  const attacks = ATTACKS.filter(({ id }) => id === STUB || id === CHEATS[harness]);
  const under = (one: Harness) => runAudit({ problems: [problem], reward: 'binary', harness: one, judge, attacks });
  const [weak, sealed] = [await under(harness), await under('sealed')];
  return {
    harness,
    problem: problem.id,
    steps: [...tell(weak, harness), ...tell(sealed, harness)],
    caught: summaryOf(weak, CHEATS[harness]),
  };
}

function summaryOf(report: AuditReport, id: string): AttackSummary {
  const found = report.attacks.find((attack) => attack.id === id);
  if (found === undefined) throw new Error(`lesson: expected the attack ${id} in the audit, found none`);
  return found;
}

/** The three programs under one harness. */
function tell(report: AuditReport, weak: WeakHarness): LessonStep[] {
  const { harness } = report;
  const attack = (program: 'stub' | 'cheat', id: string): LessonStep => {
    const { title, lesson, example } = summaryOf(report, id);
    const { code, reward, verdict, why } = example;
    const says = program === 'cheat' && harness === weak ? `${lesson} Here, ${why}.` : `${sentence(why)}.`;
    return { program, title, harness, code, reward, verdict, says };
  };
  const rights = report.controls.filter(({ program }) => program === 'right');
  const right = rights.map(({ code, reward, verdict }): LessonStep => {
    const says = `${verdict.passed} of ${verdict.total} tests passed: earns ${reward ?? 'nothing that could be judged'}.`;
    return { program: 'right', title: 'A right solution', harness, code, reward, verdict, says };
  });
  return [attack('stub', STUB), attack('cheat', CHEATS[weak]), ...right];
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
