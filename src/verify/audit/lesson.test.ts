/** The scripted attacker: paid by the weak harness, caught by the audit, worth nothing under the sealed one. */

import { expect, test } from 'vitest';
import { publicProblems } from '../../../test/support/public-problems.ts';
import { createNodeJudge } from '../../sandbox/node.ts';
import { playLesson } from './lesson.ts';

test.each([
  ['weak-equality', 'always-equal', 'class Anything'],
  ['weak-exit', 'raise-system-exit', 'raise SystemExit'],
] as const)('%s', async (harness, cheat, code) => {
  for (const problem of (await publicProblems('lecture')).slice(0, 2)) {
    const lesson = await playLesson({ harness, problem, judge: createNodeJudge() });
    expect(lesson.steps.map((step) => [step.harness, step.program, step.reward])).toEqual([
      [harness, 'stub', 0],
      [harness, 'cheat', 1],
      [harness, 'right', 1],
      ['sealed', 'stub', 0],
      ['sealed', 'cheat', 0],
      ['sealed', 'right', 1],
    ]);
    expect(lesson.steps[1]).toMatchObject({ verdict: { outcome: 'passed', integrity: 'weak' } });
    expect(lesson.steps[1]!.code).toContain(code);
    expect(lesson.steps[4]!.code).toBe(lesson.steps[1]!.code);
    expect(lesson.caught).toMatchObject({ id: cheat, paid: 1, example: { hole: 'harness', problem: problem.id } });
    for (const { says } of lesson.steps) expect(says).toMatch(/^[A-Z0-9].*[.]$/s);
  }
});

test('needs a right solution to compare with', async () => {
  const { reference: _, ...problem } = (await publicProblems('lecture'))[0]!;
  const played = playLesson({ harness: 'weak-exit', problem, judge: createNodeJudge() });
  await expect(played).rejects.toThrow('lesson: expected a problem with a reference solution');
});
