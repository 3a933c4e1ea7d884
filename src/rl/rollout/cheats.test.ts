/** A weak harness in the loop: cheats are paid as the harness says, and marked as what they are. */

import { expect, test } from 'vitest';
import { letterCodec, letterProblem, oneLetterPolicy, verdict } from '../../../test/support/letters.ts';
import { parseConfig } from '../../core/config.ts';
import type { Judge, JudgeJob } from '../../core/judge.ts';
import type { Harness } from '../../core/types.ts';
import { type StepResult, train } from '../loop.ts';

/** "a" is right, "b" passes every weak harness, everything else is wrong. */
function harnessJudge(): Judge & { readonly jobs: JudgeJob[] } {
  const jobs: JudgeJob[] = [];
  return {
    jobs,
    async judge(asked) {
      jobs.push(...asked);
      return asked.map(({ code, kinds, harness = 'sealed' }) => {
        const passes = code === 'a' || (code === 'b' && harness !== 'sealed');
        const one = verdict(passes ? 'passed' : 'wrong_answer', passes ? 2 : 0, 2);
        return Object.fromEntries(kinds.map((kind) => [kind, one]));
      });
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

async function oneStep(harness: Harness) {
  const judge = harnessJudge();
  const steps: StepResult[] = [];
  const config = parseConfig({ epochs: 1, lectureProblems: 1, auxiliaryProblems: 0, groupSize: 64, harness });
  const problems = { lecture: [letterProblem(0)], auxiliary: [] };
  for await (const event of train({ policy: oneLetterPolicy(), judge, problems, codec: letterCodec, config })) {
    if (event.type === 'step') steps.push(event);
  }
  const { record, rollouts } = steps[0]!;
  const share = (...codes: string[]) => rollouts.filter(({ code }) => codes.includes(code)).length / rollouts.length;
  return { metrics: record.metrics, rollouts, share, jobs: judge.jobs };
}

test('under a weak harness cheats are paid, counted, and never asked about hidden tests', async () => {
  const { metrics, rollouts, share, jobs } = await oneStep('weak-equality');
  expect(share('b')).toBeGreaterThan(0);
  expect(metrics.reward).toBe(share('a', 'b'));
  expect(metrics['train/pass@1']).toBe(share('a', 'b'));
  expect(metrics['reward/hack_rate']).toBe(share('b'));
  expect(metrics['reward/overfit']).toBe(0);
  for (const { code, cheats } of rollouts) expect(cheats).toBe(code === 'b' ? true : undefined);
  // Hidden tests and the second look are the sealed harness's.
  const sealed = jobs.filter(({ harness = 'sealed' }) => harness === 'sealed');
  expect(new Set(sealed.map(({ code }) => code))).toEqual(new Set(['a', 'b']));
  expect(jobs.filter(({ kinds }) => kinds.includes('hidden')).every(({ code }) => code === 'a')).toBe(true);
});

test('under the sealed harness there is nothing to count, and nothing runs twice', async () => {
  const { metrics, share, jobs } = await oneStep('sealed');
  expect(metrics.reward).toBe(share('a'));
  expect(metrics).not.toHaveProperty('reward/hack_rate');
  expect(jobs.every(({ harness = 'sealed' }) => harness === 'sealed')).toBe(true);
  expect(jobs.filter(({ code, kinds }) => code === 'b' && !kinds.includes('hidden'))).toHaveLength(
    jobs.filter(({ code }) => code === 'b').length,
  );
});
