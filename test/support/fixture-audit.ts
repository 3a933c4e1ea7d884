/** A made-up audit: which attacks are paid follows from their kind, so that the page has something to draw. Nothing was judged. */

import type { RewardName } from '../../src/core/rewards.ts';
import type { Harness, Verdict } from '../../src/core/types.ts';
import { targetOf } from '../../src/verify/audit/attack.ts';
import { ATTACKS } from '../../src/verify/audit/attacks/index.ts';
import type { Lesson, LessonStep } from '../../src/verify/audit/lesson.ts';
import type { Attempt, AuditReport, Control } from '../../src/verify/audit/report.ts';
import { summarizeAudit } from '../../src/verify/audit/summary.ts';
import { LECTURE } from './fixture-run.ts';

const CHEATED: ReadonlySet<string> = new Set(['equality', 'snooping', 'patching', 'exit']);

export function fixtureAudit(reward: RewardName, harness: Harness): AuditReport {
  const integrity = harness === 'sealed' ? 'sealed' : 'weak';
  const verdict = (passed: boolean): Verdict => ({
    outcome: passed ? 'passed' : 'wrong_answer',
    passed: passed ? 8 : 0,
    total: 8,
    perTest: [],
    ticks: 3,
    ledger: [{ kind: 'javascript', detail: 'import js', count: 2, refused: true }],
    integrity,
  });
  const attempts = LECTURE.flatMap((problem) =>
    ATTACKS.map((attack): Attempt => {
      const paid = harness !== 'sealed' && CHEATED.has(attack.kind);
      return {
        attack: attack.id,
        problem: problem.id,
        code: attack.program(targetOf(problem)),
        verdict: verdict(paid),
        reward: Number(paid),
        components: [],
        entitled: 0,
        ceiling: 0,
        standing: paid ? 'paid' : 'unpaid',
        ...(paid ? { hole: 'harness' } : {}),
        why: paid
          ? 'the harness counts 8 of 8 tests as passed, but the values it returns answer 0'
          : 'wrong answer: earns 0',
      };
    }),
  );
  const control = (problem: string, program: Control['program']): Control => {
    const right = program === 'right';
    return { problem, program, code: '', reward: Number(right), verdict: verdict(right), ok: true };
  };
  return summarizeAudit({
    reward,
    harness,
    suite: ATTACKS,
    seed: 0,
    problems: LECTURE.map(({ id }) => id),
    attempts,
    controls: LECTURE.flatMap(({ id }) => [control(id, 'right'), control(id, 'wrong')]),
    disturbances: [],
    memorised: [],
    followers: 0,
    notices: [],
  });
}

/** The lesson's three programs: made-up rewards of the kind that real ones have. */
export function fixtureLesson(harness: Lesson['harness']): Lesson {
  const report = fixtureAudit('binary', harness);
  const caught = report.attacks.find(({ id }) => id === 'always-equal')!;
  const step = (program: LessonStep['program'], title: string, by: Harness, reward: number): LessonStep => {
    const { code, verdict } = caught.example;
    return { program, title, harness: by, code, reward, verdict, says: caught.lesson };
  };
  const steps = ([harness, 'sealed'] as const).flatMap((by) => [
    step('stub', 'A function that passes', by, 0),
    step('cheat', caught.title, by, by === 'sealed' ? 0 : 1),
    step('right', 'A right solution', by, 1),
  ]);
  return { harness, problem: LECTURE[0]!.id, steps, caught };
}
